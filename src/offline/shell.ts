import { SHELL_QUESTION } from '#contract/messages.ts';
import { createObservable } from './observable.ts';

/** When a worker that does not answer counts as absent. In milliseconds. */
const ANSWER_TIMEOUT = 3000;

const isRefused = createObservable(false);
export const { subscribe: subscribeToRegistrationFailure } = isRefused;

/** Whether the browser or the site's setup will not have the worker, as far as it was tried. */
export const noteRegistrationFailure = isRefused.set;

export const canHaveWorker = () => Boolean(navigator.serviceWorker) && !isRefused.read();

const askWorker = (worker: ServiceWorker) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), ANSWER_TIMEOUT);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data?.isShellSaved === true);
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
