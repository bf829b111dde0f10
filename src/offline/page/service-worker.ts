import { messageSW, Workbox } from 'workbox-window';
import { trusted } from '#api/trusted-types.ts';
import { WORKER_ADDRESS } from '#contract/addresses.ts';
import { SHELL_QUESTION } from '#contract/caches.ts';
import { delay, MAX_TRIES, waitAfter } from '#primitives/delay.ts';
import { createEvent, createObservable } from '#primitives/observable.ts';
import { HOUR } from '#primitives/time.ts';

/** When a silent worker counts as absent. In milliseconds. */
const ANSWER_TIMEOUT = 3000;

/** Whether the browser or the site's setup refuses the worker. */
const isRefused = createObservable(false);

/** Calls back when the worker is refused or answers late. */
const { emit: tellOfWorker, subscribe: subscribeToWorker } = createEvent();
isRefused.subscribe(tellOfWorker);

export { subscribeToWorker };

export const canHaveWorker = () => Boolean(navigator.serviceWorker) && !isRefused.read();

/** A worker that is busy may be late; its answer then comes through `subscribeToWorker`. */
const askWorker = async (worker: ServiceWorker) => {
  const answer: Promise<{ isShellCached?: boolean }> = messageSW(worker, { type: SHELL_QUESTION });
  const inTime = await Promise.race([answer, delay(ANSWER_TIMEOUT)]);
  if (!inTime) answer.then(tellOfWorker);
  return inTime?.isShellCached === true;
};

const askIfCached = async () => {
  if (!canHaveWorker()) return false;
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  return active ? askWorker(active) : false;
};

let known: Promise<boolean> | undefined;

export const forgetShell = () => {
  known = undefined;
};

/**
 * Whether the app itself is on this device: a worker is active and its precache is complete. A yes is
 * remembered until `forgetShell`.
 */
export const isShellCached = async () => {
  const asking = known ?? askIfCached().catch(() => false);
  known = asking;
  const isCached = await asking;
  if (!isCached && known === asking) known = undefined;
  return isCached;
};

/** Whether a newer version is installed and waiting. */
const isWaiting = createObservable(false);
export const { read: readUpdateWaiting, subscribe: subscribeToUpdateWaiting } = isWaiting;

const noteWaiting = () => isWaiting.set(Boolean(registration?.waiting && registration.active));

let workbox: Workbox | undefined;
let registration: ServiceWorkerRegistration | undefined;
let mayReload = false;

/**
 * How long requests may take to finish before a new version takes over. If the old worker is busy
 * then, Chromium needs half a minute to replace it. In milliseconds.
 */
const SETTLING = 1000;

/** Lets the waiting version take over soon. This page then reloads, other tabs do not. */
export const applyUpdate = async () => {
  mayReload = true;
  await delay(SETTLING);
  if (mayReload) workbox?.messageSkipWaiting();
};

/** Undoes `applyUpdate`: this page will not reload when a new version takes over. */
export const cancelUpdate = () => {
  mayReload = false;
};

const reloadIfAsked = () => {
  noteWaiting();
  if (mayReload) location.reload();
  cancelUpdate();
};

/** Registers the worker and follows its updates. */
const register = async () => {
  const address = trusted.createScriptURL(WORKER_ADDRESS);
  const own = new Workbox(address, { updateViaCache: 'none' });
  own.addEventListener('waiting', noteWaiting);
  own.addEventListener('controlling', reloadIfAsked);
  own.addEventListener('redundant', noteWaiting);
  // workbox-window stops listening after the first update that comes more than a minute after it
  // registered, so a second deploy would go unnoticed. From there on a new instance listens.
  const replace = ({ isExternal }: { isExternal?: boolean }) => {
    if (isExternal && own === workbox) checkForUpdate(true);
  };
  own.addEventListener('installed', replace);
  own.addEventListener('redundant', replace);
  registration = await own.register({ immediate: true });
  workbox = own;
  // Nor does it listen to a worker that another tab is already installing.
  const { installing } = registration ?? {};
  installing?.addEventListener('statechange', () => {
    noteWaiting();
    if (installing.state === 'redundant' && !registration?.active) registerAgain();
  });
  noteWaiting();
};

let failures = 0;

/** Tries again to install the first worker, for example after the tab that installed it has crashed. */
const registerAgain = () => {
  failures += 1;
  if (failures <= MAX_TRIES) setTimeout(() => checkForUpdate(), waitAfter(failures, Math.random()));
};

/** Looks for a newer version; registers again if the first one could not be installed. */
const checkForUpdate = async (isNew = false) => {
  const isRegistered = registration?.installing || registration?.waiting || registration?.active;
  if (isRegistered && !isNew) {
    // Rejects without a network, or while an installation is failing.
    await registration?.update().catch(() => undefined);
    return;
  }
  try {
    await register();
    isRefused.set(false);
  } catch (error) {
    // A TypeError means that a script could not be fetched, which is temporary.
    isRefused.set(error instanceof DOMException);
  }
};

const checkIfVisible = () => {
  if (document.visibilityState === 'visible') checkForUpdate();
};

/** Registers the worker that keeps the app on the device. Where it is refused, the app works online. */
export const registerWorker = () => {
  if (!navigator.serviceWorker) return;
  setInterval(checkIfVisible, HOUR);
  document.addEventListener('visibilitychange', checkIfVisible);
  addEventListener('online', checkIfVisible);
  checkForUpdate();
};
