import { splitCode } from '#wording/code.ts';
import { orderOptions } from '../../compile/compile-question.ts';
import {
  isSingle,
  type OptionSource,
  type QuestionSource,
  wordsOf,
} from '../../parse/question-source.ts';

/** Options with an image have no meaningful length. */
export const hasTextOptions = ({ options }: QuestionSource) =>
  options.every(({ text }) => wordsOf(text) === text.trim());

/** As a learner sees it, without the backticks around code. */
export const lengthOf = ({ text }: OptionSource) =>
  sum(splitCode(text).map(({ text: shown }) => shown.length));

/** How often the right option is in each position, by number of options. */
export const countPositions = (questions: readonly QuestionSource[]): Map<number, number[]> => {
  const counts = new Map<number, number[]>();
  for (const question of questions.filter(isSingle)) {
    const places = question.options.length;
    const row = counts.get(places) ?? new Array<number>(places).fill(0);
    const at = orderOptions(question).findIndex((option) => option.right);
    row[at] = (row[at] ?? 0) + 1;
    counts.set(places, row);
  }
  return new Map([...counts].sort(([left], [right]) => left - right));
};

export const sum = (numbers: readonly number[]) =>
  numbers.reduce((total, number) => total + number, 0);

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((left, right) => left - right);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** The median number of words. */
export const medianWords = (texts: readonly string[]) =>
  median(texts.map((text) => text.split(/\s+/).filter(Boolean).length));

/** Chi-square of counts against an even spread. */
export const chiSquare = (counts: readonly number[]): number => {
  const expected = sum(counts) / counts.length;
  return expected === 0 ? 0 : sum(counts.map((count) => (count - expected) ** 2 / expected));
};

// The 95th percentiles for two positions and more.
const limits = [3.84, 5.99, 7.81, 9.49, 11.07, 12.59, 14.07, 15.51, 16.92];
export const chiSquareLimit = (places: number) => limits[places - 2] ?? Number.POSITIVE_INFINITY;

/** A text's letters and digits, in which case and punctuation tell nothing. */
export const foldText = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The Jaccard index: the share of all members that both sets have. */
export const jaccard = <T>(left: ReadonlySet<T>, right: ReadonlySet<T>): number => {
  const shared = [...left].filter((member) => right.has(member)).length;
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
};
