/** Resolves after so many milliseconds, or when the signal aborts. */
export const delay = (time: number, signal?: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, signal?.aborted ? 0 : time, undefined);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** The result of `work`, or undefined as soon as the signal aborts. */
export const unlessAborted = <T>(signal: AbortSignal, work: Promise<T>) =>
  Promise.race([
    work,
    new Promise<undefined>((resolve) => {
      if (signal.aborted) resolve(undefined);
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    }),
  ]);

/** How often an address is tried. */
export const MAX_TRIES = 5;

const FIRST_WAIT = 500;
const LONGEST_WAIT = 60_000;

/** `Retry-After` in seconds or as a date, given in milliseconds from `now`. */
export const parseRetryAfter = (header: string | null, now: number) => {
  if (!header) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};

/**
 * Milliseconds to wait after the given failed try (from 1). Doubles each time, half of it random
 * so that many devices don't come back at once; never sooner than the server asks for.
 */
export const waitAfter = (tries: number, random: number, retryAfter = 0) => {
  const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (tries - 1));
  return Math.max(wait / 2 + (random * wait) / 2, Math.min(retryAfter, LONGEST_WAIT));
};

/** Does `work` again, after growing pauses, until it resolves or the signal aborts. Never rejects. */
export const untilDone = async (
  work: () => Promise<void>,
  signal?: AbortSignal,
  tries = 1,
): Promise<void> => {
  const isDone = await work().then(
    () => true,
    () => false,
  );
  if (isDone) return;
  await delay(waitAfter(tries, Math.random()), signal);
  if (!signal?.aborted) await untilDone(work, signal, tries + 1);
};
