import type { SavedRun } from '#contract/learner.ts';
import type { Run } from './run.ts';
import { isMock } from './run-setup.ts';

/** Whether going back to it would lead anywhere: it is not finished, or not wholly answered. */
export const isWorthContinuing = ({ isFinished, results, questionIds }: SavedRun) =>
  !isFinished || results.length < questionIds.length;

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
export const restoreRun = (saved: SavedRun, examQuestionIds: string[]): Run | undefined => {
  const there = new Set(examQuestionIds);
  const kept = saved.questionIds.filter((id) => there.has(id));
  const known = new Set(kept);
  const added =
    saved.setup.questions === 'all' ? examQuestionIds.filter((id) => !known.has(id)) : [];
  const isInExamOrder = saved.setup.questions === 'all' && !saved.setup.isShuffled;
  const questionIds = isInExamOrder ? examQuestionIds : [...kept, ...added];
  if (kept.length === 0) return undefined;

  const place = findPlace(saved, there);
  const results = saved.results.filter(({ questionId }) => there.has(questionId));
  const result = results.find(({ questionId }) => questionId === place);
  const isThere = place === saved.questionIds[saved.index];
  const { elapsed: _, ...rest } = saved;
  return {
    ...rest,
    questionIds,
    index: questionIds.indexOf(place),
    results,
    flags: saved.flags.filter((id) => there.has(id)),
    selection: result?.positions ?? (isThere ? saved.selection : []),
    isAnswered: isMock(saved.setup) ? saved.isFinished : result !== undefined,
  };
};

/** The words on the way back into a kept run. */
export const continueText = ({ index, questionIds }: Run) =>
  `Continue at question ${index + 1} of ${questionIds.length}`;
