import {
  type MarkChange,
  type QuestionResult,
  type Review,
  type RunDraft,
  type RunKind,
  runKind,
  type Stored,
  type StoredRun,
  type Study,
} from '#contract/learner.ts';
import { allQuestionIds, type ExamQuestions } from '#contract/wire.ts';
import { learn } from './progress.ts';
import {
  currentId,
  isAllAnswered,
  isShownAnswered,
  openQuestion,
  type Run,
  reduceRun,
  timeLeft,
  timeSpent,
} from './run.ts';
import { isMock } from './run-setup.ts';
import { startedStopwatch } from './stopwatch.ts';
import { markOf, markQuestion } from './study.ts';

/** The part of a run that is stored. */
export const toStoredRun = (shown: Run, now: number): StoredRun => {
  const { isAnswered, stopwatch, ...run } = shown;
  return { ...run, selection: isAnswered ? [] : run.selection, elapsed: timeSpent(shown, now) };
};

const hasAnswers = ({ results, seen }: Pick<StoredRun, 'results' | 'seen'>) =>
  results.length + seen.length > 0;

export const isWorthStoring = (run: Run) => hasAnswers(run) || run.flags.length > 0;

type Place = Omit<StoredRun, 'elapsed'>;

/** Whether there is anything left to do: answer a question, or end a mock exam. */
export const isWorthContinuing = (run: Place) =>
  !run.isFinished && (isMock(run.setup) || !isAllAnswered(run));

/** The questions of a run that are not answered. */
export const blankQuestions = ({
  questionIds,
  results,
  seen,
}: Pick<StoredRun, 'questionIds' | 'results' | 'seen'>) => {
  const answered = new Set([...seen, ...results.map(({ questionId }) => questionId)]);
  return questionIds.filter((id) => !answered.has(id));
};

/** The index to continue at: that of the run's question, or of the next blank one if it is answered. */
export const continueIndex = ({ setup, questionIds, index, results, seen }: Place) => {
  // A choice in a mock exam may be half made.
  if (isMock(setup)) return index;
  const blanks = new Set(blankQuestions({ questionIds, results, seen }));
  const blank = questionIds.flatMap((id, at) => (blanks.has(id) ? [at] : []));
  return blank.find((at) => at >= index) ?? blank[0] ?? index;
};

export const findOpenRun = (runs: StoredRun[], kind: RunKind) =>
  runs.find((run) => runKind(run.setup) === kind && isWorthContinuing(run));

/** The run to offer first: an open mock exam, whose clock runs, or the run with the last answer. */
export const findLastRun = (runs: StoredRun[], reviews: Review[]) => {
  const [, questionId] = reviews.at(-1) ?? [];
  const open = runs.filter(isWorthContinuing);
  const has = ({ results }: StoredRun) =>
    results.some((result) => result.questionId === questionId);
  const run = findOpenRun(open, 'mock') ?? open.find(has) ?? open[0];
  return run && { run, kind: runKind(run.setup) };
};

/** The run's current question, or else the next one that still exists, or else the last one. */
const findPlace = ({ questionIds, index }: StoredRun, existing: ReadonlySet<string>) =>
  questionIds.slice(index).find((id) => existing.has(id)) ??
  questionIds.findLast((id) => existing.has(id)) ??
  '';

/**
 * A stored run, fitted to the exam's current questions: results stay with their question's id,
 * deleted questions are left out, and a run over the whole exam gets its new questions. Undefined
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
  const questionIds = isInExamOrder ? exam.questionIds : [...left, ...added];
  if (left.length === 0) return undefined;

  const place = findPlace(stored, existing);
  const results = stored.results.filter(({ questionId }) => existing.has(questionId));
  const result = results.find(({ questionId }) => questionId === place);
  const isSamePlace = place === stored.questionIds[stored.index];
  const { elapsed, ...rest } = stored;
  return {
    ...rest,
    questionIds,
    index: questionIds.indexOf(place),
    results,
    seen: stored.seen.filter((id) => existing.has(id)),
    flags: stored.flags.filter((id) => existing.has(id)),
    selection: result?.positions ?? (isSamePlace ? stored.selection : []),
    isAnswered: isShownAnswered(stored, place),
    stopwatch: startedStopwatch(now, elapsed),
  };
};

/** A stored run where it goes on. Undefined if it is not worth continuing. */
export const continueRun = (stored: StoredRun, exam: ExamQuestions, now: number) => {
  const run = restoreRun(stored, exam, now);
  return run && isWorthContinuing(run) ? openQuestion(run, continueIndex(run)) : undefined;
};

export const continueText = ({ index, questionIds }: Run) =>
  `Continue at question ${index + 1} of ${questionIds.length}`;

/** Applies to `theirs` what changed from `base` to `mine`. */
const mergeLists = (base: string[], mine: string[], theirs: string[]) => {
  const removed = new Set(base.filter((id) => !mine.includes(id)));
  const added = mine.filter((id) => !base.includes(id) && !theirs.includes(id));
  return [...theirs.filter((id) => !removed.has(id)), ...added];
};

const isSame = (a: QuestionResult | undefined, b: QuestionResult) =>
  a !== undefined && String(a.positions) === String(b.positions);

const mergeResults = (base: StoredRun | undefined, mine: StoredRun, theirs: StoredRun) => {
  const before = new Map(base?.results.map((result) => [result.questionId, result]));
  const merged = new Map(theirs.results.map((result) => [result.questionId, result]));
  for (const result of mine.results) {
    const { questionId } = result;
    if (!merged.has(questionId) || !isSame(before.get(questionId), result)) {
      merged.set(questionId, result);
    }
    before.delete(questionId);
  }
  // What is left was deselected here, as a mock exam allows.
  for (const questionId of before.keys()) {
    if (mine.questionIds.includes(questionId)) merged.delete(questionId);
  }
  return [...merged.values()];
};

/**
 * Merges two tabs' versions of one run, both of which started from `base`: all answers, by question.
 * If both tabs answered a question, mine wins; so does my current question.
 */
export const mergeRuns = (
  base: StoredRun | undefined,
  mine: StoredRun,
  theirs: StoredRun,
): StoredRun => ({
  ...mine,
  revision: Math.max(mine.revision, theirs.revision) + 1,
  results: mergeResults(base, mine, theirs),
  seen: mergeLists(base?.seen ?? [], mine.seen, theirs.seen),
  flags: mergeLists(base?.flags ?? [], mine.flags, theirs.flags),
  struck: mergeLists(base?.struck ?? [], mine.struck, theirs.struck),
  elapsed: Math.max(mine.elapsed, theirs.elapsed),
  isFinished: mine.isFinished || theirs.isFinished,
  endedAfter: mine.endedAfter ?? theirs.endedAfter,
});

export type WritePlan =
  /** `replaced` is the run whose place it takes, if any. */
  | { kind: 'write'; run: StoredRun; replaced?: StoredRun }
  /** Another tab has replaced the run with `run`. */
  | { kind: 'replaced'; run: StoredRun }
  /** Another run is stored, and a run without answers may not replace it. */
  | { kind: 'nothing' };

/** Decides what to write, given what is stored. `base` is what this tab last knew to be stored. */
export const planWrite = (
  stored: StoredRun | undefined,
  mine: StoredRun,
  base: StoredRun | undefined,
): WritePlan => {
  if (!stored) return { kind: 'write', run: mine };
  if (stored.id === mine.id) {
    const isNewer = !base || stored.revision > base.revision;
    return { kind: 'write', run: isNewer ? mergeRuns(base, mine, stored) : mine };
  }
  if (base) return { kind: 'replaced', run: stored };
  return hasAnswers(mine) ? { kind: 'write', run: mine, replaced: stored } : { kind: 'nothing' };
};

/**
 * The run on screen after another tab continued it, merged with what has changed here since `base`.
 * It moves to the other tab's question unless `keepsPlace`.
 */
export const followRun = (
  run: Run,
  base: StoredRun,
  theirs: StoredRun,
  exam: ExamQuestions,
  { now, keepsPlace }: { now: number; keepsPlace: boolean },
): Run => {
  const mine = toStoredRun(run, now);
  const hasChanged = run.revision !== base.revision;
  const merged = hasChanged ? mergeRuns(base, mine, theirs) : theirs;
  const index = merged.questionIds.indexOf(currentId(run));
  const place = keepsPlace && index >= 0 ? { index, selection: mine.selection } : {};
  const followed = restoreRun({ ...merged, ...place }, exam, now);
  if (!followed) return run;
  // A question without options stays checked only while it is on screen.
  const isStillChecked = currentId(followed) === currentId(run) && run.isAnswered;
  const isAnswered = followed.isAnswered || isStillChecked;
  return { ...followed, isAnswered, stopwatch: run.stopwatch };
};

/** The checked answers of `run` that the stored run lacks. */
const answeredSince = (stored: StoredRun | undefined, run: StoredRun) => {
  if (isMock(run.setup)) return run.isFinished && !stored?.isFinished ? run.results : [];
  const known = new Map(stored?.results.map((result) => [result.questionId, result]));
  return run.results.filter((result) => !isSame(known.get(result.questionId), result));
};

/** What a draft changes of its run. The answers count as given when the draft was written. */
const applyRunDraft = (stored: Stored, draft: RunDraft): Partial<Stored> => {
  const { run: known } = stored;
  if (known && known.id !== draft.id) return {};
  if (!draft.run) {
    return known?.revision === draft.revision ? { run: { ...known, elapsed: draft.elapsed } } : {};
  }
  const isNewer = !known || draft.revision > known.revision;
  const [mine, theirs] = isNewer ? [draft.run, known] : [known, draft.run];
  const run = theirs ? mergeRuns(undefined, mine, theirs) : mine;
  const results = answeredSince(known, run);
  const hasEnded = run.endedAfter !== undefined && known?.endedAfter === undefined;
  return results.length > 0 || hasEnded
    ? { run, ...learn(stored, run, results, draft.at) }
    : { run };
};

/** A mark that was changed after the draft stays. */
const keepMark = (study: Study, change: MarkChange) =>
  markOf(study, change.questionId).at > change.at ? study : markQuestion(study, change);

/** What a draft changes. */
export const applyDraft = (stored: Stored, draft: RunDraft): Partial<Stored> => {
  const changes = applyRunDraft(stored, draft);
  const { study = stored.study } = changes;
  return draft.marks ? { ...changes, study: draft.marks.reduce(keepMark, study) } : changes;
};

const isOverdue = (run: StoredRun, now: number) => !run.isFinished && timeLeft(run, now) === 0;

/** What changes when the time of a mock exam is up that no page has open. */
const endOverdue = (stored: Stored, now: number): Partial<Stored> => {
  const { run: known } = stored;
  const open = known && isOverdue(known, now) && restoreRun(known, known, now);
  if (!open) return {};
  const run = toStoredRun(reduceRun(open, { type: 'runFinished', now }), now);
  return { run, ...learn(stored, run, run.results, run.startedAt + run.elapsed) };
};

/** Brings what is stored up to date as it is read. */
export const catchUp = { applyDraft, isOverdue, endOverdue };
