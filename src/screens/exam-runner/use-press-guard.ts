import { useEffect, useRef } from 'react';
import type { Run } from '#exam/run.ts';

/** How long something must have been on screen before a press counts for it, in milliseconds. */
export const PRESS_PAUSE = 400;

/**
 * Tells whether a press that began at a given event time, in milliseconds, can be meant for what is
 * on screen. The second half of a double tap is meant for what was there before.
 */
export const usePressGuard = (run: Run) => {
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time starts with the change.
  useEffect(() => {
    shownAt.current = new Event('shown').timeStamp;
  }, [run.id, run.index, run.isAnswered]);
  return (pressedAt: number) => pressedAt - shownAt.current >= PRESS_PAUSE;
};
