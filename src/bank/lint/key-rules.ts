import {
  chiSquare,
  chiSquareLimit,
  countPositions,
  hasTextOptions,
  lengthOf,
  median,
  sum,
} from './answer-statistics.ts';
import { aboutExam, aboutQuestion, forEachQuestion, type Rule } from './warning.ts';

// With fewer than five expected in each position, chi-square is meaningless.
const leastPerPlace = 5;

export const findUnevenPositions: Rule = (exam) =>
  [...countPositions(exam.questions)].flatMap(([places, counts]) => {
    const value = chiSquare(counts);
    const limit = chiSquareLimit(places);
    if (sum(counts) < places * leastPerPlace || value <= limit) return [];
    const message =
      `The right option of ${places} stands unevenly at ${counts.join(', ')} ` +
      `(chi-square ${value.toFixed(1)}, over ${limit}): rename a question, which shuffles it anew.`;
    return [aboutExam(exam, message)];
  });

const medianLimit = 1.5;

export const findLongKeys = forEachQuestion((question) => {
  if (!hasTextOptions(question)) return [];
  const typical = median(question.options.map(lengthOf));
  return question.options
    .filter((option) => option.right && lengthOf(option) > medianLimit * typical)
    .map((option) =>
      aboutQuestion(
        question,
        option.line,
        `The right option has ${lengthOf(option)} characters, over 1.5 times the median ${typical}: shorten it.`,
      ),
    );
});
