import type { Learning } from '#contract/learner.ts';
import { todayOf } from '#exam/today.ts';

type Badged = { setAppBadge?: (count: number) => Promise<void> };

/** Shows on the app's icon how many reviews today still asks for, where the system has badges. */
export const showBadge = (all: Pick<Learning, 'study'>[]) => {
  const now = Date.now();
  const due = all.reduce((sum, { study }) => sum + todayOf(study, undefined, now).due, 0);
  (navigator as Badged).setAppBadge?.(due).catch(() => undefined);
};
