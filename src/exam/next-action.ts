import { printRunQuery } from '#contract/routes.ts';
import type { Learning, RunKind, StoredRun } from '#learner/schemas.ts';
import { reviewSearch, SHORT, setSearch } from './labels.ts';
import { findLastRun } from './stored-run.ts';
import { dueQuestions } from './study.ts';

/** What an exam offers first. `search` ends the address of the run. */
export type NextAction = { search: string } & (
  | { kind: 'continue'; run: StoredRun; runKind: RunKind }
  | { kind: 'review'; count: number }
  /** `count` is undefined until the size of the exam is known. */
  | { kind: 'set'; count: number | undefined }
);

type Circumstances = {
  /** How many reviews today asks for. */
  due: number;
  /** How many questions practice has; undefined until that is known. */
  total: number | undefined;
  now: number;
};

/**
 * The main action of an exam, the same on every screen: an open run, unless it is a review and today
 * asks for others; then what is due; then a short set. It never offers more questions than there are,
 * and nothing where there are none.
 */
export const nextAction = (
  { runs, study }: Pick<Learning, 'runs' | 'study'>,
  { due, total = Number.POSITIVE_INFINITY, now }: Circumstances,
): NextAction | undefined => {
  const last = findLastRun(runs, study.reviews);
  if (last && !(last.kind === 'review' && due > 0)) {
    const { run, kind } = last;
    return { kind: 'continue', search: printRunQuery({ continue: kind }), run, runKind: kind };
  }
  // A short exam is reviewed rather than repeated, also once today's share is done.
  const isShort = total <= SHORT;
  const count = Math.min(due || (isShort ? dueQuestions(study, now).length : 0), total);
  if (count > 0) return { kind: 'review', search: reviewSearch(count), count };
  if (total === 0) return undefined;
  const size = Math.min(SHORT, total);
  const isKnown = Number.isFinite(total);
  return { kind: 'set', search: setSearch(size), count: isKnown ? size : undefined };
};
