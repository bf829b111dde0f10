import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elapsedTime,
  formatElapsed,
  isRunning,
  pausedStopwatch,
  resetStopwatch,
  startedStopwatch,
} from '#exam/stopwatch.ts';

const SECOND = 1000;
const HOUR = 3_600 * SECOND;

describe('a stopwatch', () => {
  it('runs from 0 once started', () => {
    const stopwatch = startedStopwatch(5_000);
    expect(isRunning(stopwatch)).toBe(true);
    expect(elapsedTime(stopwatch, 5_000)).toBe(0);
    expect(elapsedTime(stopwatch, 5_000 + 90 * SECOND)).toBe(90 * SECOND);
  });

  it('stands still while paused', () => {
    const paused = pausedStopwatch(startedStopwatch(0), 3 * SECOND);
    expect(isRunning(paused)).toBe(false);
    expect(elapsedTime(paused, 8 * HOUR)).toBe(3 * SECOND);
  });

  it('goes on from where it was paused', () => {
    const paused = pausedStopwatch(startedStopwatch(0), 3 * SECOND);
    const resumed = startedStopwatch(HOUR, paused.elapsedBefore);
    expect(elapsedTime(resumed, HOUR + 4 * SECOND)).toBe(7 * SECOND);
  });

  it('stands at zero and is paused after a reset', () => {
    expect(isRunning(resetStopwatch)).toBe(false);
    expect(elapsedTime(resetStopwatch, HOUR)).toBe(0);
  });

  it('measures time and not ticks, so that hours of sleep count', () => {
    expect(elapsedTime(startedStopwatch(0), 11 * HOUR)).toBe(11 * HOUR);
  });

  it('counts a clock that was set back as no time', () => {
    const stopwatch = startedStopwatch(HOUR, 5 * SECOND);
    expect(elapsedTime(stopwatch, 0)).toBe(5 * SECOND);
    expect(pausedStopwatch(stopwatch, 0).elapsedBefore).toBe(5 * SECOND);
  });

  it('may be paused twice without losing or winning time', () => {
    const paused = pausedStopwatch(startedStopwatch(0), 3 * SECOND);
    expect(pausedStopwatch(paused, 9 * SECOND)).toEqual(paused);
  });

  it('is worth the sum of its runs, whatever the pauses', () => {
    const step = fc.record({ run: fc.nat({ max: HOUR }), rest: fc.nat({ max: HOUR }) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let now = 0;
        let stopwatch = resetStopwatch;
        for (const { run, rest } of steps) {
          stopwatch = startedStopwatch(now, stopwatch.elapsedBefore);
          stopwatch = pausedStopwatch(stopwatch, now + run);
          now += run + rest;
        }
        expect(elapsedTime(stopwatch, now)).toBe(steps.reduce((sum, { run }) => sum + run, 0));
      }),
    );
  });
});

describe('the elapsed time in words', () => {
  it.each([
    [0, '00:00'],
    [999, '00:00'],
    [SECOND, '00:01'],
    [61 * SECOND, '01:01'],
    [HOUR - 1, '59:59'],
    [HOUR, '01:00:00'],
    [HOUR + 61 * SECOND, '01:01:01'],
    [10 * HOUR + 5 * SECOND, '10:00:05'],
    [100 * HOUR, '100:00:00'],
  ])('%i ms is %s', (milliseconds, words) => {
    expect(formatElapsed(milliseconds)).toBe(words);
  });

  it('has hours exactly once an hour has passed, and says the whole seconds', () => {
    fc.assert(
      fc.property(fc.nat({ max: 99 * HOUR }), (milliseconds) => {
        const words = formatElapsed(milliseconds);
        expect(words).toMatch(milliseconds < HOUR ? /^\d\d:\d\d$/ : /^\d\d:\d\d:\d\d$/);
        const seconds = words.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
        expect(seconds).toBe(Math.floor(milliseconds / SECOND));
      }),
    );
  });
});
