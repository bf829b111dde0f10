import { TAKE_OVER } from '#contract/messages.ts';
import { createObservable } from './observable.ts';

const HOUR = 60 * 60 * 1000;

/** Whether a newer version is installed and waits for its turn. */
const isWaiting = createObservable(false);
export const { read: readUpdateWaiting, subscribe: subscribeToUpdateWaiting } = isWaiting;

let mayReload = false;

/** Lets the waiting version take over; this page is then loaded anew, other tabs are not. */
export const applyUpdate = async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting) return;
  // Only now, since a first visit has nothing to update.
  const { messageSW } = await import('workbox-window');
  mayReload = true;
  void messageSW(registration.waiting, { type: TAKE_OVER });
};

const watchForUpdates = (registration: ServiceWorkerRegistration) => {
  const noteWaiting = () => isWaiting.set(Boolean(registration.waiting && registration.active));
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', noteWaiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  noteWaiting();
  const check = () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  };
  setInterval(check, HOUR);
  document.addEventListener('visibilitychange', check);
  addEventListener('online', check);
};

/**
 * Registers the worker that keeps the app on the device. Where the browser or the site's setup
 * will not have it, the app works online.
 */
export const registerWorker = async () => {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (mayReload) location.reload();
    mayReload = false;
  });
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', {
      updateViaCache: 'none',
    });
    watchForUpdates(registration);
  } catch (error) {
    console.warn('The service worker was refused, so the app works only online', error);
  }
};
