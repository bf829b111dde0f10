import { type QuestionResult, type Review, runKind, type SavedRun } from '#contract/learner.ts';
import { currentId, type Run } from './run.ts';
import { isMock } from './run-plan.ts';
import { elapsedTime, startedStopwatch } from './stopwatch.ts';

/** What of a run is kept. */
export const saveRun = ({ isAnswered, stopwatch, ...run }: Run, now: number): SavedRun => ({
  ...run,
  selection: isAnswered ? [] : run.selection,
  elapsed: elapsedTime(stopwatch, now),
});

const hasAnswers = ({ results, seen }: Pick<SavedRun, 'results' | 'seen'>) =>
  results.length + seen.length > 0;

/** A run is worth keeping once something in it would be missed. */
export const isWorthKeeping = (run: Run) => hasAnswers(run) || run.flags.length > 0;

/** Whether going back to it would lead anywhere: to its end, or to a question still to answer. */
export const isWorthContinuing = ({ setup, isFinished, results, seen, questionIds }: SavedRun) =>
  !isFinished || (!isMock(setup) && results.length + seen.length < questionIds.length);

/** The run to go on with first: the one that was answered last, as far as the answers tell. */
export const findLastRun = (runs: SavedRun[], reviews: Review[]) => {
  const [, questionId] = reviews.at(-1) ?? [];
  const open = runs.filter(isWorthContinuing);
  const has = ({ results }: SavedRun) => results.some((result) => result.questionId === questionId);
  const run = open.find(has) ?? open[0];
  return run && { run, kind: runKind(run.setup) };
};

/** The question that the run stood at, else the next one that is still there, else the last. */
const findPlace = ({ questionIds, index }: SavedRun, there: ReadonlySet<string>) =>
  questionIds.slice(index).find((id) => there.has(id)) ??
  questionIds.findLast((id) => there.has(id)) ??
  '';

/**
 * A kept run in the exam as it is now: results stay with their question's id, questions that are
 * gone are left out, and a run over all questions takes new ones in. Undefined when nothing of it
 * is left.
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

/** The words on the way back into a kept run. */
export const continueText = ({ index, questionIds }: Run) =>
  `Continue at question ${index + 1} of ${questionIds.length}`;

/** `theirs` with what has changed from `base` to `mine`. */
const mergeLists = (base: string[], mine: string[], theirs: string[]) => {
  const removed = new Set(base.filter((id) => !mine.includes(id)));
  const added = mine.filter((id) => !base.includes(id) && !theirs.includes(id));
  return [...theirs.filter((id) => !removed.has(id)), ...added];
};

const mergeResults = (base: SavedRun | undefined, mine: SavedRun, theirs: SavedRun) => {
  const before = new Map(base?.results.map((result) => [result.questionId, result]));
  const merged = new Map(theirs.results.map((result) => [result.questionId, result]));
  const isSame = (a: QuestionResult | undefined, b: QuestionResult) =>
    a !== undefined && String(a.positions) === String(b.positions);
  for (const result of mine.results) {
    const { questionId } = result;
    if (!merged.has(questionId) || !isSame(before.get(questionId), result)) {
      merged.set(questionId, result);
    }
    before.delete(questionId);
  }
  // In a mock exam a choice can be taken back.
  for (const questionId of before.keys()) {
    if (mine.questionIds.includes(questionId)) merged.delete(questionId);
  }
  return [...merged.values()];
};

/**
 * The same run as two tabs have gone on with it from `base`: both tabs' answers by question, and
 * where both have answered one, mine. The place is mine, too.
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

/** What becomes of a run that is to be stored. */
export type Keeping =
  | { kind: 'kept'; run: SavedRun }
  /** Another tab has put another run in its place. */
  | { kind: 'replaced'; run: SavedRun }
  /** Nothing was answered in it yet, and another run lies there. */
  | { kind: 'waiting' };

/** Looks at what is stored before it is overwritten. `base` is how this tab last knew its own run. */
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
 * The run on screen after another tab went on with it, with what has changed here since `base`.
 * It moves to where the other tab stands, unless it is to keep its place.
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

/** What a page that was left without a word to spare has noted of its run. */
export type RunNote = {
  id: string;
  revision: number;
  elapsed: number;
  /** All of it, where the last change was not known to be stored. */
  run?: SavedRun | undefined;
};

/** The stored run with what was noted of it; undefined when there is neither. */
export const applyNote = (stored: SavedRun | undefined, note: RunNote): SavedRun | undefined => {
  if (!stored) return note.run;
  if (stored.id !== note.id) return stored;
  if (note.run && note.revision > stored.revision) return mergeRuns(undefined, note.run, stored);
  if (note.run) return mergeRuns(undefined, stored, note.run);
  return stored.revision === note.revision ? { ...stored, elapsed: note.elapsed } : stored;
};
