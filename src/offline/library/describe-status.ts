import type { Completeness } from './exam-document.ts';
import type { Amount, ExamStatus, PartialReason } from './exam-status.ts';

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
export const describeCompleteness = (
  { done, total, missing, unavailable }: Completeness,
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
