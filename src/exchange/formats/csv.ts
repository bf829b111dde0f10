import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { failed, type Result, success } from '#contract/result.ts';
import {
  addItem,
  emptyReading,
  type ReadSource,
  type Reference,
  type SourceDiagnostic,
} from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { addRecord, findColumn, toRecord } from './records.ts';

/** Lines count from 1. */
type CsvRow = { line: number; cells: string[] };

/** Cells that an export guards with an apostrophe, and cells that look like guarded ones. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;
const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
const protectCell = (text: string): string => (guarded.test(text) ? `'${text}` : text);

/** Reads rows, without empty ones. A quote within a cell is text; an unclosed one is a failure. */
export const readCsvRows = (text: string): Result<CsvRow[], SourceDiagnostic> => {
  const rows: CsvRow[] = [];
  let last = { lines: 0, empty_lines: 0 };
  try {
    parse(text, {
      // The first row holds names, so the first separator in it is the file's.
      delimiter: /^[^,;\t\n]*([,;\t])/.exec(text)?.[1] ?? ',',
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (cells: string[], info) => {
        const line = last.lines + 1 + info.empty_lines - last.empty_lines;
        last = info;
        if (cells.length > 1 || cells[0] !== '') rows.push({ line, cells: cells.map(restoreCell) });
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

/** Reads a table whose first row names its columns. Cells are separated by `,`, `;` or tabs. */
export const readCsv: ReadSource = (text) => {
  const rows = readCsvRows(text);
  if (!rows.ok) return rows;
  const [header = { cells: [] }, ...rest] = rows.value;
  const columns = header.cells;
  const names = columns.map((cell) => findColumn(cell)?.name);
  const missing = ['question', 'answers', 'options'].find((name) => !names.includes(name));
  if (missing) {
    const message = `There is no column "${missing}": name the columns in the first row: question, option1, option2, …, answers.`;
    return failed({ line: 1, message });
  }
  const reading = emptyReading();
  for (const { line, cells } of rest) {
    const place = `:${line}`;
    if (cells.length <= columns.length) {
      const entries = columns.map((name, index) => [name, cells[index]?.trim()] as const);
      addRecord(reading, place, entries);
      continue;
    }
    const reason = `has ${cells.length} cells under ${columns.length} columns: quote cells that hold separators`;
    addItem(reading, place, cells.join(' '), failed(reason));
  }
  return success(reading);
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
