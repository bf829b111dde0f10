/** Whole percent; of nothing it is 0. */
export const percentOf = (part: number, whole: number) =>
  whole > 0 ? Math.round((100 * part) / whole) : 0;
