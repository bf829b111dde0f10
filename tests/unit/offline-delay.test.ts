import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { delay, inSlice, parseRetryAfter, untilAborted, waitAfter } from '#offline/delay.ts';
import { fakeTheClock } from '#support/fake-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const now = Date.parse('Sat, 01 Nov 2025 12:00:00 GMT');

const anyTries = fc.integer({ min: 1, max: 40 });
/** Like `Math.random`. */
const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anyRetryAfter = fc.option(fc.integer({ min: 0, max: 10 * 24 * 60 * MINUTE }), {
  nil: undefined,
});

describe('a wait', () => {
  /** Tells whether the wait is over. */
  const observe = (wait: Promise<unknown>) => {
    const seen = { isOver: false };
    wait.then(() => {
      seen.isOver = true;
    });
    return seen;
  };
  const turn = (time: number) => vi.advanceTimersByTimeAsync(time);

  it('is over after its time', async () => {
    fakeTheClock();
    const seen = observe(delay(100));
    await turn(99);
    expect(seen.isOver).toBe(false);
    await turn(1);
    expect(seen.isOver).toBe(true);
  });

  it('is over as soon as it is aborted, and leaves no timer', async () => {
    fakeTheClock();
    const controller = new AbortController();
    const waits = [delay(100, controller.signal), untilAborted(controller.signal)].map(observe);
    await turn(10);
    expect(waits).toEqual([{ isOver: false }, { isOver: false }]);
    controller.abort();
    await turn(0);
    expect(waits).toEqual([{ isOver: true }, { isOver: true }]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a long job lets taps in every 12 ms, all of its parts together', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const breaks = vi.fn();
  vi.stubGlobal(
    'MessageChannel',
    class extends MessageChannel {
      constructor() {
        super();
        breaks();
      }
    },
  );
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const work = () => Promise.all([1, 2].map((part) => inSlice(() => part)));
  const breaksAfter = async (time: number) => {
    vi.advanceTimersByTime(time);
    expect(await work()).toEqual([1, 2]);
    return breaks.mock.calls.length;
  };
  expect(await breaksAfter(1000)).toBe(1);
  expect(await breaksAfter(11)).toBe(1);
  expect(await breaksAfter(1)).toBe(2);
  expect(await breaksAfter(11)).toBe(2);
});

describe('the wait after a failed try', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [4, 4000],
    [5, 8000],
  ])('%i is between half of %i ms and all of it', (tries, wait) => {
    expect(waitAfter(tries, 0)).toBe(wait / 2);
    expect(waitAfter(tries, 0.5)).toBe(wait * 0.75);
    expect(waitAfter(tries, 1)).toBe(wait);
  });

  it('is between a quarter of a second and a minute', () => {
    fc.assert(
      fc.property(anyTries, anyRandom, anyRetryAfter, (tries, random, retryAfter) => {
        const wait = waitAfter(tries, random, retryAfter);
        expect(wait).toBeGreaterThanOrEqual(250);
        expect(wait).toBeLessThanOrEqual(MINUTE);
      }),
    );
  });

  it('never shrinks from one try to the next', () => {
    fc.assert(
      fc.property(anyTries, anyRandom, anyRandom, (tries, random, later) => {
        expect(waitAfter(tries + 1, later)).toBeGreaterThanOrEqual(
          Math.min(waitAfter(tries, random), MINUTE / 2),
        );
      }),
    );
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7 * SECOND],
    [' 120 ', 120 * SECOND],
    ['Sat, 01 Nov 2025 12:00:30 GMT', 30 * SECOND],
    ['Sat, 01 Nov 2025 11:00:00 GMT', 0],
  ])('reads %j as %i ms from now', (header, wait) => {
    expect(parseRetryAfter(header, now)).toBe(wait);
  });

  it.each([null, '', 'soon', '7 seconds', 'tomorrow'])('ignores %j', (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });
});
