import type { Question } from '#contract/wire.ts';
import { textParts } from '#wording/question-text.ts';
import { findStatedCounts } from '#wording/stated-counts.ts';

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
