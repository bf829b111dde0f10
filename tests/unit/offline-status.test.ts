import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExamKey } from '#contract/caches.ts';
import {
  announceStatus,
  describeCoverage,
  type ExamStatus,
  endListing,
  listenToOtherTabs,
  readIsListed,
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
  isShellSaved: true,
  canHaveWorker: true,
  ending: 'interrupted',
} as const;

describe('what is said of an exam', () => {
  it('is that it is available when all of it and the app are there', () => {
    expect(describeCoverage(whole, fine)).toEqual({
      kind: 'available',
      bytes: 53_000,
      total: 3,
      listedAt: 7,
      isUnverified: false,
    });
  });

  it('is that its pictures are unverified where they are', () => {
    const status = describeCoverage({ ...whole, isUnverified: true }, fine);
    expect(status).toMatchObject({ kind: 'available', isUnverified: true });
  });

  it('is that the app itself is missing while it is', () => {
    const status = describeCoverage(whole, { ...fine, isShellSaved: false });
    expect(status).toMatchObject({ kind: 'partial', reason: 'shell', done: 3, total: 3 });
  });

  it('is that it can not be saved where no worker can keep the app', () => {
    const status = describeCoverage(whole, { ...fine, canHaveWorker: false, isShellSaved: false });
    expect(status).toEqual({ kind: 'impossible', reason: 'no-worker' });
  });

  it.each(['paused', 'interrupted', 'faulty', 'full'] as const)(
    'is why its download ended while something is missing: %s',
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

  it('is that the rest is unavailable only when the server has none of it', () => {
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

  it('counts missing pictures, too, and only those that the server does not have', () => {
    const drawn = manifestOf({ q1: ['a.png', 'b.png'], q2: [] });
    const [question, , ...missing] = addressesOf(drawn);
    const reasonFor = (unavailable: string[]) => {
      const present = new Set(addressesOf(drawn).filter((address) => !missing.includes(address)));
      expect(present).toContain(question);
      return describeCoverage(measureCoverage(examKey, { ...drawn, unavailable }, present), fine);
    };
    expect(reasonFor([])).toMatchObject({ reason: 'interrupted', unavailable: 0 });
    expect(reasonFor(missing.slice(1))).toMatchObject({ reason: 'interrupted', unavailable: 1 });
    expect(reasonFor(missing)).toMatchObject({ reason: 'unavailable', unavailable: 2 });
  });

  it('is not that an exam without questions is unavailable', () => {
    const none = measureCoverage(examKey, manifestOf({}), new Set());
    expect(describeCoverage(none, fine)).toMatchObject({ kind: 'partial', reason: 'interrupted' });
  });

  it('is never that it is available with anything missing, whatever the circumstances', () => {
    const anyCircumstances = fc.record({
      listedAt: fc.nat(),
      isShellSaved: fc.boolean(),
      canHaveWorker: fc.boolean(),
      ending: fc.constantFrom('paused', 'interrupted', 'faulty', 'full'),
    });
    const anyStock = anyKnownManifest.chain((known) =>
      fc
        .tuple(fc.subarray(addressesOf(known)), fc.subarray(addressesOf(known)))
        .map(([present, unavailable]) => {
          const coverage = measureCoverage(examKey, { ...known, unavailable }, new Set(present));
          return { coverage, isAllThere: present.length === addressesOf(known).length };
        }),
    );
    fc.assert(
      fc.property(anyStock, anyCircumstances, ({ coverage, isAllThere }, circumstances) => {
        const status = describeCoverage(coverage, circumstances);
        const { isShellSaved, canHaveWorker } = circumstances;
        const mayBeOffered = isAllThere && coverage.total > 0 && isShellSaved && canHaveWorker;
        expect(status.kind === 'available').toBe(mayBeOffered);
        if (!isWhole(coverage)) expect(status.kind).toBe('partial');
      }),
    );
  });
});

describe('the warning that an exam will not fit', () => {
  const tenOf100 = { done: 10, total: 100, bytes: 10_000 };

  it('compares what is to come, judged by what is there, with what is free', () => {
    expect(willNotFit(tenOf100, 89_999)).toBe(true);
    expect(willNotFit(tenOf100, 90_000)).toBe(false);
  });

  it('needs a few questions to judge by', () => {
    expect(willNotFit({ done: 9, total: 100, bytes: 9_000_000 }, 1)).toBe(false);
    expect(willNotFit({ done: 0, total: 100, bytes: 0 }, 0)).toBe(false);
  });

  it('is not given where the browser does not tell what is free', () => {
    expect(willNotFit(tenOf100, undefined)).toBe(false);
  });

  it('is never given for an exam that is there, and for more room never rather than for less', () => {
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

describe('the statuses that all tabs share', () => {
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

  it('are unknown until every saved exam was looked at, and absent then', () => {
    const listener = vi.fn();
    onTestFinished(subscribeToSavedExams(listener));
    expect(readStatus(keyOf('new'))).toEqual({ kind: 'unknown' });
    expect(readIsListed()).toBe(false);
    endListing(true);
    expect(readStatus(keyOf('new'))).toEqual({ kind: 'absent' });
    expect(readIsListed()).toBe(true);
    expect(listener).toHaveBeenCalledOnce();
    endListing(true);
    expect(listener).toHaveBeenCalledOnce();
    endListing(false);
    expect(readStatus(keyOf('new'))).toEqual({ kind: 'impossible', reason: 'no-cache' });
    endListing(true);
  });

  it('are shown here and sent to the others, once each', async () => {
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

  it('are heard from other tabs until nobody listens any more', async () => {
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
