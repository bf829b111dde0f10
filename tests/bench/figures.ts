const NAME = 62;
const COLUMN = 24;

const printLine = (name: string, measured: string, target = '', verdict = '') =>
  console.log(
    [name.padEnd(NAME), measured.padEnd(COLUMN), target.padEnd(COLUMN), verdict]
      .join('  ')
      .trimEnd(),
  );

export const printHeading = (title: string) => printLine(`\n${title}`, 'measured', 'target');

/** The middle one; of an even number the upper of the two. */
export const median = (values: number[]) => percentile(values, 50.0001);

/** The value below which so many of a hundred lie. */
export const percentile = (values: number[], percent: number) =>
  values.toSorted((a, b) => a - b)[Math.ceil((values.length * percent) / 100) - 1] ?? Number.NaN;

/** Three digits are more than any of the measurements is worth. */
const round = (value: number) => Number(value.toPrecision(3));

type Target = `≤ ${number}` | `≥ ${number}`;

const isMet = (value: number, target: Target) => {
  const limit = Number(target.slice(2));
  return target.startsWith('≤') ? value <= limit : value >= limit;
};

/** Prints a line: the median, lowest and highest value, and whether the median meets the target. */
export const printFigure = (
  name: string,
  measured: number | number[],
  unit = '',
  target?: Target,
) => {
  const values = [measured].flat();
  const middle = median(values);
  const spread = `(${round(Math.min(...values))}–${round(Math.max(...values))})`;
  const text = `${round(middle)} ${unit}`.trimEnd();
  printLine(
    name,
    values.length > 1 ? `${text} ${spread}` : text,
    target && `${target} ${unit}`.trimEnd(),
    target && (isMet(middle, target) ? 'ok' : 'MISS'),
  );
};

/** Prints how many times a base the values are. */
export const printRatio = (name: string, values: number[], base: number, target: Target) =>
  printFigure(
    `  … times ${name}`,
    values.map((value) => value / base),
    'x',
    target,
  );

/** The same for several aspects of repeated runs. */
export const pick = <Run, Key extends keyof Run>(runs: Run[], key: Key) =>
  runs.map((run) => run[key]);

/** Measures the same thing several times, one after the other. */
export const repeat = async <T>(times: number, measure: () => Promise<T>): Promise<T[]> => {
  const results: T[] = [];
  for (let time = 0; time < times; time += 1) results.push(await measure());
  return results;
};
