import { useEffect, useRef } from 'react';
import type { Run } from '#exam/run.ts';

/** How long what has just come on screen must have been there before a press means it. In milliseconds. */
export const PRESS_PAUSE = 400;

/**
 * Tells whether a press that began at a moment, in milliseconds of the events' clock, can mean
 * what is on screen: the second half of a double tap was meant for what stood there before.
 */
export const usePressGuard = (run: Run) => {
  const shownAt = useRef(Number.NEGATIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the moment begins with the change.
  useEffect(() => {
    shownAt.current = new Event('shown').timeStamp;
  }, [run.id, run.index, run.isAnswered]);
  return (pressedAt: number) => pressedAt - shownAt.current >= PRESS_PAUSE;
};
