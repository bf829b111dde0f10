import type { RunSetup } from '#contract/learner.ts';

/** What the plain Start does: every question, in the exam's order, without a clock. */
export const plainSetup: RunSetup = { questions: 'all', isShuffled: false };

export const isMock = ({ minutes }: RunSetup) => minutes !== undefined;
