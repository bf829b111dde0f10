import type { SavedRun } from '#contract/learner.ts';
import type { Run } from './run.ts';

/** What of a run is kept. `elapsed` is in milliseconds. */
export const saveRun = ({ isAnswered, ...run }: Run, elapsed: number): SavedRun => ({
  ...run,
  selection: isAnswered ? [] : run.selection,
  elapsed,
});

/** A run is worth keeping once something in it would be missed. */
export const isWorthKeeping = ({ results, flags }: Run) => results.length > 0 || flags.length > 0;
