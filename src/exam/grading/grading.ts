import type { Question } from '#contract/wire.ts';
import { textParts } from '#wording/question-text.ts';
import { findStatedCounts } from '#wording/stated-counts.ts';

/** One correct answer makes radio buttons, several make checkboxes (spec: Screens). */
export const isSingleAnswer = (answers: string[]) => new Set(answers).size === 1;

type Asked = Pick<Question, 'question' | 'questionParts' | 'options' | 'answers'>;

/**
 * How many options to choose, if the stem says so, as in "(Choose TWO.)". Undefined unless that is
 * how many are right, so that the right answer can always be chosen.
 */
export const statedCount = ({ options, answers, ...text }: Asked) => {
  const count = new Set(answers).size;
  if (count < 2 || count > options.length) return undefined;
  const stated = findStatedCounts(textParts(text).join('\n'));
  return stated.includes(count) ? count : undefined;
};

/** Whether the chosen texts and the answers are the same set (spec: Run). */
export const isSelectionCorrect = (chosen: string[], answers: string[]) => {
  const chosenSet = new Set(chosen);
  const answerSet = new Set(answers);
  return chosenSet.size === answerSet.size && [...chosenSet].every((text) => answerSet.has(text));
};

/** A single answer replaces the selection; otherwise the option toggles. Sorted. */
export const toggleOption = (selection: number[], position: number, single: boolean) => {
  if (single) return [position];
  return selection.includes(position)
    ? selection.filter((other) => other !== position)
    : [...selection, position].sort((a, b) => a - b);
};

export type OptionVerdict = 'correct' | 'missed' | 'wrong' | 'other';

/** How an option looks once checked: green, red or dimmed (spec: Screens). */
export const judgeOption = (text: string, isChosen: boolean, answers: string[]): OptionVerdict => {
  if (!answers.includes(text)) return isChosen ? 'wrong' : 'other';
  // A single answer is only missed by a wrong choice, which says so itself.
  return isChosen || isSingleAnswer(answers) ? 'correct' : 'missed';
};

/** A whole percentage; 0 if `whole` is 0. */
export const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.round((100 * part) / whole) : 0;
