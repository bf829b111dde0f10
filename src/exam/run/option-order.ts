import type { Question } from '#contract/wire.ts';
import { runKind } from '#learner/schemas.ts';
import { seededRandom, shuffle } from '#primitives/shuffle.ts';
import { allOrNone, otherOption } from '#wording/option-places.ts';
import type { Run } from './run.ts';

/** Options whose order the API fixes, or whose positions some text mentions. */
const isFixed = ({ shuffle, options, optionNotes = [], explanation = '' }: Question) =>
  shuffle === false ||
  options.some((text) => allOrNone.test(text)) ||
  [...options, ...optionNotes, explanation].some((text) => otherOption.test(text));

/**
 * A question as a run asks it: its options shuffled anew for each run, so that their positions
 * can't be memorized, and in one order throughout the run. A whole exam from Start keeps the API's
 * order.
 */
export const arrangeOptions = (question: Question, run: Run, questionId: string): Question => {
  const isPlain = runKind(run.setup) === 'all' && !run.setup.isShuffled;
  if (isPlain || isFixed(question)) return question;
  const { options, optionNotes } = question;
  const order = shuffle([...options.keys()], seededRandom(`${run.id} ${questionId}`));
  const arrange = (texts: string[]) => order.map((position) => texts[position] ?? '');
  return {
    ...question,
    options: arrange(options),
    optionNotes: optionNotes && arrange(optionNotes),
  };
};
