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
