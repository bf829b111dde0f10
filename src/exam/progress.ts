import {
  type Kept,
  type QuestionResult,
  REVIEWS_KEPT,
  type Review,
  type RunKind,
  type RunRecord,
  runKind,
  type SavedRun,
} from '#contract/learner.ts';
import { percentOf } from './grading.ts';
import {
  currentId,
  findResult,
  type Run,
  type RunEvent,
  totalAnswered,
  totalCorrect,
} from './run.ts';

/** Older runs are dropped; the chart shows fewer still. */
const HISTORY_LENGTH = 200;

/** Each run appears once in the history, however often it is finished. Oldest first. */
export const historyAfter = (history: RunRecord[], record: RunRecord) =>
  [...history.filter(({ runId }) => runId !== record.runId), record].slice(-HISTORY_LENGTH);

/** The history's record of a run that has ended. */
const recordOf = (run: SavedRun, now: number): RunRecord => ({
  runId: run.id,
  kind: runKind(run.setup),
  finishedAt: now,
  correct: totalCorrect(run),
  answered: totalAnswered(run) + run.seen.length,
  total: run.questionIds.length,
  elapsed: run.endedAfter ?? run.elapsed,
});

/** The results an event adds to what is learned: one checked answer, or a whole mock exam. */
export const learnedFrom = (run: Run, event: RunEvent): QuestionResult[] => {
  if (event.type === 'mockFinished') return run.results;
  const result = event.type === 'answerChecked' ? findResult(run, currentId(run)) : undefined;
  return result ? [result] : [];
};

/**
 * Adds answers given at `now` to what is known, and `run` to the history once it has ended. The
 * cards are left to spaced review.
 */
export const learn = (
  { progress, study }: Pick<Kept, 'progress' | 'study'>,
  run: SavedRun,
  results: QuestionResult[],
  now: number,
): Pick<Kept, 'progress' | 'study'> => {
  if (results.length === 0 && !run.isFinished) return { progress, study };
  const answers = results.map(
    ({ questionId, isCorrect }): Review => [now, questionId, Number(isCorrect)],
  );
  return {
    progress: run.isFinished
      ? { ...progress, history: historyAfter(progress.history, recordOf(run, now)) }
      : progress,
    study: {
      ...study,
      reviews: [...study.reviews, ...answers].slice(-REVIEWS_KEPT),
      unscheduled: [...(study.unscheduled ?? []), ...answers],
    },
  };
};

/**
 * The kind of a run in the history. Older releases did not store it: a run with as many questions
 * as the exam counts as a whole run, any other as a set.
 */
export const recordKind = ({ kind, total }: RunRecord, questionCount: number): RunKind =>
  kind ?? (total === questionCount ? 'all' : 'set');

/** The last and the best score of mock exams and of complete runs over every question. */
export const lastAndBest = (history: RunRecord[], questionCount: number) => {
  const scores = history
    .filter((record) => {
      const kind = recordKind(record, questionCount);
      return kind === 'mock' || (kind === 'all' && record.answered >= record.total);
    })
    .map(({ correct, total }) => percentOf(correct, total));
  const last = scores.at(-1);
  return last === undefined ? undefined : { last, best: Math.max(...scores) };
};

/** Percentage points gained since the last run of the same kind. Reviews can't be compared. */
export const gainSince = (
  history: RunRecord[],
  { runId, kind, percent }: { runId: string; kind: RunKind; percent: number },
) => {
  if (kind === 'review') return undefined;
  const last = history.findLast((record) => record.runId !== runId && record.kind === kind);
  return last && percent - percentOf(last.correct, last.total);
};
