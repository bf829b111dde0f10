import { type DeckRead, readDeck } from '#exchange/deck.ts';
import { targetFormats } from '#exchange/formats/formats.ts';
import { type TargetName, written } from '#exchange/formats/registry.ts';
import type { Outgoing } from '#exchange/outgoing.ts';
import { median, printFigure, printHeading, printRatio } from './figures.ts';

const SIZE = 8_000_000;
const ROWS = 100_000;
const RUNS = 3;

const words = 'which service keeps a copy of each volume in another region at the least cost'.split(
  ' ',
);
/** Words that differ from those of any other number. */
const say = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => words[(seed * 7 + at * (1 + (seed % 5))) % 15]).join(
    ' ',
  );

const options = ['first', 'second', 'third', 'fourth'];
const questionOf = (number: number): Outgoing => ({
  id: `question-${number}`,
  stem: [`Case ${number}: ${say(number, 40)}?`],
  stemLine: 1,
  options: options.map((name, at) => ({
    text: `The ${name} way: ${say(number + at, 8)}`,
    right: at === number % 4,
    rationale: '',
    line: 1,
  })),
  explanation: `So says case ${number}: ${say(number, 30)}.`,
  explanationLine: 1,
  images: [],
});

const join = (print: (question: Outgoing, right: string) => string) => (questions: Outgoing[]) =>
  questions
    .map((one) => print(one, 'ABCD'[one.options.findIndex(({ right }) => right)] ?? ''))
    .join('');
/** Formats that are only read, as their programs write them. */
const others: Record<string, (questions: Outgoing[]) => string> = {
  'blackboard.tsv': join(
    ({ stem, options }) =>
      `MC\t${stem}\t${options.map(({ text, right }) => `${text}\t${right ? '' : 'in'}correct`).join('\t')}\n`,
  ),
  'quizlet.txt': join(
    ({ stem, options }, key) =>
      `${stem}\n${options.map(({ text }, at) => `${'ABCD'[at]}. ${text}`).join('\n')}\t${key}\n\n`,
  ),
};

const files: Record<string, (questions: Outgoing[]) => string> = {
  ...Object.fromEntries(
    (Object.keys(written) as TargetName[]).map((name) => [
      // What is packed is read as it is.
      `${name}.${written[name].ending.replace('zip', 'xml')}`,
      (questions: Outgoing[]) => targetFormats[name].print({ place: '', name, questions }),
    ]),
  ),
  ...others,
};

/** Milliseconds of the processor, so that a busy machine is no slow reader, and what comes of it. */
const time = <T>(run: () => T) => {
  const started = process.cpuUsage();
  const value = run();
  return { time: process.cpuUsage(started).user / 1000, value };
};

const timeReading = (name: string, text: string) => {
  const bytes = new TextEncoder().encode(text);
  return time(() => readDeck([{ name, bytes }], {}));
};

const expectWhole = (name: string, { questions, leftOut }: DeckRead, count: number) => {
  if (questions.length === count && leftOut.length === 0) return;
  throw new Error(`${name}: ${questions.length} of ${count} questions, ${leftOut[0]?.reason}`);
};

/** How long files of eight megabytes take to import, and so many rows. */
export const measureImports = () => {
  printHeading('8 MB of questions in each format');
  const sample = Array.from({ length: 100 }, (_, at) => questionOf(at));
  const asJson = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => questionOf(at)));
  const parsed = asJson(SIZE / (JSON.stringify(sample).length / 100));
  const base = median(Array.from({ length: RUNS }, () => time(() => JSON.parse(parsed)).time));
  for (const [name, print] of Object.entries(files)) {
    const count = Math.round(SIZE / (print(sample).length / 100));
    const text = print(Array.from({ length: count }, (_, at) => questionOf(at)));
    const times = Array.from({ length: RUNS }, () => {
      const { time, value } = timeReading(name, text);
      expectWhole(name, value, count);
      return time;
    });
    printFigure(name, times, 'ms', '≤ 2000');
    printRatio('JSON.parse of as much', times, base, '≤ 120');
  }
  const rows = Array.from({ length: ROWS }, (_, at) => `What is ${at}?,yes ${at},no ${at},A`);
  const table = ['question,option_a,option_b,answer', ...rows].join('\n');
  const rowsRead = timeReading('rows.csv', table);
  expectWhole('rows.csv', rowsRead.value, ROWS);
  printFigure(`${ROWS} rows of CSV`, rowsRead.time, 'ms', '≤ 5000');
};
