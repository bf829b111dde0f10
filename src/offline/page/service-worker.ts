import { WORKER_ADDRESS } from '#contract/addresses.ts';
import { SHELL_QUESTION, TAKE_OVER } from '#contract/caches.ts';
import { delay, MAX_TRIES, waitAfter } from '../delay.ts';
import { createObservable } from '../observable.ts';
import { trusted } from './trusted-types.ts';

/** When a worker that does not answer counts as absent. In milliseconds. */
const ANSWER_TIMEOUT = 3000;

/** Whether the browser or the site's setup refused the worker. */
const isRefused = createObservable(false);
/** How many answers of the worker came after it had been taken for absent. */
const lateAnswers = createObservable(0);

/** Calls back when the worker was refused, or has answered after its time. */
export const subscribeToWorker = (listener: () => void) => {
  const ends = [isRefused.subscribe(listener), lateAnswers.subscribe(listener)];
  return () => {
    for (const end of ends) end();
  };
};

export const canHaveWorker = () => Boolean(navigator.serviceWorker) && !isRefused.read();

const askWorker = (worker: ServiceWorker) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      resolve(false);
    }, ANSWER_TIMEOUT);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data?.isShellSaved === true);
      if (isLate) lateAnswers.set(lateAnswers.read() + 1);
    };
    worker.postMessage({ type: SHELL_QUESTION }, [port2]);
  });

const askIfSaved = async () => {
  if (!canHaveWorker()) return false;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration?.active ? askWorker(registration.active) : false;
};

let known: Promise<boolean> | undefined;

export const forgetShell = () => {
  known = undefined;
};

/**
 * Whether the app itself is on this device: an active worker that holds its whole precache. A yes
 * is not asked for again until `forgetShell`.
 */
export const isShellSaved = async () => {
  const asking = known ?? askIfSaved();
  known = asking;
  const isSaved = await asking;
  if (!isSaved && known === asking) known = undefined;
  return isSaved;
};

const HOUR = 60 * 60 * 1000;

/** Whether a newer version is installed and waiting. */
const isWaiting = createObservable(false);
export const { read: readUpdateWaiting, subscribe: subscribeToUpdateWaiting } = isWaiting;

const takeOver = { type: TAKE_OVER };

let registration: ServiceWorkerRegistration | undefined;

let mayReload = false;

/**
 * How long requests get to end before a version takes over. Chromium takes half a minute to replace a
 * worker that was busy when its successor was called. In milliseconds.
 */
const SETTLING = 1000;

/** Lets the waiting version take over soon. This page then reloads, other tabs do not. */
export const applyUpdate = async () => {
  mayReload = true;
  // Loaded only now, since a first visit has nothing to update. In a page older than two versions the
  // chunk may be gone, and the update must work all the same.
  const loading = import('workbox-window').catch(() => undefined);
  const [messenger] = await Promise.all([loading, delay(SETTLING)]);
  const worker = registration?.waiting;
  if (!worker || !mayReload) return;
  if (messenger) messenger.messageSW(worker, takeOver);
  else worker.postMessage(takeOver);
};

/** Takes `applyUpdate` back: this page is not reloaded when a version takes over. */
export const cancelUpdate = () => {
  mayReload = false;
};

/**
 * By our own listeners: workbox-window stops following a registration after the first update that
 * comes more than a minute after the start, and would miss the second of two.
 */
const watchForUpdates = (registration: ServiceWorkerRegistration) => {
  const noteWaiting = () => isWaiting.set(Boolean(registration.waiting && registration.active));
  const follow = (worker: ServiceWorker | null) =>
    worker?.addEventListener('statechange', () => {
      noteWaiting();
      if (worker.state === 'redundant' && !registration.active) registerAgain();
    });
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  noteWaiting();
};

let failures = 0;

/** The first worker could not be installed; the tab that was installing it may have crashed. */
const registerAgain = () => {
  failures += 1;
  if (failures <= MAX_TRIES) setTimeout(look, waitAfter(failures, Math.random()));
};

/** Looks for a newer version; registers again if the first one could not be installed. */
const look = async () => {
  if (registration?.installing || registration?.waiting || registration?.active) {
    // Without a network, or in the moment in which an installation fails, it rejects.
    await registration.update().catch(() => undefined);
    return;
  }
  try {
    registration = await navigator.serviceWorker.register(trusted.createScriptURL(WORKER_ADDRESS), {
      updateViaCache: 'none',
    });
    watchForUpdates(registration);
    isRefused.set(false);
  } catch (error) {
    // A TypeError means that the script could not be fetched, which may pass.
    isRefused.set(error instanceof DOMException);
  }
};

const lookIfVisible = () => {
  if (document.visibilityState === 'visible') look();
};

/**
 * Registers the worker that keeps the app on the device. Where it is refused, the app works online.
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
