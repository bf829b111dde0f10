/** One line of the table. A figure without a target is there to be compared with. */
export type Figure = { name: string; measured: string; target?: string; isMet?: boolean };

const NAME = 62;
const COLUMN = 22;

export const printHeading = (title: string) =>
  console.log(`\n${title.padEnd(NAME)}  ${'measured'.padEnd(COLUMN)}  ${'target'.padEnd(COLUMN)}`);

export const printFigure = ({ name, measured, target = '', isMet }: Figure) => {
  const verdict = isMet === undefined ? '' : isMet ? 'ok' : 'MISS';
  console.log(
    `${name.padEnd(NAME)}  ${measured.padEnd(COLUMN)}  ${target.padEnd(COLUMN)}  ${verdict}`,
  );
};

/** The middle one; of an even number the upper of the two. */
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const spread = (values: number[], digits: number) => {
  const text = (value: number) => value.toFixed(digits);
  return values.length > 1 ? ` (${text(Math.min(...values))}–${text(Math.max(...values))})` : '';
};

const measuredText = (values: number[], unit: string, digits: number) =>
  `${median(values).toFixed(digits)}${unit}${spread(values, digits)}`;

/** The median has to be at most so much. */
export const atMost = (
  name: string,
  values: number[],
  limit: number,
  unit = '',
  digits = 0,
): Figure => ({
  name,
  measured: measuredText(values, unit, digits),
  target: `≤ ${limit}${unit}`,
  isMet: median(values) <= limit,
});

/** The median has to be at least so much. */
export const atLeast = (
  name: string,
  values: number[],
  limit: number,
  unit = '',
  digits = 0,
): Figure => ({
  name,
  measured: measuredText(values, unit, digits),
  target: `≥ ${limit}${unit}`,
  isMet: median(values) >= limit,
});

/** The value below which so many of a hundred lie. */
export const percentile = (values: number[], percent: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;

/** For comparison only. */
export const plainly = (name: string, values: number[], unit = '', digits = 0): Figure => ({
  name,
  measured: measuredText(values, unit, digits),
});

/** Measures the same thing several times, one after the other. */
export const repeat = async <T>(times: number, measure: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let time = 0; time < times; time += 1) results.push(await measure());
  return results;
};
