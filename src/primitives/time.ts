/** In milliseconds. A learner's day is another matter: see exam/day. */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** In days. */
export const WEEK = 7;
