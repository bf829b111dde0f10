import { createObservable } from '../observable.ts';

/** Chrome's event; other browsers have none. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const prompt = createObservable<InstallPrompt | undefined>(undefined);
export const { read: readInstallPrompt, subscribe: subscribeToInstallPrompt } = prompt;
const { set: setInstallPrompt } = prompt;

/** Keeps the browser's own offer back until the learner has something to come back to. */
export const holdInstallPrompt = () =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setInstallPrompt(event as InstallPrompt);
  });

const REFUSED = 'install-refused';

/** How this device can install the app: by a prompt, by two taps that are shown, or not at all. */
export type Installation = { kind: 'prompt'; prompt: InstallPrompt } | { kind: 'steps' };

const wasDeclined = () => {
  try {
    return localStorage.getItem(REFUSED) !== null;
  } catch {
    return true;
  }
};

export const isIos = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);

export const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

export const findInstallation = (): Installation | undefined => {
  if (isInstalled() || wasDeclined()) return undefined;
  const prompt = readInstallPrompt();
  if (prompt) return { kind: 'prompt', prompt };
  return isIos() ? { kind: 'steps' } : undefined;
};

/** Remembers a refusal for good. Where storage can't be read, no offer is made at all. */
export const declineInstallation = () => {
  try {
    localStorage.setItem(REFUSED, 'yes');
  } catch {
    // Then it lasts for the visit.
  }
  setInstallPrompt(undefined);
};

/** Shows the browser's own prompt, once. */
export const install = async (prompt: InstallPrompt) => {
  setInstallPrompt(undefined);
  await prompt.prompt();
};
