import { allOrNone, otherOption } from '#contract/option-places.ts';
import { seededRandom, shuffle } from '#contract/shuffle.ts';
import type { Question } from '#contract/wire.ts';
import { runKind } from '#learner/schemas.ts';
import type { Run } from './run.ts';

/** Options that the API wants in their order, or of which some text tells the place. */
const isFixed = ({ shuffle, options, optionNotes = [], explanation = '' }: Question) =>
  shuffle === false ||
  options.some((text) => allOrNone.test(text)) ||
  [...options, ...optionNotes, explanation].some((text) => otherOption.test(text));

/**
 * A question as a run asks it: its options in another order at each meeting, so that nobody learns
 * their places, and in the same one for as long as the run lasts. A whole exam from Start keeps the
 * API's order.
 */
export const arrangeOptions = (question: Question, run: Run, questionId: string): Question => {
  const isPlain = runKind(run.setup) === 'all' && !run.setup.isShuffled;
  if (isPlain || isFixed(question)) return question;
  const { options, optionNotes } = question;
  const order = shuffle([...options.keys()], seededRandom(`${run.id} ${questionId}`));
  const arrange = (texts: string[]) => order.map((place) => texts[place] ?? '');
  return {
    ...question,
    options: arrange(options),
    optionNotes: optionNotes && arrange(optionNotes),
  };
};
