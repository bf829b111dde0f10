import {
  type Learned,
  MAX_REVIEWS,
  type QuestionResult,
  type Review,
  type RunKind,
  type RunRecord,
  runKind,
  type StoredRun,
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
import { isMock } from './run-setup.ts';

const MAX_HISTORY = 200;

/** Each run is in the history once, however often it is finished. Oldest first. */
export const historyAfter = (history: RunRecord[], record: RunRecord) =>
  [...history.filter(({ runId }) => runId !== record.runId), record].slice(-MAX_HISTORY);

const recordOf = (run: StoredRun, now: number): RunRecord => ({
  runId: run.id,
  kind: runKind(run.setup),
  finishedAt: now,
  correct: totalCorrect(run),
  answered: totalAnswered(run) + run.seen.length,
  total: run.questionIds.length,
  elapsed: run.endedAfter ?? run.elapsed,
});

/** The results to learn from after an event: one checked answer, or a whole mock exam. */
export const learnedFrom = (run: Run, event: RunEvent): QuestionResult[] => {
  if (event.type === 'runFinished') return isMock(run.setup) ? run.results : [];
  const result = event.type === 'answerChecked' ? findResult(run, currentId(run)) : undefined;
  return result ? [result] : [];
};

/**
 * Adds answers given at `now` to the study, and `run` to the history once its result was shown. The
 * answers are left unscheduled, for spaced review to put on their cards.
 */
export const learn = (
  { history, study }: Learned,
  run: StoredRun,
  results: QuestionResult[],
  now: number,
): Learned => {
  const answers = results.map(
    ({ questionId, isCorrect }): Review => [now, questionId, Number(isCorrect)],
  );
  const hasEnded = run.endedAfter !== undefined;
  const opened = hasEnded && run.setup.isHeldOut ? run.questionIds : [];
  return {
    history: hasEnded ? historyAfter(history, recordOf(run, now)) : history,
    study: {
      ...study,
      ...(opened.length > 0 && { opened: [...new Set([...(study.opened ?? []), ...opened])] }),
      reviews: [...study.reviews, ...answers].slice(-MAX_REVIEWS),
      unscheduled: [...study.unscheduled, ...answers],
    },
  };
};

/** What is known once another run has taken the place of `run`, which ends as it was left. */
export const learnReplaced = (known: Learned, run: StoredRun, now: number): Learned => {
  if (run.isFinished || recordOf(run, now).answered === 0) return known;
  const ended = { ...run, endedAfter: run.endedAfter ?? run.elapsed };
  return learn(known, ended, isMock(run.setup) ? run.results : [], now);
};

/** Other runs that were left early say nothing about the learner. */
const isComparable = ({ kind, answered, total }: RunRecord) => kind === 'mock' || answered >= total;

/** Scores of mock exams and of complete runs over the whole exam, in percent. */
export const lastAndBest = (history: RunRecord[]) => {
  const scores = history
    .filter((record) => record.kind !== 'set' && record.kind !== 'review' && isComparable(record))
    .map(({ correct, total }) => percentOf(correct, total));
  const last = scores.at(-1);
  return last === undefined ? undefined : { last, best: Math.max(...scores) };
};

/** Percentage points gained since the last complete run of the same kind. Reviews can't be compared. */
export const gainSince = (
  history: RunRecord[],
  { runId, kind, percent }: { runId: string; kind: RunKind; percent: number },
) => {
  if (kind === 'review') return undefined;
  const last = history.findLast(
    (record) => record.runId !== runId && record.kind === kind && isComparable(record),
  );
  return last && percent - percentOf(last.correct, last.total);
};

/** How many earlier mock exams are shown beside a new one. */
const EARLIER = 3;

/** The scores of the mock exams before this run, in percent, oldest first. */
export const earlierMocks = (history: RunRecord[], runId: string) =>
  history
    .filter((record) => record.kind === 'mock' && record.runId !== runId)
    .slice(-EARLIER)
    .map(({ correct, total }) => percentOf(correct, total));
