import type { ExamDetail } from '#contract/wire.ts';
import type { StoredRun } from '#learner/schemas.ts';
import { blankQuestions } from '../run/stored-run.ts';
import { dayStart, type ExamState } from './day-start.ts';
import { drawQueue } from './draw-queue.ts';
import { FEW, openDayRun, planDay } from './plan-day.ts';

/** The run with these questions to answer, and those that it has answers to; the same if it has them. */
const fitRun = (run: StoredRun, toAnswer: string[], now: number): StoredRun => {
  if (String(blankQuestions(run)) === String(toAnswer)) return run;
  const left = new Set(toAnswer);
  const answered = new Set([...run.seen, ...run.results.map(({ questionId }) => questionId)]);
  const current = run.questionIds[run.index] ?? '';
  const kept = run.questionIds.filter((id) => answered.has(id) || left.has(id));
  const questionIds = [...new Set([...kept, ...toAnswer])];
  const place = left.has(current) ? current : toAnswer[0];
  return {
    ...run,
    // The later of two versions decides which questions it has.
    at: Math.max(now, run.at + 1),
    questionIds,
    setup: { ...run.setup, questions: questionIds.length },
    index: Math.max(0, questionIds.indexOf(place ?? '')),
    selection: place === current ? run.selection : [],
  };
};

/**
 * What practice asks now: the day's open run with exactly what is left today, or the questions of a
 * new one. What was answered elsewhere since is not asked again.
 */
export const dayRun = (
  exam: ExamState & { detail: ExamDetail },
  now: number,
  random: () => number,
): { stored?: StoredRun; questionIds: string[] } => {
  const { left, isBegun } = planDay(exam, now);
  const open = openDayRun(exam.learning, dayStart(exam, now));
  if (open && (left > 0 || open.rest.length > 0)) {
    const count = left || open.rest.length;
    const kept = open.rest.slice(0, count);
    const wanted = { count: count - kept.length, without: open.run.questionIds };
    const added = wanted.count > 0 ? drawQueue(exam, wanted, now, random) : [];
    const stored = fitRun(open.run, [...kept, ...added], now);
    return { stored, questionIds: stored.questionIds };
  }
  const count = left > 0 && isBegun ? left : Math.min(FEW, left || FEW);
  return { questionIds: drawQueue(exam, { count }, now, random) };
};
