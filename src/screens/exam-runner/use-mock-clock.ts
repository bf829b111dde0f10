import { useEffect, useEffectEvent } from 'react';
import { isSilent } from '#exam/run.ts';
import { resetStopwatch } from '#exam/stopwatch.ts';
import { useElapsed, useExamRun } from './run-context.tsx';

const MINUTE = 60_000;

/** Ends a mock exam when its time is up. Returns the milliseconds left, undefined if untimed. */
export const useMockClock = (onOver: () => void) => {
  const { run, dispatch } = useExamRun();
  const { minutes } = run.setup;
  const limit = isSilent(run) && minutes !== undefined ? minutes * MINUTE : undefined;
  // Only a mock exam rerenders with every tick.
  const elapsed = useElapsed(limit === undefined ? resetStopwatch : run.stopwatch);
  const left = limit === undefined ? undefined : Math.max(0, limit - elapsed);
  const isOver = left === 0;
  const tell = useEffectEvent(onOver);
  useEffect(() => {
    if (!isOver) return;
    dispatch({ type: 'runFinished', now: Date.now() });
    tell();
  }, [isOver, dispatch]);
  return left;
};
