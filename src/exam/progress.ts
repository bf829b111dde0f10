import {
  type ExamProgress,
  type QuestionResult,
  type RunKind,
  type RunRecord,
  runKind,
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
import { elapsedTime } from './stopwatch.ts';

/** Older runs make room; the chart shows fewer. */
const HISTORY_LENGTH = 200;

/** A run has one place in the history, however often its end is reached. Oldest first. */
export const historyAfter = (history: RunRecord[], record: RunRecord) =>
  [...history.filter(({ runId }) => runId !== record.runId), record].slice(-HISTORY_LENGTH);

/** What a run that has ended came to. */
const recordOf = (run: Run, now: number): RunRecord => ({
  runId: run.id,
  kind: runKind(run.setup),
  finishedAt: now,
  correct: totalCorrect(run),
  answered: totalAnswered(run) + run.seen.length,
  total: run.questionIds.length,
  elapsed: run.endedAfter ?? elapsedTime(run.stopwatch, now),
});

/** The results that an event teaches from: an answer that was checked, or all of a mock exam at its end. */
export const learnedFrom = (run: Run, event: RunEvent): QuestionResult[] => {
  if (event.type === 'mockFinished') return run.results;
  const result = event.type === 'answerChecked' ? findResult(run, currentId(run)) : undefined;
  return result ? [result] : [];
};

/** The progress after an event that may have ended `run`. */
export const progressAfter = (progress: ExamProgress, run: Run, now: number): ExamProgress =>
  run.isFinished
    ? { ...progress, history: historyAfter(progress.history, recordOf(run, now)) }
    : progress;

/** Puts missed questions on the list of old, where the schedule can't be worked out. */
export const listMissed = (progress: ExamProgress, results: QuestionResult[]): ExamProgress => ({
  ...progress,
  practise: {
    ...progress.practise,
    ...Object.fromEntries(
      results.filter(({ isCorrect }) => !isCorrect).map(({ questionId }) => [questionId, 0]),
    ),
  },
});

/**
 * The kind of a run in the history. An older release did not store it: a run over as many
 * questions as the exam has was over the whole exam, any other was a set.
 */
export const recordKind = ({ kind, total }: RunRecord, questionCount: number): RunKind =>
  kind ?? (total === questionCount ? 'all' : 'set');

/** Scores of whole exams: of mock exams, and of complete runs over every question. */
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

/** Percentage points since the last run of the same kind; none for reviews, which never ask the same. */
export const gainSince = (
  history: RunRecord[],
  { runId, kind, percent }: { runId: string; kind: RunKind; percent: number },
) => {
  if (kind === 'review') return undefined;
  const last = history.findLast((record) => record.runId !== runId && record.kind === kind);
  return last && percent - percentOf(last.correct, last.total);
};
