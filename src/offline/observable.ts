/** A value with subscribers; React reads it with `useSyncExternalStore`. */
export const createObservable = <T>(initial: T) => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    read: () => value,
    set: (next: T) => {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};
