import { describe, expect, it } from 'vitest';
import {
  elapsedTime,
  formatElapsed,
  isRunning,
  pausedStopwatch,
  startedStopwatch,
} from '#exam/run/stopwatch.ts';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

describe('a stopwatch', () => {
  it('runs by the clock, so that hours of sleep count', () => {
    const stopwatch = startedStopwatch(5_000);
    expect(isRunning(stopwatch)).toBe(true);
    expect(elapsedTime(stopwatch, 5_000 + 11 * HOUR)).toBe(11 * HOUR);
  });

  it('stands still while paused, even if paused twice', () => {
    const paused = pausedStopwatch(startedStopwatch(0), 3 * SECOND);
    expect(isRunning(paused)).toBe(false);
    expect(elapsedTime(paused, 8 * HOUR)).toBe(3 * SECOND);
    expect(pausedStopwatch(paused, 9 * SECOND)).toEqual(paused);
  });

  it('loses no time if the clock is set back', () => {
    const stopwatch = startedStopwatch(HOUR, 5 * SECOND);
    expect(elapsedTime(stopwatch, 0)).toBe(5 * SECOND);
    expect(pausedStopwatch(stopwatch, 0).elapsedBefore).toBe(5 * SECOND);
  });
});

it.each([
  [0, '00:00'],
  [999, '00:00'],
  [SECOND, '00:01'],
  [61 * SECOND, '01:01'],
  [HOUR - 1, '59:59'],
  [HOUR, '01:00:00'],
  [10 * HOUR + 5 * SECOND, '10:00:05'],
  [100 * HOUR, '100:00:00'],
])('%i ms is shown as %s', (milliseconds, text) => {
  expect(formatElapsed(milliseconds)).toBe(text);
});
