import type { Learning } from '#learner/schemas.ts';
import { findOpenRun } from '../run/stored-run.ts';
import { type Day, isPassed } from './plan-day.ts';

/** Larger for what the learner is about: an open mock exam, then the last answer; a passed exam rests. */
const placeOf = ({ runs, study }: Learning) => {
  if (findOpenRun(runs, 'mock')) return Number.MAX_SAFE_INTEGER;
  const lastAnswer = study.reviews.at(-1)?.at ?? 0;
  return isPassed(study) ? lastAnswer - Number.MAX_SAFE_INTEGER : lastAnswer;
};

type Placed = { learning: Learning };

/** Sorts exams by how current they are to the learner. */
export const byCurrency = (a: Placed, b: Placed) => placeOf(b.learning) - placeOf(a.learning);

/** What today still asks for in all exams that were begun: the number on the app's icon. */
export const badgeOf = (days: Day[]) =>
  days.reduce((sum, { isBegun, left }) => sum + (isBegun ? left : 0), 0);
