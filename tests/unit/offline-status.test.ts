import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeCompleteness, willNotFit } from '#offline/library/describe-status.ts';
import type { Completeness } from '#offline/library/exam-document.ts';

const whole: Completeness = { done: 3, total: 3, missing: 0, unavailable: 0 };
const part: Completeness = { done: 1, total: 3, missing: 2, unavailable: 0 };
const fine = {
  ...{ bytes: 51_000, checkedAt: 7, isPaused: false, shortfall: 'network' as const },
  ...{ isShellCached: true, canHaveWorker: true },
};

describe('the status of an exam', () => {
  const noWorker = { kind: 'impossible', reason: 'no-worker' };
  const partly = (reason: string, unavailable = 0) => ({
    ...{ kind: 'partial', reason, unavailable, done: 1, total: 3, bytes: 51_000 },
  });

  it.each([
    ['all of it is saved', whole, {}, { kind: 'available', bytes: 51_000, checkedAt: 7 }],
    ['the app is not saved', whole, { isShellCached: false }, { reason: 'shell', done: 3 }],
    ['there can be no worker', whole, { canHaveWorker: false }, noWorker],
    ['it was paused', part, { isPaused: true }, partly('paused')],
    ['it was interrupted', part, {}, partly('interrupted')],
    ['answers were bad', part, { shortfall: 'faulty' }, partly('faulty')],
    ['there is no room', part, { shortfall: 'full' }, partly('full')],
    ['the server lacks the rest', { ...part, unavailable: 2 }, {}, partly('unavailable', 2)],
    ['the server lacks some of it', { ...part, unavailable: 1 }, {}, partly('interrupted', 1)],
    ['it has no questions', { ...whole, done: 0, total: 0 }, {}, { reason: 'interrupted' }],
  ])('says so if %s', (_, completeness, changes, expected) => {
    expect(
      describeCompleteness(completeness, { ...fine, ...changes } as typeof fine),
    ).toMatchObject(expected);
  });
});

describe('the warning that an exam won’t fit', () => {
  const tenOf100 = { done: 10, total: 100, bytes: 10_000 };

  it('estimates the rest from what is saved', () => {
    expect(willNotFit(tenOf100, 89_999)).toBe(true);
    expect(willNotFit(tenOf100, 90_000)).toBe(false);
  });

  it('is never given for a whole exam, nor for more room if not for less', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), fc.nat(), fc.nat(), fc.nat(), (total, bytes, a, b) => {
        expect(willNotFit({ done: total, total, bytes }, 0)).toBe(false);
        const half = { done: Math.floor(total / 2), total, bytes };
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        if (willNotFit(half, more)) expect(willNotFit(half, less)).toBe(true);
      }),
    );
  });
});
