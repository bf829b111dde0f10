import { createObservable } from '#primitives/observable.ts';

/** Chrome's event; other browsers have none. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

export const installPrompt = createObservable<InstallPrompt | undefined>(undefined);

/** Delays the browser's own offer until the learner has a saved exam. */
export const holdInstallPrompt = () =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
