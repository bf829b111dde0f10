import { WORKER_ADDRESS } from '#contract/addresses.ts';
import { TAKE_OVER } from '#contract/messages.ts';
import { createObservable } from './observable.ts';
import { noteRegistrationFailure } from './shell.ts';
import { trusted } from './trusted-types.ts';

const HOUR = 60 * 60 * 1000;

/** Whether a newer version is installed and waits for its turn. */
const isWaiting = createObservable(false);
export const { read: readUpdateWaiting, subscribe: subscribeToUpdateWaiting } = isWaiting;

const takeOver = { type: TAKE_OVER };

let registration: ServiceWorkerRegistration | undefined;

let mayReload = false;

/** Lets the waiting version take over; this page is then loaded anew, other tabs are not. */
export const applyUpdate = () => {
  const worker = registration?.waiting;
  if (!worker) return;
  mayReload = true;
  // Only now, since a first visit has nothing to update. A page that has outlived two versions may
  // find the chunk gone from the server and from the precache; its update must come all the same.
  import('workbox-window').then(
    ({ messageSW }) => void messageSW(worker, takeOver),
    () => worker.postMessage(takeOver),
  );
};

/** From now on a version that takes over leaves this page as it is. */
export const cancelUpdate = () => {
  mayReload = false;
};

const watchForUpdates = (registration: ServiceWorkerRegistration) => {
  const noteWaiting = () => isWaiting.set(Boolean(registration.waiting && registration.active));
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', noteWaiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  noteWaiting();
};

/** Looks for a newer version, or for the first one again: one that can't install leaves nothing. */
const look = async () => {
  if (registration?.installing || registration?.waiting || registration?.active) {
    await registration.update();
    return;
  }
  try {
    registration = await navigator.serviceWorker.register(trusted.createScriptURL(WORKER_ADDRESS), {
      updateViaCache: 'none',
    });
    watchForUpdates(registration);
    noteRegistrationFailure(false);
  } catch (error) {
    // A script that could not be had for now is a TypeError instead, and comes another time.
    noteRegistrationFailure(error instanceof DOMException);
  }
};

const lookIfVisible = () => {
  if (document.visibilityState === 'visible') look().catch(() => undefined);
};

/**
 * Registers the worker that keeps the app on the device. Where the browser or the site's setup
 * will not have it, the app works online.
 */
export const registerWorker = () => {
  if (!navigator.serviceWorker) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (mayReload) location.reload();
    cancelUpdate();
  });
  setInterval(lookIfVisible, HOUR);
  document.addEventListener('visibilitychange', lookIfVisible);
  addEventListener('online', lookIfVisible);
  look();
};
