import { clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SHELL_QUESTION, TAKE_OVER } from '#contract/messages.ts';
import { answerByPolicy } from '#offline/policies.ts';
import { classifyRequest } from '#offline/request-class.ts';

type ShellEntry = { url: string; revision: string | null; integrity: string };
declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: unknown };

/**
 * The server's policy names the API of the day; a stored copy of it would shut out the API that
 * an operator moves to. The shell's own policy, in its `meta` element, stays.
 */
const withoutPolicy = (response: Response) => {
  if (response.status !== 200) return null;
  const headers = new Headers(response.headers);
  headers.delete('content-security-policy');
  return new Response(response.body, { headers });
};

const shell = self.__WB_MANIFEST as ShellEntry[];
addPlugins([{ cacheWillUpdate: async ({ response }) => withoutPolicy(response) }]);
precacheAndRoute(shell);
cleanupOutdatedCaches();
clientsClaim();

const notTheShell = [/^\/api\//, /^\/images\//, /^\/assets\//, /^\/[^/]+\.[^/]+$/];
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notTheShell }),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // The page's own downloads ask for revalidation; it validates and stores them itself.
  if (request.method !== 'GET' || request.mode === 'navigate' || request.cache === 'no-cache')
    return;
  const kind = classifyRequest(request.url, self.location.origin);
  if (!kind) return;
  const { answer, whole } = answerByPolicy(kind, request);
  event.respondWith(answer);
  event.waitUntil(whole);
});

const isShellSaved = async () => {
  const found = await Promise.all(shell.map(({ url }) => matchPrecache(url)));
  return found.every(Boolean);
};

self.addEventListener('message', (event) => {
  if (event.data?.type === TAKE_OVER) self.skipWaiting();
  if (event.data?.type === SHELL_QUESTION) {
    const answer = isShellSaved().then((saved) =>
      event.ports[0]?.postMessage({ isShellSaved: saved }),
    );
    event.waitUntil(answer);
  }
});
