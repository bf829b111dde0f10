import { type Coverage, isWhole } from './saved-manifest.ts';

/** Why an exam is there only in part. */
export type PartialReason =
  /** The learner stopped the download. */
  | 'paused'
  /** The network is gone; it goes on by itself. */
  | 'interrupted'
  /** The server does not have some of it. */
  | 'unavailable'
  /** The server keeps answering something else for some of it. */
  | 'faulty'
  /** The device has no room. */
  | 'full'
  /** Everything is there but the app itself. */
  | 'shell';

type Amount = { done: number; total: number; bytes: number };

export type ExamStatus =
  | { kind: 'unknown' }
  | { kind: 'absent' }
  | ({ kind: 'saving'; mayNotFit: boolean } & Amount)
  | { kind: 'available'; bytes: number; total: number; listedAt: number; isUnverified: boolean }
  | ({ kind: 'partial'; reason: PartialReason; unavailable: number } & Amount)
  /** This browser can't keep exams: it has no place for answers, or no worker for the app. */
  | { kind: 'impossible'; reason: 'no-cache' | 'no-worker' };

type Circumstances = {
  listedAt: number;
  isShellSaved: boolean;
  canHaveWorker: boolean;
  /** What ended the download where something is missing. */
  ending: Exclude<PartialReason, 'unavailable' | 'shell'>;
};

/** Never says 'available' unless every entry and the app itself are there. */
export const describeCoverage = (
  coverage: Coverage,
  { listedAt, isShellSaved, canHaveWorker, ending }: Circumstances,
): ExamStatus => {
  const { done, total, bytes, unavailable, isUnverified } = coverage;
  if (!isWhole(coverage)) {
    const missing = coverage.questionIds.length + coverage.pictures.length;
    const reason = unavailable > 0 && unavailable === missing ? 'unavailable' : ending;
    return { kind: 'partial', reason, unavailable, done, total, bytes };
  }
  if (!canHaveWorker) return { kind: 'impossible', reason: 'no-worker' };
  if (!isShellSaved)
    return { kind: 'partial', reason: 'shell', unavailable: 0, done, total, bytes };
  return { kind: 'available', bytes, total, listedAt, isUnverified };
};

/** Whether the rest of an exam, judged by what is there, needs more room than is left. In bytes. */
export const willNotFit = ({ done, total, bytes }: Amount, free: number | undefined) =>
  free !== undefined && done >= 10 && (bytes / done) * (total - done) > free;
