import type { Goal, Outcome, Plan } from '#learner/schemas.ts';

/** What the learner says of an exam, to be merged into its study. */

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
