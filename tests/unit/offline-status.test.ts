import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExamKey } from '#contract/caches.ts';
import {
  announceStatus,
  describeCoverage,
  type ExamStatus,
  listenToOtherTabs,
  readLastHeard,
  readSavedExams,
  readStatus,
  subscribeToSavedExams,
  willNotFit,
} from '#offline/library/exam-status.ts';
import { isWhole, measureCoverage } from '#offline/library/saved-manifest.ts';
import { addressesOf, anyKnownManifest, examKey, manifestOf } from '#support/saved-exam.ts';

const manifest = manifestOf({ q1: ['a.png'], q2: [], q3: [] });
const addresses = addressesOf(manifest);
const whole = measureCoverage(examKey, manifest, new Set(addresses));
const part = measureCoverage(examKey, manifest, new Set(addresses.slice(0, 2)));

const fine = {
  listedAt: 7,
  isShellCached: true,
  canHaveWorker: true,
  ending: 'interrupted',
} as const;

describe('the status of an exam', () => {
  it('says so while the app itself is not saved', () => {
    const status = describeCoverage(whole, { ...fine, isShellCached: false });
    expect(status).toMatchObject({ kind: 'partial', reason: 'shell', done: 3, total: 3 });
  });

  it('says that it can’t be saved without a worker', () => {
    const status = describeCoverage(whole, { ...fine, canHaveWorker: false, isShellCached: false });
    expect(status).toEqual({ kind: 'impossible', reason: 'no-worker' });
  });

  it.each(['paused', 'interrupted', 'faulty', 'full'] as const)(
    'says why the download ended while something is missing: %s',
    (ending) => {
      expect(describeCoverage(part, { ...fine, ending })).toEqual({
        kind: 'partial',
        reason: ending,
        unavailable: 0,
        done: 1,
        total: 3,
        bytes: 51_000,
      });
    },
  );

  it("is 'unavailable' only if the server has none of the rest", () => {
    const reasonFor = (unavailable: string[]) => {
      const coverage = measureCoverage(
        examKey,
        { ...manifest, unavailable },
        new Set(addresses.slice(0, 2)),
      );
      return describeCoverage(coverage, fine);
    };
    expect(reasonFor(addresses.slice(2))).toMatchObject({ reason: 'unavailable', unavailable: 2 });
    expect(reasonFor(addresses.slice(3))).toMatchObject({ reason: 'interrupted', unavailable: 1 });
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

describe('the statuses shared by all tabs', () => {
  const saving: ExamStatus = { kind: 'saving', mayNotFit: false, done: 1, total: 2, bytes: 3 };
  const keyOf = (examId: string): ExamKey => ({ ...examKey, examId });

  const openTab = () => {
    const tab = new BroadcastChannel('certdeck');
    onTestFinished(() => tab.close());
    return tab;
  };
  const nextMessage = (tab: BroadcastChannel) =>
    new Promise((resolve) => {
      tab.onmessage = ({ data }) => resolve(data);
    });

  it('are published here and sent to the other tabs, once each', async () => {
    const key = keyOf('told');
    const told = nextMessage(openTab());
    const listener = vi.fn();
    const stop = subscribeToSavedExams(listener);
    announceStatus(key, saving);
    announceStatus(key, { ...saving });
    expect(listener).toHaveBeenCalledOnce();
    announceStatus(key, { ...saving, done: 2 });
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    announceStatus(key, saving);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(readStatus(key)).toEqual(saving);
    expect([...readSavedExams().values()]).toContainEqual({ key, status: saving });
    expect(await told).toEqual({ kind: 'status', key, status: saving });
  });

  it('arrive from other tabs until nobody listens', async () => {
    const key = keyOf('heard');
    const tab = openTab();
    const heard = vi.fn();
    const stop = listenToOtherTabs(heard);
    onTestFinished(stop);
    expect(readLastHeard(key)).toBe(0);
    tab.postMessage({ kind: 'other', key, status: saving });
    tab.postMessage({ kind: 'status', key, status: saving });
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    expect(heard.mock.calls).toEqual([[key, saving]]);
    expect(readStatus(key)).toEqual(saving);
    expect(readLastHeard(key)).toBeGreaterThan(0);
    stop();
    const others = vi.fn();
    onTestFinished(listenToOtherTabs(others));
    tab.postMessage({ kind: 'status', key, status: { kind: 'absent' } });
    await vi.waitFor(() => expect(others).toHaveBeenCalledOnce());
    expect(heard).toHaveBeenCalledOnce();
  });
});
