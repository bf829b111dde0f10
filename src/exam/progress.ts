import type { ExamProgress, QuestionResult, RunRecord } from '#contract/learner.ts';
import { percentOf } from './percent.ts';

/** Right so often in a row, a question leaves the practise list. */
const LEARNT_AFTER = 2;
/** Older runs make room; the chart shows fewer. */
const HISTORY_LENGTH = 200;

/** A wrong answer puts a question on the practise list; two right ones in a row take it off. */
export const practiseAfter = (
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

export const lastAndBest = (history: RunRecord[]) => {
  const scores = history.map(({ correct, total }) => percentOf(correct, total));
  const last = scores.at(-1);
  return last === undefined ? undefined : { last, best: Math.max(...scores) };
};
