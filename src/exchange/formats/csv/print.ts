import type { Reference } from '../../item.ts';
import { toRecord } from '../../records/records.ts';
import type { TargetFormat } from '../format.ts';

/** A cell that needs one: a spreadsheet would run it, or take the apostrophe for a guard. */
const unguarded = /^'*[=+\-@\t\r＝＋－＠]/;
const printCell = (text: string): string => {
  const safe = unguarded.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Prints rows by RFC 4180. */
export const printCsvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('');

const printReference = ({ title = '', url = '' }: Reference): string =>
  `${title.replace(/\n+/g, ' ')} ${url}`.trim();

const printTable: TargetFormat['print'] = ({ questions }) => {
  const most = Math.max(2, ...questions.map(({ options }) => options.length));
  const places = Array.from({ length: most }, (_, index) => index + 1);
  const header = [
    ...['id', 'domain', 'task', 'form', 'sitting', 'question'],
    ...places.map((place) => `option${place}`),
    'answers',
    ...places.map((place) => `note${place}`),
    ...['explanation', 'references', 'reviewed', 'shuffle'],
  ];
  const rows = questions.map(toRecord).map(({ options, references, ...record }) => {
    const right = options.flatMap((option, index) => (option.right ? `option${index + 1}` : []));
    const cells: Record<string, unknown> = {
      ...record,
      ...Object.fromEntries(options.map(({ text }, index) => [`option${index + 1}`, text])),
      ...Object.fromEntries(options.map(({ note }, index) => [`note${index + 1}`, note])),
      answers: right.join('\n'),
      references: references?.map(printReference).join('\n'),
    };
    return header.map((name) => String(cells[name] ?? ''));
  });
  return printCsvRows([header, ...rows]);
};

export const printCsv: TargetFormat = {
  print: printTable,
  hasImagesBeside: true,
};
