import type { Learning } from '#contract/learner.ts';
import { dueQuestions } from '#exam/study.ts';

type Badged = { setAppBadge?: (count: number) => Promise<void> };

/** Shows on the app's icon how many questions are due, where the system has badges. */
export const showBadge = (all: Pick<Learning, 'study'>[]) => {
  const due = all.flatMap(({ study }) => dueQuestions(study, Date.now())).length;
  (navigator as Badged).setAppBadge?.(due).catch(() => undefined);
};
