import type { Hono } from 'hono';
import { createApp } from './app.ts';
import type { Files } from './files.ts';

/** Cloudflare's binding to the files that are deployed with the worker. */
type Assets = { fetch: (address: string, init: RequestInit) => Promise<Response> };

/** The host plays no part: the binding looks at the path alone. */
const addressOf = (path: string) =>
  `https://assets${path.split('/').map(encodeURIComponent).join('/')}`;

/** The deployed files of a folder. The page is asked for where the host has it: at its folder. */
const openAssets = (assets: Assets, folder: string): Files => ({
  find: async (path) => {
    const place = path === '/index.html' ? '/' : path;
    const answer = await assets.fetch(addressOf(folder + place), { redirect: 'manual' });
    const tag = answer.headers.get('ETag');
    if (answer.status !== 200 || !tag) return undefined;
    const content = new Uint8Array(await answer.arrayBuffer());
    return { plain: { size: content.byteLength, tag, open: () => content } };
  },
});

let app: Hono | undefined;

/**
 * The app on workerd. It answers what is no file: the calls of the API and the addresses of screens.
 * Files never come here, those that the app itself asks for least of all.
 */
export default {
  fetch: (request: Request, { ASSETS }: { ASSETS: Assets }) => {
    app ??= createApp({ data: openAssets(ASSETS, '/data'), site: openAssets(ASSETS, '') });
    return app.fetch(request);
  },
};
