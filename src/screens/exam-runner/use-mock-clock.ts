import { useEffect, useEffectEvent } from 'react';
import { isSilent, timeLeft } from '#exam/run.ts';
import { useNow } from '#ui/use-now.ts';
import { useExamRun } from './run-context.tsx';

/** Ends a mock exam when its time is up. Returns the milliseconds left, undefined if untimed. */
export const useMockClock = (onOver: () => void) => {
  const { run, dispatch } = useExamRun();
  const isTicking = isSilent(run);
  const now = useNow(isTicking);
  const left = isTicking ? timeLeft(run, now) : undefined;
  const isOver = left === 0;
  const tell = useEffectEvent(onOver);
  useEffect(() => {
    if (!isOver) return;
    dispatch({ type: 'runFinished', now: Date.now() });
    tell();
  }, [isOver, dispatch]);
  return left;
};
