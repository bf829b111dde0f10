import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { failed, type Result, success } from '#contract/result.ts';
import type { ReadSource, Reference, SourceDiagnostic } from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { findColumn } from './columns.ts';
import { readRecords, toRecord } from './records.ts';

/** Lines count from 1. */
type CsvRow = { line: number; cells: string[] };

/** Cells that an export guards with an apostrophe, and cells that look like guarded ones. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;
export const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
const protectCell = (text: string): string => (guarded.test(text) ? `'${text}` : text);

/** The sign that parts most cells in the first row, outside of quotes. */
const findSeparator = (text: string): string => {
  const first = text.replace(/"[^"]*"/g, '').split('\n', 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
};

/** Reads rows, without empty ones. A quote within a cell is text; an unclosed one is a failure. */
export const readCsvRows = (
  text: string,
  separator = findSeparator(text),
): Result<CsvRow[], SourceDiagnostic> => {
  const rows: CsvRow[] = [];
  let last = { lines: 0, empty_lines: 0 };
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], info) => {
        const line = last.lines + 1 + info.empty_lines - last.empty_lines;
        last = info;
        if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells });
        return null;
      },
    });
    return success(rows);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = 'A quote is opened here and never closed: close it or write "" for ".';
    return failed({ line: last.lines + 1, message });
  }
};

/** Prints rows by RFC 4180. Cells that a spreadsheet would run get an apostrophe. */
export const printCsvRows = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => row.map(protectCell)),
    {
      escape_formulas: true,
      record_delimiter: '\r\n',
      quoted_match: /[;\t\r\n]|^\s|\s$/,
    },
  );

/** The columns that every export of ours has; only in those is a leading apostrophe a guard. */
const isOwn = (header: readonly string[]) =>
  header[0] === 'id' && header.includes('note1') && header.at(-1) === 'shuffle';

/** The names of the columns, of which a person may have told some. */
const nameColumns = (
  header: readonly string[],
  told: Readonly<Record<string, string>>,
): Result<string[], string> => {
  const names = header.map((cell) => {
    const [name] = Object.entries(told).find(([, title]) => title === cell.trim()) ?? [];
    return name ?? cell;
  });
  const titles = header.map((cell) => cell.trim());
  const absent = Object.values(told).find((title) => !titles.includes(title));
  const shown = titles.filter((title) => title !== '').join(', ');
  if (absent !== undefined) return failed(`There is no column "${absent}" but: ${shown}.`);
  const known = new Set(names.map((name) => findColumn(name)?.name));
  const missing =
    (!known.has('question') && 'question') ||
    (!known.has('answers') && !known.has('key') && 'answers');
  return missing
    ? failed(
        `No column is known as the ${missing === 'question' ? missing : 'right answer'}: say --column ${missing}="one of: ${shown}"`,
      )
    : success(names);
};

/** Reads a table whose first row names its columns. Cells are separated by `,`, `;` or tabs. */
export const readCsv: ReadSource = (text, { columns: told = {} } = {}) => {
  // A spreadsheet may name its separator on a line above.
  const [hint = '', named] = /^sep=(.)\n/.exec(text) ?? [];
  const rows = readCsvRows(text.slice(hint.length), named);
  if (!rows.ok) return rows;
  const [header = { cells: [] }, ...rest] = rows.value;
  const columns = nameColumns(header.cells, told);
  if (!columns.ok) return failed({ line: 1, message: columns.failure });
  const isExport = isOwn(header.cells);
  const restore = isExport ? restoreCell : (cell: string) => cell;
  const records = rest.map(({ line, cells }) => ({
    place: `:${line + (hint === '' ? 0 : 1)}`,
    entries:
      cells.length > columns.value.length
        ? `has ${cells.length} cells under ${columns.value.length} columns: quote cells that hold separators`
        : columns.value.map((name, index) => [name, restore(cells[index] ?? '').trim()] as const),
  }));
  return success(readRecords(records, isExport));
};

const printReference = ({ title = '', url = '' }: Reference): string =>
  `${title.replace(/\n+/g, ' ')} ${url}`.trim();

export const writeCsv: WriteQuestions = (questions) => {
  const most = Math.max(2, ...questions.map((question) => question.options.length));
  const number = (name: string) => Array.from({ length: most }, (_, at) => `${name}${at + 1}`);
  const [texts, notes] = [number('option'), number('note')];
  const first = [
    'id',
    'domain',
    'task',
    'form',
    'sitting',
    'question',
    ...texts,
    'answers',
    ...notes,
  ];
  const header = [...first, 'explanation', 'references', 'reviewed', 'shuffle'];
  const rows = questions.map(toRecord).map(({ options, references, ...record }) => {
    const cells: Record<string, unknown> = {
      ...record,
      ...Object.fromEntries(options.map(({ text }, index) => [texts[index], text])),
      ...Object.fromEntries(options.map(({ note }, index) => [notes[index], note])),
      answers: texts.filter((_, index) => options[index]?.right).join('\n'),
      references: references?.map(printReference).join('\n'),
    };
    return header.map((name) => String(cells[name] ?? ''));
  });
  return printCsvRows([header, ...rows]);
};
