import { isSingle, type OptionSource, type QuestionSource } from '../../parse/question-source.ts';
import {
  chiSquare,
  chiSquareLimit,
  countPositions,
  hasTextOptions,
  jaccard,
  lengthOf,
  median,
  sum,
} from './answer-statistics.ts';
import { forEachQuestion, type Rule } from './rule.ts';

// With fewer than five expected in each position, chi-square is meaningless.
const leastPerPlace = 5;

export const findUnevenPositions: Rule = (exam) =>
  [...countPositions(exam.questions)].flatMap(([places, counts]) => {
    const value = chiSquare(counts);
    const limit = chiSquareLimit(places);
    if (sum(counts) < places * leastPerPlace || value <= limit) return [];
    const message =
      `The right option of ${places} stands unevenly at ${counts.join(', ')} ` +
      `(chi-square ${value.toFixed(1)}, over ${limit}): rename a question, which reshuffles it.`;
    return [{ message }];
  });

const medianLimit = 1.5;

export const findLongKeys = forEachQuestion((question) => {
  if (!hasTextOptions(question)) return [];
  const typical = median(question.options.map(lengthOf));
  return question.options
    .filter((option) => option.right && lengthOf(option) > medianLimit * typical)
    .map((option) => ({
      line: option.line,
      message: `The right option has ${lengthOf(option)} characters, over 1.5 times the median ${typical}: shorten it.`,
    }));
});

/** A cue for someone who sees only the options and picks the one with the highest score. */
export type Tell = {
  pick: string;
  score: (options: readonly OptionSource[]) => number[];
};

const wordSet = ({ text }: OptionSource) =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** How many of its words each option shares with the others. Rounded, so that ties are ties. */
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

const countRight = (options: readonly OptionSource[]) =>
  options.filter(({ right }) => right).length;

/**
 * The share of the right options that a reader finds who picks as many options as are right, those
 * with the highest scores. Ties are broken at random.
 */
const judge = ({ options }: QuestionSource, { score }: Tell): number => {
  const scores = score(options);
  const wanted = countRight(options);
  const lowest = scores.toSorted((left, right) => right - left)[wanted - 1] ?? 0;
  const above = options.filter((_, index) => (scores[index] ?? 0) > lowest);
  const level = options.filter((_, index) => scores[index] === lowest);
  const ofLevel = ((wanted - above.length) * countRight(level)) / level.length;
  return (countRight(above) + ofLevel) / wanted;
};

/** The share that random picks find, and its variance, as of draws without replacement. */
const luckOf = ({ options }: QuestionSource) => {
  const wanted = countRight(options);
  const chance = wanted / options.length;
  const spread = (options.length - wanted) / Math.max(1, options.length - 1);
  return { chance, variance: (chance * (1 - chance) * spread) / wanted };
};

/** How often the picks are right, and the range of shares that chance explains. */
export const measureTell = (questions: readonly QuestionSource[], tell: Tell) => {
  const judged = questions.filter(hasTextOptions);
  const of = judged.length;
  const lucks = judged.map(luckOf);
  const error = Math.sqrt(sum(lucks.map(({ variance }) => variance))) / of;
  const chance = sum(lucks.map((luck) => luck.chance)) / of;
  const share = sum(judged.map((question) => judge(question, tell))) / of;
  return { of, share, least: chance - 2 * error, most: chance + 2 * error };
};

export const percentOf = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Tells are measured separately for questions with one right option and with several. */
export const kindsOf = (questions: readonly QuestionSource[]) => ({
  single: questions.filter(isSingle),
  multiple: questions.filter((question) => !isSingle(question)),
});

// With fewer questions, chance explains any share.
const leastJudged = 20;

/** Warns when a reader who picks by the tell, or avoids its pick, does better than chance. */
export const findTell =
  (tell: Tell): Rule =>
  (exam) =>
    Object.entries(kindsOf(exam.questions)).flatMap(([kind, questions]) => {
      const { of, share, least, most } = measureTell(questions, tell);
      if (of < leastJudged || (share >= least && share <= most)) return [];
      const limit = share > most ? `over ${percentOf(most)}` : `under ${percentOf(least)}`;
      const message =
        `Whoever sees the options alone and picks ${tell.pick} is right in ${percentOf(share)} of ` +
        `${of} ${kind}-answer items, ${limit}, the limit of chance: reword the options of some.`;
      return [{ message }];
    });

const multipleShares = { least: 0.15, most: 0.25 };

export const findMultipleShare: Rule = (exam) => {
  const of = exam.questions.length;
  if (exam.sitting === undefined || of === 0) return [];
  const multiple = exam.questions.filter((question) => !isSingle(question)).length;
  const { least, most } = multipleShares;
  if (multiple / of >= least && multiple / of <= most) return [];
  const message = `${multiple} of ${of} questions have several right options, ${percentOf(multiple / of)}: it should be from 15 to 25 %.`;
  return [{ message }];
};
