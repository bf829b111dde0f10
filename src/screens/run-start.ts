import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { readRunQuery } from '#contract/routes.ts';
import { allQuestionIds, type ExamDetail, type ExamQuestions } from '#contract/wire.ts';
import { chooseQuestions, groupQuestions } from '#exam/practice.ts';
import { isTimeUp, openQuestion, type Run, startedRun } from '#exam/run.ts';
import { parseSetup } from '#exam/run-setup.ts';
import { planSitting, withOpened } from '#exam/sitting.ts';
import { continueRun, restoreRun } from '#exam/stored-run.ts';
import { absencesOf } from '#exam/study.ts';
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
 * its id, for a result that was reloaded or left and gone back to.
 */
const findStored = async (exam: ExamKey, questions: ExamQuestions, search: string) => {
  const { continue: kind, result: resultOf } = readRunQuery(search);
  if (kind === undefined && resultOf === undefined) return undefined;
  const { runs, past } = await readLearning(exam);
  const stored = [...runs, ...past].find(
    ({ id, setup }) => id === resultOf || runKind(setup) === kind,
  );
  if (!stored) return undefined;
  // The time of a mock exam may have run out before the tap, which then leads to its result.
  const restore = isTimeUp(stored) ? restoreRun : resultOf ? restoreResult : continueRun;
  const run = restore(stored, questions, Date.now());
  return run && { run, stored };
};

/** The exam as practice asks it, and its questions' groups. */
const readKnown = async (exam: ExamKey, held: ExamDetail) => {
  const { study } = await readLearning(exam);
  const now = Date.now();
  const marks = absencesOf(study, allQuestionIds(held), now);
  if (marks.length > 0) await commit(exam, { study: { marks } });
  const detail = withOpened(held, study);
  const groups = groupQuestions(detail.questionIds, { study }, now);
  return { detail, groups };
};

/** The run that an address asks for: a stored one, a sitting, or a selection of questions. */
export const findRun = async (
  exam: ExamKey,
  held: ExamDetail,
  search: string,
): Promise<RunStart> => {
  const found = await findStored(exam, held, search);
  if (found) return found;
  const start = (ids: string[], setup = parseSetup(search)) => ({
    run: startedRun(ids, setup, newRunId(), Date.now()),
  });
  const sitting = planSitting(held, search, Math.random);
  if (sitting) return start(sitting.questionIds, sitting.setup);
  const { detail, groups } = await readKnown(exam, held);
  const { only } = readRunQuery(search);
  if (only && detail.questionIds.includes(only)) {
    return start([only], { questions: 'again', isShuffled: false });
  }
  return start(chooseQuestions(detail, parseSetup(search), groups, Math.random));
};

/** How long a run that was set up ahead waits for its tap, in milliseconds. */
const LASTING = 60_000;

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
