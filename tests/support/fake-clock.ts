import { onTestFinished, vi } from 'vitest';

/**
 * Timers, dates and the limits of requests follow a clock that the test sets; the last one is
 * left alone by Vitest. Real time is back when the test ends.
 */
export const fakeTheClock = () => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException('Too late', 'TimeoutError')), time);
    return controller.signal;
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
};

/** What the work resolves with, and after how many milliseconds, if it takes no longer than `most`. */
export const timed = async <T>(work: () => Promise<T>, most = 60_000) => {
  if (!vi.isFakeTimers()) fakeTheClock();
  const began = Date.now();
  const ended = work().then((value) => ({ value, after: Date.now() - began }));
  await vi.advanceTimersByTimeAsync(most);
  return ended;
};
