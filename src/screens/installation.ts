import { createObservable } from '#offline/observable.ts';

/** Chrome's event; other browsers have none. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const prompt = createObservable<InstallPrompt | undefined>(undefined);
export const { read: readInstallPrompt, subscribe: subscribeToInstallPrompt } = prompt;
const { set: setInstallPrompt } = prompt;

/** Delays the browser's own offer until the learner has a saved exam. */
export const holdInstallPrompt = () =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setInstallPrompt(event as InstallPrompt);
  });

const DECLINED = 'install-refused';

/** How this device can install the app: by a prompt, or by steps that the app explains. */
export type Installation = { kind: 'prompt'; prompt: InstallPrompt } | { kind: 'steps' };

const wasDeclined = () => {
  try {
    return localStorage.getItem(DECLINED) !== null;
  } catch {
    return true;
  }
};

const isIos = () =>
  /iP(hone|ad|od)/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Mac') && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

/** iOS deletes what a site has stored after seven days without a visit, unless it is installed. */
export const isDeletedSoon = () => isIos() && !isInstalled();

export const findInstallation = (): Installation | undefined => {
  if (isInstalled() || wasDeclined()) return undefined;
  const prompt = readInstallPrompt();
  if (prompt) return { kind: 'prompt', prompt };
  return isIos() ? { kind: 'steps' } : undefined;
};

/** Remembers for good that the learner declined. */
export const declineInstallation = () => {
  try {
    localStorage.setItem(DECLINED, 'yes');
  } catch {
    // Without storage the choice lasts for this visit.
  }
  setInstallPrompt(undefined);
};

/** Shows the browser's own prompt, once. */
export const install = async (prompt: InstallPrompt) => {
  setInstallPrompt(undefined);
  await prompt.prompt();
};
