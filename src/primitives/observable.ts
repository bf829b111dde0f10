/** Something that happens, with listeners. */
export const createEvent = <Arguments extends unknown[] = []>() => {
  type Listener = (...what: Arguments) => void;
  const listeners = new Set<Listener>();
  return {
    emit: (...what: Arguments) => {
      for (const listener of [...listeners]) listener(...what);
    },
    /** Returns a function that unsubscribes. */
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
};

/** A value with subscribers; React reads it with `useSyncExternalStore`. */
export const createObservable = <T>(initial: T) => {
  let value = initial;
  const { emit, subscribe } = createEvent();
  return {
    read: () => value,
    set: (next: T) => {
      if (Object.is(value, next)) return;
      value = next;
      emit();
    },
    subscribe,
  };
};
