import type { OptionSource, QuestionSource } from '../parse/question-source.ts';
import { hasTextOptions, isSingle, jaccard, lengthOf, sum } from './answer-statistics.ts';
import { aboutExam, type Rule } from './warning.ts';

/** Something by which a reader of the options alone may pick one: that of the highest score. */
export type Tell = {
  pick: string;
  score: (options: readonly OptionSource[]) => number[];
};

const wordSet = ({ text }: OptionSource) =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** How much of its words each option shares with the others. Rounded, so that equals are equal. */
const measureConvergence = (options: readonly OptionSource[]) => {
  const sets = options.map(wordSet);
  return sets.map((set, at) =>
    Math.round(1e6 * sum(sets.map((other, index) => (index === at ? 0 : jaccard(set, other))))),
  );
};

export const tells = {
  longest: { pick: 'the longest', score: (options) => options.map(lengthOf) },
  shortest: { pick: 'the shortest', score: (options) => options.map((one) => -lengthOf(one)) },
  convergent: { pick: 'the most like the others', score: measureConvergence },
  odd: {
    pick: 'the least like the others',
    score: (options) => measureConvergence(options).map((score) => -score),
  },
} satisfies Record<string, Tell>;

/** The chance that the reader's pick is right. Of equal options they pick any. */
const judge = ({ options }: QuestionSource, { score }: Tell): number => {
  const scores = score(options);
  const highest = Math.max(...scores);
  const picks = options.filter((_, index) => scores[index] === highest);
  return picks.filter(({ right }) => right).length / picks.length;
};

/** How often the picks are right, and between which shares that may be chance. */
export const measureTell = (questions: readonly QuestionSource[], tell: Tell) => {
  const judged = questions.filter((question) => isSingle(question) && hasTextOptions(question));
  const of = judged.length;
  const chances = judged.map(({ options }) => 1 / options.length);
  const error = Math.sqrt(sum(chances.map((chance) => chance * (1 - chance)))) / of;
  const chance = sum(chances) / of;
  const share = sum(judged.map((question) => judge(question, tell))) / of;
  return { of, share, least: chance - 2 * error, most: chance + 2 * error };
};

export const percentOf = (share: number) => `${(share * 100).toFixed(1)} %`;

// In fewer, chance may do anything.
const leastJudged = 20;

/** Warns when a reader who picks by the tell, or avoids its pick, does better than chance. */
export const findTell =
  (tell: Tell): Rule =>
  (exam) => {
    const { of, share, least, most } = measureTell(exam.questions, tell);
    if (of < leastJudged || (share >= least && share <= most)) return [];
    const limit = share > most ? `over ${percentOf(most)}` : `under ${percentOf(least)}`;
    const message =
      `Whoever sees the options alone and picks ${tell.pick} is right in ${percentOf(share)} of ` +
      `${of} single-answer items, ${limit}, the limit of chance: reword the options of some.`;
    return [aboutExam(exam, message)];
  };

const multipleShares = { least: 0.15, most: 0.25 };

export const findMultipleShare: Rule = (exam) => {
  const of = exam.questions.length;
  if (exam.sitting === undefined || of === 0) return [];
  const multiple = exam.questions.filter((question) => !isSingle(question)).length;
  const { least, most } = multipleShares;
  if (multiple / of >= least && multiple / of <= most) return [];
  const message = `${multiple} of ${of} questions have several right options, ${percentOf(multiple / of)}: it should be from 15 to 25 %.`;
  return [aboutExam(exam, message)];
};

/** How long the right options of multiple-answer items are on average, the wrong ones being 1. */
export const measureMultipleLength = (questions: readonly QuestionSource[]) => {
  const mean = (options: readonly OptionSource[]) => sum(options.map(lengthOf)) / options.length;
  const ratios = questions
    .filter((question) => !isSingle(question) && hasTextOptions(question))
    .map(({ options }) => {
      const right = options.filter((option) => option.right);
      return mean(right) / mean(options.filter((option) => !option.right));
    });
  return ratios.length === 0 ? undefined : sum(ratios) / ratios.length;
};
