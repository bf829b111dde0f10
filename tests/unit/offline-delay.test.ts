import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_TRIES, parseRetryAfter, waitAfter } from '#offline/delay.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const now = Date.parse('Sat, 01 Nov 2025 12:00:00 GMT');

const anyTries = fc.integer({ min: 1, max: 40 });
/** As `Math.random` gives it. */
const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const anyRetryAfter = fc.option(fc.integer({ min: 0, max: 10 * 24 * 60 * MINUTE }), {
  nil: undefined,
});

describe('an address', () => {
  it('is asked for five times at most', () => {
    expect(MAX_TRIES).toBe(5);
  });
});

describe('the wait after a failed try', () => {
  it.each([
    [1, 500],
    [2, 1000],
    [3, 2000],
    [4, 4000],
    [5, 8000],
  ])('number %i is between half and the whole of %i ms', (tries, wait) => {
    expect(waitAfter(tries, 0)).toBe(wait / 2);
    expect(waitAfter(tries, 0.5)).toBe(wait * 0.75);
    expect(waitAfter(tries, 1)).toBe(wait);
  });

  it('is never longer than a minute, and never shorter than a quarter of a second', () => {
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

  it('is as long as the server asks for, up to a minute', () => {
    expect(waitAfter(1, 0, 7 * SECOND)).toBe(7 * SECOND);
    expect(waitAfter(1, 0, 3600 * SECOND)).toBe(MINUTE);
    fc.assert(
      fc.property(anyTries, anyRandom, fc.nat({ max: MINUTE }), (tries, random, retryAfter) => {
        expect(waitAfter(tries, random, retryAfter)).toBeGreaterThanOrEqual(retryAfter);
      }),
    );
  });

  it('differs between devices', () => {
    expect(waitAfter(3, 0.1)).not.toBe(waitAfter(3, 0.9));
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7 * SECOND],
    [' 120 ', 120 * SECOND],
    ['Sat, 01 Nov 2025 12:00:30 GMT', 30 * SECOND],
    ['Sat, 01 Nov 2025 11:00:00 GMT', 0],
  ])('%j is so many milliseconds from now: %i', (header, wait) => {
    expect(parseRetryAfter(header, now)).toBe(wait);
  });

  it.each([null, '', 'soon', '7 seconds', 'tomorrow'])('%j says nothing', (header) => {
    expect(parseRetryAfter(header, now)).toBeUndefined();
  });

  it('is read as seconds, whatever their number', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(parseRetryAfter(`${seconds}`, now)).toBe(seconds * SECOND);
      }),
    );
  });

  it('is read as a date, and one that is past as now', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), (seconds) => {
        const header = new Date(now + seconds * SECOND).toUTCString();
        expect(parseRetryAfter(header, now)).toBe(Math.max(0, seconds) * SECOND);
      }),
    );
  });

  it('never makes a wait out of nonsense', () => {
    fc.assert(
      fc.property(fc.string(), anyTries, anyRandom, (header, tries, random) => {
        const wait = waitAfter(tries, random, parseRetryAfter(header, now));
        expect(wait).toBeGreaterThanOrEqual(250);
        expect(wait).toBeLessThanOrEqual(MINUTE);
      }),
    );
  });
});
