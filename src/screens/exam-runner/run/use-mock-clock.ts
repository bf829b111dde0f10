import { useEffect, useEffectEvent } from 'react';
import { isSilent, timeLeft } from '#exam/run/run.ts';
import { isWorthStoring } from '#exam/run/stored-run.ts';
import { clockGoesOnText } from '#exam/texts/study-texts.ts';
import { dismissToast, showToast } from '#ui/toasts.ts';
import { useNow } from '#ui/use-now.ts';
import { useWakeLock } from '#ui/use-wake-lock.ts';
import { useExamRun } from './run-context.tsx';

const TOAST = 'mock';

/**
 * Ends a mock exam when its time is up, and says that it goes on when it is left. Returns the
 * milliseconds left, undefined if untimed.
 */
export const useMockClock = (onOver: () => void) => {
  const { run, dispatch, now } = useExamRun();
  const isTicking = isSilent(run);
  useNow(isTicking);
  const left = isTicking ? timeLeft(run, now()) : undefined;
  const isOver = left === 0;
  useWakeLock(isTicking);
  const onTimeUp = useEffectEvent(onOver);
  useEffect(() => {
    if (!isOver) return;
    dispatch({ type: 'runFinished', now: now() });
    onTimeUp();
  }, [isOver, dispatch, now]);

  const leave = useEffectEvent(() => {
    const rest = isSilent(run) && isWorthStoring(run) && timeLeft(run, now());
    if (rest) showToast({ id: TOAST, text: clockGoesOnText(rest) });
  });
  useEffect(() => {
    dismissToast(TOAST);
    return () => leave();
  }, []);
  return left;
};
