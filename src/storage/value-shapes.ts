import * as v from 'valibot';

// Checks of our own, since each of the library's actions costs a first visit its bytes.
const isAtLeast = (least: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value < Number.POSITIVE_INFINITY;

export const count = v.custom<number>((value) => Number.isInteger(value) && isAtLeast(0)(value));
export const time = v.custom<number>(isAtLeast(0));
export const minutes = v.custom<number>(isAtLeast(1));
