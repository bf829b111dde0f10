import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeCoverage, willNotFit } from '#offline/library/exam-status.ts';
import { isWhole, measureCoverage } from '#offline/library/saved-manifest.ts';
import { addressesOf, anyKnownManifest, examKey, manifestOf } from '#support/saved-exam.ts';

const manifest = manifestOf([
  ['q1', ['a.png']],
  ['q2', []],
  ['q3', []],
]);
const addresses = addressesOf(manifest);
const cover = (count: number, unavailable: string[] = []) =>
  measureCoverage(examKey, { ...manifest, unavailable }, new Set(addresses.slice(0, count)));

const fine = {
  listedAt: 7,
  isShellCached: true,
  canHaveWorker: true,
  ending: 'interrupted',
} as const;

describe('the status of an exam', () => {
  const amount = { unavailable: 0, done: 1, total: 3, bytes: 51_000 };
  const noWorker = { kind: 'impossible', reason: 'no-worker' };

  it.each([
    ['the app is not saved', cover(4), { isShellCached: false }, { reason: 'shell', done: 3 }],
    ['there can be no worker', cover(4), { isShellCached: false, canHaveWorker: false }, noWorker],
    ['it was paused', cover(2), { ending: 'paused' }, { ...amount, reason: 'paused' }],
    ['it was interrupted', cover(2), {}, { ...amount, reason: 'interrupted' }],
    ['answers were bad', cover(2), { ending: 'faulty' }, { ...amount, reason: 'faulty' }],
    ['there is no room', cover(2), { ending: 'full' }, { ...amount, reason: 'full' }],
    [
      'the server has none of the rest',
      cover(2, addresses.slice(2)),
      {},
      { ...amount, reason: 'unavailable', unavailable: 2 },
    ],
    [
      'the server lacks some of the rest',
      cover(2, addresses.slice(3)),
      {},
      { ...amount, reason: 'interrupted', unavailable: 1 },
    ],
  ])('says so if %s', (_, coverage, changes, expected) => {
    const status = describeCoverage(coverage, { ...fine, ...changes } as typeof fine);
    expect(status).toMatchObject({ kind: 'partial', ...expected });
  });

  it("is 'available' if and only if everything is there", () => {
    const anyCircumstances = fc.record({
      listedAt: fc.nat(),
      isShellCached: fc.boolean(),
      canHaveWorker: fc.boolean(),
      ending: fc.constantFrom('paused', 'interrupted', 'faulty', 'full'),
    });
    const anyCoverage = anyKnownManifest.chain((known) =>
      fc
        .tuple(fc.subarray(addressesOf(known)), fc.subarray(addressesOf(known)))
        .map(([present, unavailable]) => {
          const coverage = measureCoverage(examKey, { ...known, unavailable }, new Set(present));
          return { coverage, isAllThere: present.length === addressesOf(known).length };
        }),
    );
    fc.assert(
      fc.property(anyCoverage, anyCircumstances, ({ coverage, isAllThere }, circumstances) => {
        const status = describeCoverage(coverage, circumstances);
        const { isShellCached, canHaveWorker } = circumstances;
        const mayBeOffered = isAllThere && coverage.total > 0 && isShellCached && canHaveWorker;
        expect(status.kind === 'available').toBe(mayBeOffered);
        if (!isWhole(coverage)) expect(status.kind).toBe('partial');
      }),
    );
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
