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
import { printMarkup, type WriteQuestions } from '../outgoing.ts';
import { nameAnswers } from './answers.ts';
import { addRecord, type Column, findColumn, noteUnknown } from './records.ts';

/** Lines count from 1. */
type CsvRow = { line: number; cells: string[] };

/** Cells that an export guards with an apostrophe, and cells that look like guarded ones. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;
const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
const protectCell = (text: string): string => (guarded.test(text) ? `'${text}` : text);

/** The most frequent separator of the first row, outside quotes. */
const findSeparator = (text: string): string => {
  const [first = ''] = text.split('\n', 1);
  const bare = first.replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: bare.split(sign).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).sign;
};

/** Reads rows, without empty ones. A quote within a cell is text; an unclosed one is a failure. */
export const readCsvRows = (text: string): Result<CsvRow[], SourceDiagnostic> => {
  const rows: CsvRow[] = [];
  let last = { lines: 0, empty_lines: 0 };
  try {
    parse(text, {
      delimiter: findSeparator(text),
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

const nameColumns = 'name the columns in the first row: question, option1, option2, …, answers';

const checkColumns = (columns: readonly (Column | undefined)[]): string | undefined => {
  const keys = columns.flatMap((column) => (column ? [`${column.name}${column.index ?? ''}`] : []));
  const twin = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (twin !== -1) return `Two columns are "${keys[twin]}": rename one.`;
  const needed = ['question', 'answers', 'options'];
  const names = columns.map((column) => column?.name);
  const missing = needed.find((name) => !names.includes(name));
  return missing && `There is no column "${missing}": ${nameColumns}.`;
};

/** Reads a table whose first row names its columns. Cells are separated by `,`, `;` or tabs. */
export const readCsv: ReadSource = (text) => {
  const rows = readCsvRows(text);
  if (!rows.ok) return rows;
  const [header, ...rest] = rows.value;
  if (!header) return failed({ line: 1, message: `The file is empty: ${nameColumns}.` });
  const columns = header.cells.map(findColumn);
  const message = checkColumns(columns);
  if (message) return failed({ line: 1, message });
  const reading = emptyReading();
  const unknown = header.cells.filter((cell, index) => !columns[index] && cell.trim() !== '');
  noteUnknown(reading, 'column', unknown);
  for (const { line, cells } of rest) {
    if (cells.length > columns.length) {
      const reason = `has ${cells.length} cells under ${columns.length} columns: quote cells that hold separators`;
      addItem(reading, { line }, cells.join(' '), failed(reason));
      continue;
    }
    const entries = columns.flatMap((column, index): [Column, string][] =>
      column ? [[column, (cells[index] ?? '').trim()]] : [],
    );
    addRecord(reading, { line }, entries);
  }
  return success(reading);
};

const printReference = ({ title = '', url = '' }: Reference): string =>
  `${title.replace(/\n+/g, ' ')} ${url}`.trim();

export const writeCsv: WriteQuestions = (questions, _, reject) => {
  const most = Math.max(2, ...questions.map((question) => question.options.length));
  const number = (name: string) => Array.from({ length: most }, (_, at) => `${name}${at + 1}`);
  const [options, notes] = [number('option'), number('note')];
  const first = ['id', 'domain', 'task', 'form', 'question', ...options, 'answers', ...notes];
  const header = [...first, 'explanation', 'references', 'reviewed', 'shuffle'];
  const rows = questions.flatMap((question) => {
    const { images, references, shuffle } = question;
    const printed = question.options.map((option) => ({
      ...option,
      text: printMarkup(option.text, images),
    }));
    const answers = nameAnswers(printed);
    if (answers === undefined) {
      reject(question.id, 'has options that can be named neither by text nor by place');
      return [];
    }
    const cells: Record<string, unknown> = {
      ...question,
      question: printMarkup(question.stem.join('\n\n'), images),
      ...Object.fromEntries(printed.map(({ text }, at) => [options[at], text])),
      ...Object.fromEntries(printed.map(({ rationale }, at) => [notes[at], rationale])),
      answers,
      references: references?.map(printReference).join('\n'),
      shuffle: shuffle === false ? false : undefined,
    };
    return [header.map((name) => String(cells[name] ?? ''))];
  });
  return printCsvRows([header, ...rows]);
};
