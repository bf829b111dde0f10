import type { QuestionSource } from '../../parse/question-source.ts';
import type { ExamSource } from '../../read/bank-source.ts';
import { foldText, sum } from './answer-statistics.ts';
import { percentOf } from './key-rules.ts';
import type { Rule } from './rule.ts';

/** In how many of the questions each text is a right option. */
const countKeys = (questions: readonly QuestionSource[]) => {
  const counts = new Map<string, number>();
  for (const { options } of questions) {
    const keys = new Set(options.filter(({ right }) => right).map(({ text }) => foldText(text)));
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** How many ways there are to choose `some` of `all`. */
const choose = (all: number, some: number): number =>
  some === 0 ? 1 : (choose(all - 1, some - 1) * all) / some;

/**
 * The chance of guessing a question by someone who strikes the options in `isStruck` and takes what
 * is left, or takes from the struck ones when too few are left.
 */
const guess = ({ options }: QuestionSource, isStruck: (text: string) => boolean) => {
  const right = options.filter((option) => option.right);
  const kept = options.filter(({ text }) => !isStruck(foldText(text)));
  const rightKept = right.filter((option) => kept.includes(option)).length;
  if (kept.length >= right.length) {
    return rightKept === right.length ? 1 / choose(kept.length, right.length) : 0;
  }
  if (rightKept < kept.length) return 0;
  return 1 / choose(options.length - kept.length, right.length - kept.length);
};

/**
 * How well someone guesses who has seen the rest of the bank and strikes every option that is right
 * elsewhere. `known` are the questions seen; without it, all the others.
 */
const measureStriking = (
  questions: readonly QuestionSource[],
  known: readonly QuestionSource[] = questions,
) => {
  const counts = countKeys(known);
  const seen = new Set(known);
  const shares = questions.map((question) => {
    const own = seen.has(question) ? countKeys([question]) : new Map<string, number>();
    return guess(question, (text) => (counts.get(text) ?? 0) > (own.get(text) ?? 0));
  });
  const chances = questions.map((question) => guess(question, () => false));
  const of = questions.length;
  return { of, share: sum(shares) / of, chance: sum(chances) / of };
};

/** Striking among all questions, and among those held out by someone who knows the others. */
export const strikingsOf = ({ questions }: Pick<ExamSource, 'questions'>) => {
  const heldOut = questions.filter(({ sitting }) => sitting === 'only');
  const practiced = questions.filter(({ sitting }) => sitting !== 'only');
  return [
    { title: 'all', ...measureStriking(questions) },
    { title: 'held out', ...measureStriking(heldOut, practiced) },
  ].filter(({ of }) => of > 0);
};

// With fewer questions, a few of them decide.
const leastJudged = 20;
const tolerance = 0.03;

/** Warns when knowing the other answers helps to guess: each key should be right several times. */
export const findStriking: Rule = (exam) =>
  strikingsOf(exam).flatMap(({ title, of, share, chance }) => {
    if (of < leastJudged || share <= chance + tolerance) return [];
    const message =
      `Whoever strikes what is right elsewhere guesses ${percentOf(share)} of ${of} questions ` +
      `(${title}), over ${percentOf(chance + tolerance)}: ` +
      'make common answers right several times.';
    return [{ message }];
  });
