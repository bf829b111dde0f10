import { createObservable } from '#primitives/observable.ts';

/** A passing notice about something the learner did not do; never the response to a tap. */
export type Toast = {
  /** A toast replaces a visible one with the same id. */
  id: string;
  text: string;
  action?: { label: string; act: () => void };
  /** How long it is shown, in milliseconds; with `Infinity` until it is acted on or closed. */
  duration?: number;
};

const SHOWN_FOR = 6000;

const timers = new Map<string, ReturnType<typeof setTimeout>>();

const { read, set, subscribe } = createObservable<readonly Toast[]>([]);

export { read as readToasts, subscribe as subscribeToToasts };

/** Where the screen places its toasts; null leaves it to the toaster. */
export const toastPlace = createObservable<HTMLElement | null>(null);

export const dismissToast = (id: string) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (read().some((toast) => toast.id === id)) set(read().filter((toast) => toast.id !== id));
};

/** How long what a tap did can be undone with another one, in milliseconds. */
export const UNDO_TIME = 10_000;

export const showToast = ({ duration = SHOWN_FOR, ...toast }: Toast) => {
  const { id } = toast;
  clearTimeout(timers.get(id));
  const dismiss = () => dismissToast(id);
  if (Number.isFinite(duration)) timers.set(id, setTimeout(dismiss, duration));
  set([...read().filter((shown) => shown.id !== id), toast]);
};
