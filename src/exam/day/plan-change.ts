import type { Goal, Outcome, Plan } from '#learner/schemas.ts';
import { dayName, dayNamed, nameOfDay } from './calendar-day.ts';

/** What the learner says of an exam, to be merged into its study. */

/** How far ahead an exam can be, in years. */
const YEARS = 3;

/** The first and the last day that an exam can be on, as `2026-12-12`. */
export const examDays = (now: number) => {
  const first = dayName(now);
  return { first, last: `${Number(first.slice(0, 4)) + YEARS}${first.slice(4)}` };
};

/** The day that a date field names, if an exam can be on it. */
export const parseExamDate = (text: string, now: number) => {
  const { first, last } = examDays(now);
  const day = dayNamed(text);
  const isDay = Number.isInteger(day) && nameOfDay(day) === text;
  return isDay && first <= text && text <= last ? text : undefined;
};

/** No date says "No date yet", which is not asked again for two weeks. */
export const dateChange = (examDate: string | undefined, now: number): Plan => ({
  examDate: examDate || undefined,
  examDateAt: now,
});

export const goalChange = (goal: Goal, now: number): Plan => ({ goal, goalAt: now });

/** An exam that was not passed, or was moved, has no date until the learner says the next one. */
export const outcomeChange = (outcome: Outcome, now: number): Plan => ({
  outcome,
  outcomeAt: now,
  ...(outcome !== 'passed' && dateChange(undefined, now)),
});
