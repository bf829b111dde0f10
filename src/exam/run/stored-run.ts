import { allQuestionIds, type ExamQuestions } from '#contract/wire.ts';
import { type RunKind, runKind, type StoredRun } from '#learner/schemas.ts';
import { isShownAnswered, openQuestion } from './reduce-run.ts';
import { type AnyRun, currentId, isAllAnswered, type Run, timeSpent } from './run.ts';
import { isMock } from './run-setup.ts';
import { startedStopwatch } from './stopwatch.ts';

/** The part of a run that is stored. */
export const toStoredRun = (shown: Run, now: number): StoredRun => {
  const { isAnswered, stopwatch, flags, absent, ...run } = shown;
  return {
    ...run,
    questionIds: [...run.questionIds, ...absent],
    selection: isAnswered ? [] : run.selection,
    isUnsure: isAnswered ? undefined : run.isUnsure,
    elapsed: timeSpent(shown, now),
  };
};

/** A mock exam's clock runs from its first moment on. */
export const isWorthStoring = ({ results, seen, setup }: AnyRun) =>
  results.length + seen.length > 0 || isMock(setup);

/** Whether there is anything left to do: answer a question, or end a mock exam. */
export const isWorthContinuing = (run: AnyRun) =>
  !run.isFinished && (isMock(run.setup) || !isAllAnswered(run));

/** The questions of a run that are not answered. */
export const blankQuestions = ({ questionIds, results, seen }: AnyRun) => {
  const answered = new Set([...seen, ...results.map(({ questionId }) => questionId)]);
  return questionIds.filter((id) => !answered.has(id));
};

/** The index to continue at: that of the run's question, or of the next blank one if it is answered. */
export const continueIndex = (run: AnyRun) => {
  const { setup, questionIds, index } = run;
  // A choice in a mock exam may be half made.
  if (isMock(setup)) return index;
  const blanks = new Set(blankQuestions(run));
  const blank = questionIds.flatMap((id, at) => (blanks.has(id) ? [at] : []));
  return blank.find((at) => at >= index) ?? blank[0] ?? index;
};

export const findOpenRun = (runs: StoredRun[], kind: RunKind) =>
  runs.find((run) => runKind(run.setup) === kind && isWorthContinuing(run));

/** The run's current question, or else the next one that still exists, or else the last one. */
const findPlace = ({ questionIds, index }: StoredRun, existing: ReadonlySet<string>) =>
  questionIds.slice(index).find((id) => existing.has(id)) ??
  questionIds.findLast((id) => existing.has(id)) ??
  '';

/**
 * A stored run, fitted to the exam's current questions: results stay with their question's id,
 * questions that the exam lacks now are not shown, and a run over the whole exam gets its new questions. Undefined
 * if none of the run's questions are left.
 */
export const restoreRun = (
  stored: StoredRun,
  exam: ExamQuestions,
  now: number,
): Run | undefined => {
  const existing = new Set(allQuestionIds(exam));
  const left = stored.questionIds.filter((id) => existing.has(id));
  const known = new Set(left);
  const { questions, from, topics } = stored.setup;
  const isOverAll = questions === 'all' && !from && !topics;
  const added = isOverAll ? exam.questionIds.filter((id) => !known.has(id)) : [];
  const isInExamOrder = isOverAll && !stored.setup.isShuffled;
  if (left.length === 0) return undefined;

  const place = findPlace(stored, existing);
  const results = stored.results.filter(({ questionId }) => existing.has(questionId));
  // Two tabs may have fitted the day's practice to what was left; every answer stays.
  const elsewhere = stored.setup.isDay ? results.map(({ questionId }) => questionId) : [];
  const questionIds = isInExamOrder
    ? exam.questionIds
    : [...new Set([...left, ...added, ...elsewhere])];
  const result = results.find(({ questionId }) => questionId === place);
  const isSamePlace = place === stored.questionIds[stored.index];
  const { elapsed, ...rest } = stored;
  return {
    ...rest,
    questionIds,
    absent: stored.questionIds.filter((id) => !existing.has(id)),
    flags: [],
    index: questionIds.indexOf(place),
    results,
    seen: stored.seen.filter((id) => existing.has(id)),
    selection: result?.positions ?? (isSamePlace ? stored.selection : []),
    isUnsure: isSamePlace ? stored.isUnsure : undefined,
    isAnswered: isShownAnswered(stored, place),
    stopwatch: startedStopwatch(now, elapsed),
  };
};

/** A stored run at the question to continue with. Undefined if it is not worth continuing. */
export const continueRun = (stored: StoredRun, exam: ExamQuestions, now: number) => {
  const run = restoreRun(stored, exam, now);
  return run && isWorthContinuing(run) ? openQuestion(run, continueIndex(run)) : undefined;
};

export const continueText = ({ index, questionIds }: Run) =>
  `Continue at question ${index + 1} of ${questionIds.length}`;

/**
 * The run on screen once `stored`, a merge of it with another tab's, is known. It moves to the stored
 * place unless `keepsPlace`.
 */
export const followRun = (
  run: Run,
  stored: StoredRun,
  exam: ExamQuestions,
  { now, keepsPlace }: { now: number; keepsPlace: boolean },
): Run => {
  const index = stored.questionIds.indexOf(currentId(run));
  const place =
    keepsPlace && index >= 0 ? { index, selection: run.selection, isUnsure: run.isUnsure } : {};
  const followed = restoreRun({ ...stored, ...place }, exam, now);
  if (!followed) return run;
  // A question without options stays checked only while it is on screen.
  const isStillChecked = currentId(followed) === currentId(run) && run.isAnswered;
  const isAnswered = followed.isAnswered || isStillChecked;
  return { ...followed, isAnswered, flags: run.flags, stopwatch: run.stopwatch };
};
