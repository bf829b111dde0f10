import { createObservable } from './observable.ts';

/** Chrome's event; other browsers have none. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const prompt = createObservable<InstallPrompt | undefined>(undefined);
export const {
  read: readInstallPrompt,
  set: setInstallPrompt,
  subscribe: subscribeToInstallPrompt,
} = prompt;

/** Keeps the browser's own offer back until the learner has something to come back to. */
export const holdInstallPrompt = () =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt.set(event as InstallPrompt);
  });
