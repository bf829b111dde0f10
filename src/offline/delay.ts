/** Resolves after so many milliseconds, or when the signal aborts. */
export const delay = (time: number, signal?: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, time, undefined);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** Resolves when the signal aborts. */
export const untilAborted = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
