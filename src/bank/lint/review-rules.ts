import { aboutQuestion, forEachQuestion } from './warning.ts';

/** The same day a year earlier, as text that compares. */
const yearBefore = (today: string) =>
  `${String(Number(today.slice(0, 4)) - 1).padStart(4, '0')}${today.slice(4)}`;

export const findOldReviews = forEachQuestion((question, today) =>
  question.reviewed < yearBefore(today)
    ? [
        aboutQuestion(
          question,
          1,
          `Last reviewed on ${question.reviewed}, over a year ago: check its facts and set the date.`,
        ),
      ]
    : [],
);
