import { measureReviews } from '../review/reviews.ts';
import { aboutExam, type Rule } from './warning.ts';

const mostNamed = 5;

export const findStaleReviews: Rule = (exam) => {
  const { stale } = measureReviews(exam);
  if (stale.length === 0) return [];
  const named = stale.slice(0, mostNamed).join(', ') + (stale.length > mostNamed ? ', …' : '');
  const message = `${stale.length} blind checks in reviews.yaml are of an earlier version of their question (${named}): take them anew.`;
  return [aboutExam(exam, message)];
};

const leastRecorded = 30;
const mostGuessed = 0.5;

export const findGuessable: Rule = (exam) => {
  const { alone, guessed } = measureReviews(exam);
  if (alone < leastRecorded || guessed / alone < mostGuessed) return [];
  const message = `${guessed} of ${alone} single-answer items were answered right by the options alone, half or more: reword the options of some.`;
  return [aboutExam(exam, message)];
};
