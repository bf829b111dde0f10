import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { answerByPolicy } from '#offline/policies.ts';
import { classifyRequest } from '#offline/request-class.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
clientsClaim();

const notTheShell = [/^\/api\//, /^\/images\//, /^\/assets\//, /^\/[^/]+\.[^/]+$/];
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: notTheShell }),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.mode === 'navigate') return;
  const kind = classifyRequest(request.url, self.location.origin);
  if (!kind) return;
  const { answer, whole } = answerByPolicy(kind, request);
  event.respondWith(answer);
  event.waitUntil(whole);
});

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting();
});
