import { clientsClaim } from 'workbox-core';
import { SHELL_QUESTION, TAKE_OVER } from '#contract/caches.ts';
import { isShare, takeShare } from './shared-files.ts';
import { findOther, isForeignAsset, isShellCached, keepPrevious, precache } from './shell.ts';
import { classifyRequest, respond } from './strategies.ts';

declare const self: ServiceWorkerGlobalScope;

clientsClaim();

self.addEventListener('install', (event) => event.waitUntil(precache.install(event)));
self.addEventListener('activate', (event) => {
  const kept = keepPrevious().catch(() => undefined);
  event.waitUntil(kept.then(() => precache.activate(event)));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isForeignAsset(request.url) && request.mode !== 'navigate') {
    event.respondWith(findOther(request));
    return;
  }
  if (isShare(request)) {
    event.respondWith(takeShare(request));
    return;
  }
  // The page uses these cache modes for answers that it validates and saves itself.
  const isOwn = ['no-cache', 'no-store', 'reload'].includes(request.cache);
  if (request.method !== 'GET' || request.mode === 'navigate' || isOwn) return;
  const kind = classifyRequest(request.url, self.location.origin);
  if (!kind) return;
  const { answer, whole } = respond(kind, request);
  event.respondWith(answer);
  event.waitUntil(whole);
});

self.addEventListener('message', (event) => {
  if (event.data?.type === TAKE_OVER) self.skipWaiting();
  if (event.data?.type === SHELL_QUESTION) {
    const answer = isShellCached().then((saved) =>
      event.ports[0]?.postMessage({ isShellCached: saved }),
    );
    event.waitUntil(answer);
  }
});
