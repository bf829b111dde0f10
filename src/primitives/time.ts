/** In milliseconds. A learner's day is another matter: see exam/day. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The time of the device's clock in milliseconds, from now on free of its jumps: what has passed since
 * is measured by the page, which a clock set forward or back doesn't change.
 */
export const createSteadyClock = () => {
  const begun = Date.now() - performance.now();
  return () => {
    const [shown, passed] = [Date.now(), begun + performance.now()];
    // A clock that is off by more is wrong, or was.
    return Math.abs(shown - passed) > MINUTE ? passed : shown;
  };
};
