import { useEffect, useState } from 'react';

const TICK = 1000;

/** The time of the clock, in milliseconds. While it ticks, it rerenders each second. */
export const useNow = (isTicking: boolean) => {
  const [, setTicks] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    const tick = setInterval(() => setTicks((ticks) => ticks + 1), TICK);
    return () => clearInterval(tick);
  }, [isTicking]);
  return Date.now();
};
