/** Milliseconds of the wall clock, so that a sleeping tab loses no time. */
export type Stopwatch = { elapsedBefore: number; startedAt: number | undefined };

export const startedStopwatch = (now: number, elapsedBefore = 0): Stopwatch => ({
  elapsedBefore,
  startedAt: now,
});

export const resetStopwatch: Stopwatch = { elapsedBefore: 0, startedAt: undefined };

export const isRunning = (stopwatch: Stopwatch) => stopwatch.startedAt !== undefined;

/** If the clock was set back, no time has passed. */
export const elapsedTime = ({ elapsedBefore, startedAt }: Stopwatch, now: number) =>
  elapsedBefore + (startedAt === undefined ? 0 : Math.max(0, now - startedAt));

export const pausedStopwatch = (stopwatch: Stopwatch, now: number): Stopwatch => ({
  elapsedBefore: elapsedTime(stopwatch, now),
  startedAt: undefined,
});

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `mm:ss`, or `hh:mm:ss` once an hour has passed (spec: Run). */
export const formatElapsed = (milliseconds: number) => {
  const seconds = Math.floor(milliseconds / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${twoDigits(hours)}:${rest}` : rest;
};
