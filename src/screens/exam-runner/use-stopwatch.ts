import { useEffect, useMemo, useState } from 'react';
import {
  elapsedTime,
  isRunning,
  pausedStopwatch,
  resetStopwatch,
  startedStopwatch,
} from '#exam/stopwatch.ts';

const TICK = 1000;

/** Runs from 0 once mounted. Ticks only redraw; the time itself comes from the clock. */
export const useStopwatch = () => {
  const [stopwatch, setStopwatch] = useState(() => startedStopwatch(Date.now()));
  const [now, setNow] = useState(() => Date.now());
  const running = isRunning(stopwatch);

  useEffect(() => {
    if (!running) return;
    const tick = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(tick);
  }, [running]);

  return useMemo(() => {
    const runFrom = (elapsedBefore: number) => {
      const time = Date.now();
      setNow(time);
      setStopwatch(startedStopwatch(time, elapsedBefore));
    };
    return {
      /** As of the last tick. */
      elapsed: elapsedTime(stopwatch, now),
      readElapsed: () => elapsedTime(stopwatch, Date.now()),
      isRunning: running,
      pause: () => setStopwatch((current) => pausedStopwatch(current, Date.now())),
      resume: () => runFrom(stopwatch.elapsedBefore),
      reset: () => setStopwatch(resetStopwatch),
      runFrom,
    };
  }, [stopwatch, now, running]);
};

export type StopwatchControls = ReturnType<typeof useStopwatch>;
