import { SITE } from '#contract/addresses.ts';
import { SHARED_CACHE } from '#contract/caches.ts';
import { SHARE_PATH, SHARED_SEARCH } from '#contract/own.ts';

/** Whether a request brings files that another app shares with this one. */
export const isShare = ({ method, url }: Request) =>
  method === 'POST' && new URL(url).pathname === SITE + SHARE_PATH;

/**
 * Keeps the files for the page, which opens next, also if there are none that can be read. They go no
 * further.
 */
export const takeShare = async (request: Request) => {
  const data = await request.formData().catch(() => new FormData());
  const cache = await caches.open(SHARED_CACHE);
  for (const [index, value] of [...data.getAll('files'), ...data.getAll('text')].entries()) {
    const name = value instanceof File ? value.name : 'shared text';
    const headers = { 'x-name': encodeURIComponent(name) };
    if (value instanceof File || value.trim() !== '') {
      await cache.put(`/shared/${index}`, new Response(value, { headers }));
    }
  }
  return Response.redirect(SITE + SHARED_SEARCH, 303);
};
