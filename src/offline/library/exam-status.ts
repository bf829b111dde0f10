import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { createObservable } from '#primitives/observable.ts';

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

/** Why a download ended before everything was there. */
export type Shortfall = Extract<PartialReason, 'interrupted' | 'faulty' | 'full'>;

export type Amount = { done: number; total: number; bytes: number };

export type ExamStatus =
  | { kind: 'unknown' }
  | { kind: 'absent' }
  | ({ kind: 'saving'; mayNotFit: boolean } & Amount)
  | ({ kind: 'available'; checkedAt: number } & Amount)
  | ({ kind: 'partial'; reason: PartialReason } & Amount)
  /**
   * This browser can't save exams: it has no Cache API or no service worker. Or what it has of the
   * learner's own can't be read.
   */
  | { kind: 'impossible'; reason: 'no-cache' | 'no-worker' | 'unreadable' };

export type KnownExam = { key: ExamKey; status: ExamStatus };

const UNKNOWN: ExamStatus = { kind: 'unknown' };
const ABSENT: ExamStatus = { kind: 'absent' };
export const IMPOSSIBLE: ExamStatus = { kind: 'impossible', reason: 'no-cache' };

/** Each exam's status, as last read from the caches or reported by a tab. */
const exams = createObservable<ReadonlyMap<string, KnownExam>>(new Map());

export const { read: readKnownExams, subscribe: subscribeToKnownExams } = exams;

let unlisted: ExamStatus = UNKNOWN;

/** Every saved exam has been read, so an exam without a status is not on the device. */
export const endListing = (canSave: boolean) => {
  const next = canSave ? ABSENT : IMPOSSIBLE;
  if (unlisted === next) return;
  unlisted = next;
  exams.set(new Map(exams.read()));
};

/** Whether every saved exam has been read. */
export const readIsListed = () => unlisted !== UNKNOWN;

/** An exam's last known status. Does not read its cache. */
export const readStatus = (key: ExamKey): ExamStatus =>
  exams.read().get(cacheNameOf(key))?.status ?? unlisted;

const isSame = (a: ExamStatus, b: ExamStatus) => JSON.stringify(a) === JSON.stringify(b);

/** Publishes a status in this tab only. */
export const showStatus = (key: ExamKey, status: ExamStatus) => {
  if (isSame(readStatus(key), status)) return;
  exams.set(new Map(exams.read()).set(cacheNameOf(key), { key, status }));
};

/** Whether the rest of an exam, estimated from what is saved, exceeds the free space. In bytes. */
export const willNotFit = ({ done, total, bytes }: Amount, free: number | undefined) =>
  free !== undefined && done >= 10 && (bytes / done) * (total - done) > free;
