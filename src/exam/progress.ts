import {
  type ExamProgress,
  type QuestionResult,
  type RunKind,
  type RunRecord,
  runKind,
} from '#contract/learner.ts';
import { percentOf } from './percent.ts';
import {
  currentId,
  findResult,
  type Run,
  type RunEvent,
  totalAnswered,
  totalCorrect,
} from './run.ts';
import { elapsedTime } from './stopwatch.ts';

/** Right so often in a row, a question leaves the practice list. */
const LEARNT_AFTER = 2;
/** Older runs make room; the chart shows fewer. */
const HISTORY_LENGTH = 200;

/** A wrong answer puts a question on the practice list; two right ones in a row take it off. */
export const practiceAfter = (
  practise: ExamProgress['practise'],
  { questionId, isCorrect }: QuestionResult,
) => {
  const known = Object.hasOwn(practise, questionId) ? practise[questionId] : undefined;
  if (!isCorrect) return { ...practise, [questionId]: 0 };
  if (known === undefined) return practise;
  const { [questionId]: _, ...others } = practise;
  return known + 1 >= LEARNT_AFTER ? others : { ...others, [questionId]: known + 1 };
};

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

/** What an answer, or the end of a mock exam, does to the progress. `run` is the run after it. */
export const progressAfter = (
  { history, practise }: ExamProgress,
  run: Run,
  event: RunEvent,
  now: number,
): ExamProgress => {
  const isEnd = event.type === 'mockFinished';
  const learned = isEnd ? run.results : [findResult(run, currentId(run))];
  return {
    history: run.isFinished ? historyAfter(history, recordOf(run, now)) : history,
    practise: learned.filter((result) => result !== undefined).reduce(practiceAfter, practise),
  };
};

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
