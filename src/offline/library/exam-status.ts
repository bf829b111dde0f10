import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { createObservable } from '#contract/observable.ts';
import type { Coverage } from './exam-document.ts';
import { subscribeToLibrary, tell } from './exam-library.ts';

/** Why an exam is only partly saved. */
export type PartialReason =
  /** The learner stopped the download. */
  | 'paused'
  /** The network is gone; the download continues by itself. */
  | 'interrupted'
  /** The server does not have some of it. */
  | 'unavailable'
  /** The server keeps sending invalid answers for some of it. */
  | 'faulty'
  /** The device has no room. */
  | 'full'
  /** Every answer is saved, but the app itself is not. */
  | 'shell';

type Amount = { done: number; total: number; bytes: number };

export type ExamStatus =
  | { kind: 'unknown' }
  | { kind: 'absent' }
  | ({ kind: 'saving'; mayNotFit: boolean } & Amount)
  | { kind: 'available'; bytes: number; total: number; checkedAt: number }
  | ({ kind: 'partial'; reason: PartialReason; unavailable: number } & Amount)
  /** This browser can't save exams: it has no Cache API or no service worker. */
  | { kind: 'impossible'; reason: 'no-cache' | 'no-worker' };

/** Why a download ended before everything was there. */
export type Shortfall = 'network' | 'faulty' | 'full';

const reasons = { network: 'interrupted', faulty: 'faulty', full: 'full' } as const;

type Circumstances = {
  bytes: number;
  checkedAt: number;
  isPaused: boolean;
  shortfall: Shortfall;
  isShellCached: boolean;
  canHaveWorker: boolean;
};

/** Says 'available' only when the whole exam and the app itself are saved. */
export const describeCoverage = (
  { done, total, missing, unavailable }: Coverage,
  { bytes, checkedAt, isPaused, shortfall, isShellCached, canHaveWorker }: Circumstances,
): ExamStatus => {
  const partly = (reason: PartialReason): ExamStatus => ({
    kind: 'partial',
    ...{ reason, unavailable, done, total, bytes },
  });
  if (missing > 0 && missing === unavailable) return partly('unavailable');
  if (missing > 0 || total === 0) return partly(isPaused ? 'paused' : reasons[shortfall]);
  if (!canHaveWorker) return { kind: 'impossible', reason: 'no-worker' };
  return isShellCached ? { kind: 'available', bytes, total, checkedAt } : partly('shell');
};

/** Whether the rest of an exam, estimated from what is saved, exceeds the free space. In bytes. */
export const willNotFit = ({ done, total, bytes }: Amount, free: number | undefined) =>
  free !== undefined && done >= 10 && (bytes / done) * (total - done) > free;

export type KnownExam = { key: ExamKey; status: ExamStatus };

const UNKNOWN: ExamStatus = { kind: 'unknown' };
const ABSENT: ExamStatus = { kind: 'absent' };
const IMPOSSIBLE: ExamStatus = { kind: 'impossible', reason: 'no-cache' };

/** Each exam's status, as it was last read from the caches or told by a tab. */
const exams = createObservable<ReadonlyMap<string, KnownExam>>(new Map());

export const { read: readKnownExams, subscribe: subscribeToKnownExams } = exams;

let notMet: ExamStatus = UNKNOWN;

/** Every saved exam has been read, so an exam without a status is not on the device. */
export const endListing = (canSave: boolean) => {
  const next = canSave ? ABSENT : IMPOSSIBLE;
  if (notMet === next) return;
  notMet = next;
  exams.set(new Map(exams.read()));
};

/** Whether every saved exam has been read. */
export const readIsListed = () => notMet !== UNKNOWN;

/** An exam's last known status. Does not read its cache. */
export const readStatus = (key: ExamKey): ExamStatus =>
  exams.read().get(cacheNameOf(key))?.status ?? notMet;

const isSame = (a: ExamStatus, b: ExamStatus) => JSON.stringify(a) === JSON.stringify(b);

/** Publishes a status in this tab only. */
export const showStatus = (key: ExamKey, status: ExamStatus) => {
  if (isSame(readStatus(key), status)) return;
  exams.set(new Map(exams.read()).set(cacheNameOf(key), { key, status }));
};

const lastHeard = new Map<string, number>();

/** When another tab last told a status. Milliseconds since 1970. */
export const readLastHeard = (key: ExamKey) => lastHeard.get(cacheNameOf(key)) ?? 0;

/** Publishes a status in every tab. */
export const tellStatus = (key: ExamKey, status: ExamStatus) =>
  tell({ kind: 'status', key, status });

subscribeToLibrary((message, isFromOtherTab) => {
  if (message.kind !== 'status') return;
  if (isFromOtherTab) lastHeard.set(cacheNameOf(message.key), Date.now());
  showStatus(message.key, message.status as ExamStatus);
});
