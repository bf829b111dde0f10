import { cacheNames } from 'workbox-core';
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { GIVE_UP_AFTER } from '#api/fetch-answer.ts';
import { SITE } from '#contract/addresses.ts';
import { PREVIOUS_CACHE } from '#contract/caches.ts';
import { findApiOrigin, widenPolicy } from './widen-policy.ts';

/** A file of the shell, which is the app itself. */
type ShellEntry = { url: string; revision: string | null; integrity: string };
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: unknown };

const POLICY = 'content-security-policy';

/** Adds the configured API to the shell's content policy. */
const allowApi = async (response: Response) => {
  const policy = response.headers.get(POLICY);
  const origin = policy && (await findApiOrigin().catch(() => undefined));
  if (!policy || !origin) return response;
  const headers = new Headers(response.headers);
  headers.set(POLICY, widenPolicy(policy, origin));
  return new Response(response.body, { headers });
};

/** Some hosts redirect index.html to its folder, but navigations reject redirected answers. */
const withoutRedirect = (response: Response) => {
  const { body, status, headers, redirected } = response;
  return redirected ? new Response(body, { status, headers }) : response;
};

const isPage = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/html');

const shell = self.__WB_MANIFEST as ShellEntry[];
export const precache = new PrecacheController({
  plugins: [
    {
      fetchDidSucceed: async ({ response }) => withoutRedirect(response),
      cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      cachedResponseWillBeUsed: async ({ cachedResponse }) =>
        cachedResponse && isPage(cachedResponse) ? allowApi(cachedResponse) : cachedResponse,
    },
  ],
});
precache.addToCacheList(shell);
registerRoute(new PrecacheRoute(precache));
cleanupOutdatedCaches();

/** Paths below the site's own that are not screens. */
const notTheShell = ['(?:api|assets|data|images)/', 'health$', '[^/]+\\.[^/]+$'].map(
  (path) => new RegExp(`^${SITE}${path}`),
);
const answerWithShell = precache.createHandlerBoundToURL(`${SITE}index.html`);
registerRoute(new NavigationRoute(answerWithShell, { denylist: notTheShell }));

/** When the app shows its own 404 page instead of a silent server's. In milliseconds. */
const PAGE_TIMEOUT = 5000;

/** Leaves such an address to the server; without its answer the app shows its 404 page. */
const askForPage: typeof answerWithShell = async (options) => {
  // With a signal, the request would no longer be a navigation.
  const silence = new Promise<undefined>((end) => setTimeout(end, PAGE_TIMEOUT));
  const answer = await Promise.race([fetch(options.request).catch(() => undefined), silence]);
  return answer ?? answerWithShell(options);
};
registerRoute(new NavigationRoute(askForPage, { allowlist: notTheShell }));

/** The number of files kept for tabs of older versions. */
const MOST_PREVIOUS = 100;

/** Keeps the previous version's files for tabs that still run it. */
export const keepPrevious = async () => {
  const shellCache = await caches.open(cacheNames.precache);
  const old = (await shellCache.keys()).filter(
    ({ url }) => url.includes('/assets/') && !precache.getCacheKeyForURL(url),
  );
  if (old.length === 0) return;
  const previous = await caches.open(PREVIOUS_CACHE);
  for (const request of old) {
    const answer = await shellCache.match(request);
    if (answer) await previous.put(request, answer);
  }
  // A tab may be more than one version behind; the first entries are the oldest.
  const kept = await previous.keys();
  for (const request of kept.slice(0, -MOST_PREVIOUS)) await previous.delete(request);
};

/** Whether an address is a hashed file that is not part of this version's shell. */
export const isForeignAsset = (url: string) =>
  url.startsWith(`${self.location.origin}${SITE}assets/`) && !precache.getCacheKeyForURL(url);

const isScript = ({ status, headers }: Response) =>
  status === 200 && /javascript/.test(headers.get('content-type') ?? '');

/** A file of an older version, or one that few use, from its cache or the server. Scripts are kept. */
export const findOther = async (request: Request) => {
  const kept = await caches.match(request.url, { cacheName: PREVIOUS_CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (!isScript(answer)) return answer;
  const keep = async () => (await caches.open(PREVIOUS_CACHE)).put(request, answer.clone());
  await keep().catch(() => undefined);
  return answer;
};

/** Fetches a file that the browser has evicted, with the same integrity check as at the install. */
const restore = async ({ url, integrity }: ShellEntry) => {
  const place = precache.getCacheKeyForURL(url);
  const signal = AbortSignal.timeout(GIVE_UP_AFTER);
  const response = await fetch(url, { integrity, cache: 'reload', signal });
  if (!place || !integrity) return;
  await (await caches.open(cacheNames.precache)).put(place, withoutRedirect(response));
};

const findMissing = async () => {
  const found = await Promise.all(shell.map(({ url }) => precache.matchPrecache(url)));
  return shell.filter((_, index) => !found[index]);
};

/** Whether every file of the shell is cached. Tries to restore those that are not. */
export const isShellCached = async () => {
  const missing = await findMissing();
  if (missing.length === 0) return true;
  await Promise.all(missing.map((entry) => restore(entry).catch(() => undefined)));
  return (await findMissing()).length === 0;
};
