import { createApp } from './app.ts';
import type { Files } from './files.ts';
import { type Bucket, openBucketPlace } from './sync/bucket-place.ts';

/** Cloudflare's binding to the files that are deployed with the worker. */
type Assets = { fetch: (address: string, init: RequestInit) => Promise<Response> };

/** Any host will do: the binding looks at the path only. */
const addressOf = (path: string) =>
  `https://assets${path.split('/').map(encodeURIComponent).join('/')}`;

/** A folder of the deployed files. The host serves index.html at the folder's own address. */
const openAssets = (assets: Assets, folder: string): Files => ({
  find: async (path) => {
    const place = path === '/index.html' ? '/' : path;
    const answer = await assets.fetch(addressOf(folder + place), { redirect: 'manual' });
    const tag = answer.headers.get('ETag');
    if (answer.status !== 200 || !tag) return undefined;
    return { content: new Uint8Array(await answer.arrayBuffer()), tag };
  },
});

/** `SYNC`: the bucket for what paired devices share, if the operator offers it. */
type Bindings = { ASSETS: Assets; HSTS?: string; SYNC?: Bucket };

let app: ReturnType<typeof createApp> | undefined;

/** The app on workerd. The host answers for files itself, so only other addresses arrive here. */
export default {
  fetch: async (request: Request, { ASSETS, HSTS, SYNC }: Bindings) => {
    app ??= createApp({
      data: openAssets(ASSETS, '/data'),
      site: openAssets(ASSETS, ''),
      sync: SYNC && {
        place: openBucketPlace(SYNC),
        clientOf: (c) => c.req.header('CF-Connecting-IP') ?? '',
      },
    });
    const answer = await app.fetch(request);
    if (HSTS) answer.headers.set('Strict-Transport-Security', HSTS);
    return answer;
  },
};
