import { useEffect } from 'react';
import { isSilent, type Run } from '#exam/run.ts';

const MINUTE = 60_000;

/** Ends a mock exam when its time is up. Gives the milliseconds left, undefined without a limit. */
export const useMockClock = (run: Run, elapsed: number, onEnd: () => void) => {
  const { minutes } = run.setup;
  const left = minutes === undefined || !isSilent(run) ? undefined : minutes * MINUTE - elapsed;
  const isOver = left !== undefined && left <= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends once.
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver]);
  return left === undefined ? undefined : Math.max(0, left);
};
