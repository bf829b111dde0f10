import { LASTING } from '#api/prefetched-answers.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { readRunQuery } from '#contract/routes.ts';
import { allQuestionIds, type ExamDetail, type ExamQuestions } from '#contract/wire.ts';
import { dayRun } from '#exam/day/day-run.ts';
import { drawQueue } from '#exam/day/draw-queue.ts';
import { chooseQuestions, groupQuestions } from '#exam/day/practice.ts';
import { absencesOf } from '#exam/day/study.ts';
import { openQuestion } from '#exam/run/reduce-run.ts';
import { isTimeUp, type Run, startedRun } from '#exam/run/run.ts';
import { parseSetup } from '#exam/run/run-setup.ts';
import { planSitting, withOpened } from '#exam/run/sitting.ts';
import { continueRun, restoreRun } from '#exam/run/stored-run.ts';
import { commit, readLearning } from '#learner/learner-store.ts';
import { runKind, type StoredRun } from '#learner/schemas.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';

/** Identifies a run on this device; it is never sent anywhere. */
export const newRunId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The run that a screen starts with; `stored` is that run as stored on the device, if it is. */
export type RunStart = { run: Run; stored?: StoredRun | undefined };

/** A run whose result was on screen, as it was then. */
const restoreResult = (stored: StoredRun, questions: ExamQuestions, now: number) => {
  const run = stored.endedAfter === undefined ? undefined : restoreRun(stored, questions, now);
  return run && { ...openQuestion(run, run.questionIds.length - 1), isAnswered: true };
};

/**
 * The stored run that the address names: by its kind, for a tap on Continue on another screen, or by
 * its id, for a mock exam or a result that was reloaded or left and gone back to.
 */
const findStored = async (exam: ExamKey, questions: ExamQuestions, search: string) => {
  const { continue: kind, run: named, result: resultOf } = readRunQuery(search);
  const wanted = named ?? resultOf;
  if (kind === undefined && wanted === undefined) return undefined;
  const { runs, past } = await readLearning(exam);
  const stored = [...runs, ...past].find(
    ({ id, setup }) => id === wanted || runKind(setup) === kind,
  );
  if (!stored || (kind && runKind(stored.setup) === 'day')) return undefined;
  // The time of a mock exam may have run out before the tap, which then leads to its result.
  const isOver = isTimeUp(stored);
  if (isOver && stored.at < (stored.endedAt ?? 0)) {
    // Now its result was looked at.
    await commit(exam, { runs: [{ ...stored, at: Math.max(Date.now(), stored.at + 1) }] });
  }
  const isResult = isOver || resultOf !== undefined || (named && stored.isFinished);
  const restore = isResult ? restoreResult : continueRun;
  const run = restore(stored, questions, Date.now());
  return run && { run, stored };
};

/** What is known of an exam, once it is noted which of its questions the list lacks now. */
const readKnown = async (exam: ExamKey, detail: ExamDetail) => {
  const learning = await readLearning(exam);
  const marks = absencesOf(learning.study, allQuestionIds(detail), Date.now());
  if (marks.length > 0) await commit(exam, { study: { marks } });
  return { listed: detail.questionIds.length, learning, detail };
};

/** The run that an address asks for: a stored one, a sitting, the day's, or a selection of questions. */
export const findRun = async (
  exam: ExamKey,
  held: ExamDetail,
  search: string,
): Promise<RunStart> => {
  const found = await findStored(exam, held, search);
  if (found) return found;
  const now = Date.now();
  const setup = parseSetup(search);
  const start = (ids: string[], own = setup) => ({ run: startedRun(ids, own, newRunId(), now) });
  const sitting = planSitting(held, search, Math.random);
  if (sitting) return start(sitting.questionIds, sitting.setup);
  const known = await readKnown(exam, held);
  const { study } = known.learning;
  const { questionIds } = withOpened(held, study);
  const { only } = readRunQuery(search);
  if (only && questionIds.includes(only)) {
    return start([only], { questions: 'again', isShuffled: false });
  }
  const { questions: count, from, topics, isDay } = setup;
  if (isDay) {
    const { stored, questionIds: ids } = dayRun(known, now, Math.random);
    const run = stored && continueRun(stored, held, now);
    if (run) return { run, stored };
    if (ids.length > 0) return start(ids, { ...setup, questions: ids.length });
  }
  if (typeof count === 'number' && !from) {
    const ids = drawQueue(known, { count, topics }, now, Math.random);
    const inOrder = questionIds.filter((id) => ids.includes(id));
    if (ids.length > 0) return start(setup.isShuffled ? ids : inOrder);
  }
  const groups = groupQuestions(questionIds, { study }, now);
  return start(chooseQuestions(withOpened(held, study), setup, groups, Math.random));
};

const ahead = new Map<string, { run: Run; until: number }>();
const nameOf = (exam: ExamKey, search: string) => cacheNameOf(exam) + search;

const findAhead = (name: string) => {
  const found = ahead.get(name);
  return found && performance.now() < found.until ? found : undefined;
};

/** Sets up a new run ahead of its screen, with its first question, so that a tap shows it at once. */
export const prepareRun = async (
  exam: ExamKey,
  search: string,
  session: ExamSession,
  signal: AbortSignal,
) => {
  const name = nameOf(exam, search);
  if (findAhead(name)) return;
  const { run, stored } = await findRun(exam, session.detail, search);
  // A stored one may go on elsewhere until the tap.
  if (stored) return;
  const first = await session.load(run.questionIds[0] ?? '', signal);
  if (first.ok && !signal.aborted) ahead.set(name, { run, until: performance.now() + LASTING });
};

export const forgetRun = (exam: ExamKey, search: string) => void ahead.delete(nameOf(exam, search));

/** The run that was set up for an address, once; it starts now. */
export const takeRun = (exam: ExamKey, search: string): RunStart | undefined => {
  const found = findAhead(nameOf(exam, search));
  forgetRun(exam, search);
  if (!found) return undefined;
  const { questionIds, setup } = found.run;
  return { run: startedRun(questionIds, setup, newRunId(), Date.now()) };
};
