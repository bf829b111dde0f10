/** A passing notice about something the learner did not do; never the response to a tap. */
export type Toast = {
  /** A toast replaces a visible one with the same id. */
  id: string;
  text: string;
  action?: { label: string; act: () => void };
  /** How long it is shown, in milliseconds; six seconds unless told. */
  duration?: number;
  /** Stays until it is acted on or closed. */
  isLasting?: boolean;
};

const SHOWN_FOR = 6000;

let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

const tell = () => {
  for (const listener of listeners) listener();
};

const set = (next: readonly Toast[]) => {
  toasts = next;
  tell();
};

let place: HTMLElement | null = null;

/** Where the screen places its toasts; null leaves it to the toaster. */
export const setToastPlace = (element: HTMLElement | null) => {
  place = element;
  tell();
};

export const readToastPlace = () => place;

export const dismissToast = (id: string) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (toasts.some((toast) => toast.id === id)) set(toasts.filter((toast) => toast.id !== id));
};

export const showToast = (toast: Toast) => {
  clearTimeout(timers.get(toast.id));
  if (!toast.isLasting) {
    timers.set(
      toast.id,
      setTimeout(() => dismissToast(toast.id), toast.duration ?? SHOWN_FOR),
    );
  }
  set([...toasts.filter(({ id }) => id !== toast.id), toast]);
};

export const readToasts = () => toasts;

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};
