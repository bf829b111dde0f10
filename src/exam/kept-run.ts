import {
  type Kept,
  type QuestionResult,
  type Review,
  type RunNote,
  runKind,
  type SavedRun,
} from '#contract/learner.ts';
import { learn } from './progress.ts';
import { currentId, type Run } from './run.ts';
import { isMock } from './run-plan.ts';
import { elapsedTime, startedStopwatch } from './stopwatch.ts';

/** The part of a run that is stored. */
export const saveRun = ({ isAnswered, stopwatch, ...run }: Run, now: number): SavedRun => ({
  ...run,
  selection: isAnswered ? [] : run.selection,
  elapsed: elapsedTime(stopwatch, now),
});

const hasAnswers = ({ results, seen }: Pick<SavedRun, 'results' | 'seen'>) =>
  results.length + seen.length > 0;

/** A run is worth keeping once it has an answer or a flag. */
export const isWorthKeeping = (run: Run) => hasAnswers(run) || run.flags.length > 0;

/** Whether there is anything left to do in it: finish it, or answer a question. */
export const isWorthContinuing = ({ setup, isFinished, results, seen, questionIds }: SavedRun) =>
  !isFinished || (!isMock(setup) && results.length + seen.length < questionIds.length);

/** The run to offer first: the one answered last, as far as the answers tell. */
export const findLastRun = (runs: SavedRun[], reviews: Review[]) => {
  const [, questionId] = reviews.at(-1) ?? [];
  const open = runs.filter(isWorthContinuing);
  const has = ({ results }: SavedRun) => results.some((result) => result.questionId === questionId);
  const run = open.find(has) ?? open[0];
  return run && { run, kind: runKind(run.setup) };
};

/** The question the run was at, or else the next one that still exists, or else the last. */
const findPlace = ({ questionIds, index }: SavedRun, there: ReadonlySet<string>) =>
  questionIds.slice(index).find((id) => there.has(id)) ??
  questionIds.findLast((id) => there.has(id)) ??
  '';

/**
 * A stored run, fitted to the exam's current questions: results stay with their question's id,
 * deleted questions are left out, and a run over all questions gains new ones. Undefined when none
 * of its questions are left.
 */
export const restoreRun = (
  saved: SavedRun,
  examQuestionIds: string[],
  now: number,
): Run | undefined => {
  const there = new Set(examQuestionIds);
  const kept = saved.questionIds.filter((id) => there.has(id));
  const known = new Set(kept);
  const isOverAll = saved.setup.questions === 'all';
  const added = isOverAll ? examQuestionIds.filter((id) => !known.has(id)) : [];
  const isInExamOrder = isOverAll && !saved.setup.isShuffled;
  const questionIds = isInExamOrder ? examQuestionIds : [...kept, ...added];
  if (kept.length === 0) return undefined;

  const place = findPlace(saved, there);
  const results = saved.results.filter(({ questionId }) => there.has(questionId));
  const result = results.find(({ questionId }) => questionId === place);
  const isThere = place === saved.questionIds[saved.index];
  const { elapsed, ...rest } = saved;
  return {
    ...rest,
    questionIds,
    index: questionIds.indexOf(place),
    results,
    seen: saved.seen.filter((id) => there.has(id)),
    flags: saved.flags.filter((id) => there.has(id)),
    selection: result?.positions ?? (isThere ? saved.selection : []),
    isAnswered: isMock(saved.setup) ? saved.isFinished : result !== undefined,
    stopwatch: startedStopwatch(now, elapsed),
  };
};

/** The label of the button that continues a stored run. */
export const continueText = ({ index, questionIds }: Run) =>
  `Continue at question ${index + 1} of ${questionIds.length}`;

/** Applies the changes from `base` to `mine` to `theirs`. */
const mergeLists = (base: string[], mine: string[], theirs: string[]) => {
  const removed = new Set(base.filter((id) => !mine.includes(id)));
  const added = mine.filter((id) => !base.includes(id) && !theirs.includes(id));
  return [...theirs.filter((id) => !removed.has(id)), ...added];
};

const isSame = (a: QuestionResult | undefined, b: QuestionResult) =>
  a !== undefined && String(a.positions) === String(b.positions);

const mergeResults = (base: SavedRun | undefined, mine: SavedRun, theirs: SavedRun) => {
  const before = new Map(base?.results.map((result) => [result.questionId, result]));
  const merged = new Map(theirs.results.map((result) => [result.questionId, result]));
  for (const result of mine.results) {
    const { questionId } = result;
    if (!merged.has(questionId) || !isSame(before.get(questionId), result)) {
      merged.set(questionId, result);
    }
    before.delete(questionId);
  }
  // In a mock exam a choice can be undone.
  for (const questionId of before.keys()) {
    if (mine.questionIds.includes(questionId)) merged.delete(questionId);
  }
  return [...merged.values()];
};

/**
 * Merges two tabs' versions of one run, which both started from `base`: all answers, by question.
 * Where both tabs answered, mine wins; so does my current question.
 */
export const mergeRuns = (
  base: SavedRun | undefined,
  mine: SavedRun,
  theirs: SavedRun,
): SavedRun => ({
  ...mine,
  revision: Math.max(mine.revision, theirs.revision) + 1,
  results: mergeResults(base, mine, theirs),
  seen: mergeLists(base?.seen ?? [], mine.seen, theirs.seen),
  flags: mergeLists(base?.flags ?? [], mine.flags, theirs.flags),
  elapsed: Math.max(mine.elapsed, theirs.elapsed),
  isFinished: mine.isFinished || theirs.isFinished,
  endedAfter: mine.endedAfter ?? theirs.endedAfter,
});

/** What happens to a run that is to be stored. */
export type Keeping =
  | { kind: 'kept'; run: SavedRun }
  /** Another tab has replaced it with another run. */
  | { kind: 'replaced'; run: SavedRun }
  /** Nothing in it is answered yet, and another run is stored. */
  | { kind: 'waiting' };

/** Checks what is stored before overwriting it. `base` is what this tab last knew to be stored. */
export const keepRun = (
  stored: SavedRun | undefined,
  mine: SavedRun,
  base: SavedRun | undefined,
): Keeping => {
  if (!stored) return { kind: 'kept', run: mine };
  if (stored.id === mine.id) {
    const isNewer = !base || stored.revision > base.revision;
    return { kind: 'kept', run: isNewer ? mergeRuns(base, mine, stored) : mine };
  }
  if (base) return { kind: 'replaced', run: stored };
  return hasAnswers(mine) ? { kind: 'kept', run: mine } : { kind: 'waiting' };
};

/**
 * The run on screen after another tab continued it, merged with what has changed here since `base`.
 * It moves to the other tab's question unless `keepsPlace`.
 */
export const followRun = (
  run: Run,
  base: SavedRun,
  theirs: SavedRun,
  examQuestionIds: string[],
  { now, keepsPlace }: { now: number; keepsPlace: boolean },
): Run => {
  const mine = saveRun(run, now);
  const hasMoved = run.revision !== base.revision;
  const merged = hasMoved ? mergeRuns(base, mine, theirs) : theirs;
  const index = merged.questionIds.indexOf(currentId(run));
  const place = keepsPlace && index >= 0 ? { index, selection: mine.selection } : {};
  const followed = restoreRun({ ...merged, ...place }, examQuestionIds, now);
  if (!followed) return run;
  // A question without options stays checked only while it is on screen.
  const isStill = currentId(followed) === currentId(run) && run.isAnswered;
  return { ...followed, isAnswered: followed.isAnswered || isStill, stopwatch: run.stopwatch };
};

/** The checked answers of `run` that the stored run lacks. */
const answeredSince = (stored: SavedRun | undefined, run: SavedRun) => {
  if (isMock(run.setup)) return run.isFinished && !stored?.isFinished ? run.results : [];
  const known = new Map(stored?.results.map((result) => [result.questionId, result]));
  return run.results.filter((result) => !isSame(known.get(result.questionId), result));
};

/** What a note changes. `now` stands in for the time of the note when it has none. */
export const applyNote = (kept: Kept, note: RunNote, now: number): Partial<Kept> => {
  const { run: stored } = kept;
  const { run: noted, at = now } = note;
  if (stored && stored.id !== note.id) return {};
  if (!noted) {
    return stored?.revision === note.revision ? { run: { ...stored, elapsed: note.elapsed } } : {};
  }
  const isNewer = !stored || note.revision > stored.revision;
  const [mine, theirs] = isNewer ? [noted, stored] : [stored, noted];
  const run = theirs ? mergeRuns(undefined, mine, theirs) : mine;
  const results = answeredSince(stored, run);
  const hasEnded = run.isFinished && !stored?.isFinished;
  return results.length > 0 || hasEnded ? { run, ...learn(kept, run, results, at) } : { run };
};
