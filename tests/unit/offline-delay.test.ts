import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRetryAfter, waitAfter } from '#primitives/delay.ts';

const SECOND = 1000;
const now = Date.parse('Sat, 01 Nov 2025 12:00:00 GMT');

it.each([
  [1, 500],
  [2, 1000],
  [3, 2000],
  [4, 4000],
  [5, 8000],
  [40, 60_000],
])('the wait after the failed try %i is between half of %i ms and all of it', (tries, wait) => {
  expect([0, 0.5, 1].map((random) => waitAfter(tries, random))).toEqual([
    wait / 2,
    wait * 0.75,
    wait,
  ]);
});

it('no wait is longer than a minute or shorter than a quarter of a second, or than Retry-After says', () => {
  const anyRandom = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      anyRandom,
      fc.nat(10 ** 9),
      (tries, random, after) => {
        const wait = waitAfter(tries, random, after);
        expect(wait).toBeGreaterThanOrEqual(Math.max(250, Math.min(after, 60 * SECOND)));
        expect(wait).toBeLessThanOrEqual(60 * SECOND);
      },
    ),
  );
});

it.each([
  ['0', 0],
  ['7', 7 * SECOND],
  [' 120 ', 120 * SECOND],
  ['Sat, 01 Nov 2025 12:00:30 GMT', 30 * SECOND],
  ['Sat, 01 Nov 2025 11:00:00 GMT', 0],
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['7 seconds', undefined],
])('Retry-After: %j means a wait of %s ms', (header, wait) => {
  expect(parseRetryAfter(header, now)).toBe(wait);
});
