/** Resolves after so many milliseconds, or when the signal aborts. */
export const wait = (time: number, signal?: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, time, undefined);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
