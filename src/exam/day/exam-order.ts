import type { Learning } from '#learner/schemas.ts';
import { findOpenRun } from '../run/stored-run.ts';
import type { Day } from './plan-day.ts';

type Placed = { day: Day; learning: Learning };

/** Larger for what the learner is about: an open mock exam, then the last answer; a passed exam rests. */
const placeOf = ({ day, learning: { runs, study } }: Placed) => {
  if (findOpenRun(runs, 'mock')) return Number.POSITIVE_INFINITY;
  const lastAnswer = study.reviews.at(-1)?.at ?? 0;
  return day.phase === 'passed' ? lastAnswer - Number.MAX_SAFE_INTEGER : lastAnswer;
};

/** Sorts exams by how current they are to the learner. */
export const byCurrency = (a: Placed, b: Placed) => {
  const [first, second] = [placeOf(a), placeOf(b)];
  return first === second ? 0 : second - first;
};

/** What today still asks for in all exams that were begun: the number on the app's icon. */
export const badgeOf = (days: Day[]) =>
  days.reduce((sum, { isBegun, left }) => sum + (isBegun ? left : 0), 0);
