import { createApp } from './app.ts';
import type { Files } from './files.ts';

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

let app: ReturnType<typeof createApp> | undefined;

/** The app on workerd. The host answers for files itself, so only other addresses arrive here. */
export default {
  fetch: async (request: Request, { ASSETS, HSTS }: { ASSETS: Assets; HSTS?: string }) => {
    app ??= createApp({ data: openAssets(ASSETS, '/data'), site: openAssets(ASSETS, '') });
    const answer = await app.fetch(request);
    if (HSTS) answer.headers.set('Strict-Transport-Security', HSTS);
    return answer;
  },
};
