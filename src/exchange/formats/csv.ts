import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type ReadSource, type SourceDiagnostic, titleOf } from '../item.ts';
import { printMarkup, type WriteQuestions } from '../outgoing.ts';
import { printReference, readReferenceLines } from './markup.ts';
import {
  type Column,
  type ColumnName,
  columnKey,
  findColumn,
  type ItemRecord,
  nameAnswers,
  toItem,
} from './records.ts';

/** Lines count from 1. */
type CsvRow = { line: number; cells: string[] };

/** Cells that an export guards with an apostrophe, and cells that look like guarded ones. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;
const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);
const protectCell = (text: string): string => (guarded.test(text) ? `'${text}` : text);

/** The most frequent separator of the first row, outside quotes. */
const findSeparator = (text: string): string => {
  const end = text.indexOf('\n');
  const first = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
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

type Header = { columns: (Column | undefined)[]; unknown: string[] };

const needed = 'name the columns in the first row: question, option1, option2, …, answers';

const readHeader = ({ cells }: CsvRow): Result<Header, SourceDiagnostic> => {
  const columns = cells.map(findColumn);
  const keys = columns.flatMap((column) => (column ? [columnKey(column)] : []));
  const twin = keys.find((key, index) => keys.indexOf(key) < index);
  if (twin) return failed({ line: 1, message: `Two columns are "${twin}": rename one.` });
  for (const key of ['question', 'answers']) {
    if (!keys.includes(key)) {
      return failed({ line: 1, message: `There is no column "${key}": ${needed}.` });
    }
  }
  if (!keys.some((key) => key.startsWith('option'))) {
    return failed({ line: 1, message: `There are no columns of options: ${needed}.` });
  }
  const unknown = cells.filter((cell, index) => !columns[index] && cell.trim() !== '');
  return success({ columns, unknown });
};

/** Splits a list in one cell at line breaks, `|` or `;`. */
const splitList = (cell: string): string[] => {
  const separator = ['\n', '|', ';'].find((sign) => cell.includes(sign));
  return separator === undefined ? [cell] : cell.split(separator);
};

/** Keeps empty lines, because the n-th note belongs to the n-th option. */
const splitNotes = (cell: string): string[] => (cell.trim() === '' ? [] : cell.split('\n'));

const dropEmptyEnd = (texts: string[]): string[] => {
  const filled = texts.findLastIndex((text) => text !== '');
  return texts.slice(0, filled + 1);
};

const toRecord = (
  columns: Header['columns'],
  { line, cells }: CsvRow,
): Result<ItemRecord, string> => {
  const named = new Map<ColumnName, string>();
  const options: string[] = [];
  const notes: string[] = [];
  for (const [index, column] of columns.entries()) {
    const cell = (cells[index] ?? '').trim();
    if (!column) continue;
    if ('name' in column) named.set(column.name, cell);
    else if ('option' in column) options[column.option] = cell;
    else notes[column.note] = cell;
  }
  const get = (name: ColumnName) => named.get(name) ?? '';
  const listed = splitList(get('options')).filter((text) => text.trim() !== '');
  const numbered = dropEmptyEnd(Array.from(options, (text) => text ?? ''));
  if (listed.length > 0 && numbered.length > 0)
    return failed('has options in "options" and in "option1"');
  if (numbered.includes('')) return failed(`has an empty option ${numbered.indexOf('') + 1}`);
  const ownNotes = dropEmptyEnd(Array.from(notes, (text) => text ?? ''));
  return success({
    place: { line },
    question: get('question'),
    options: listed.length > 0 ? listed : numbered,
    answers: [get('answers')],
    explanation: get('explanation'),
    notes: ownNotes.length > 0 ? ownNotes : splitNotes(get('notes')),
    references: readReferenceLines(get('references')),
    domain: get('domain'),
    task: get('task'),
    form: get('form'),
    reviewed: get('reviewed'),
    shuffle: get('shuffle'),
    id: get('id'),
  });
};

/** Reads a table whose first row names its columns. Cells are separated by `,`, `;` or tabs. */
export const readCsv: ReadSource = (text) => {
  const rows = readCsvRows(text);
  if (!rows.ok) return rows;
  const [first, ...rest] = rows.value;
  if (!first) return failed({ line: 1, message: `The file is empty: ${needed}.` });
  const header = readHeader(first);
  if (!header.ok) return header;
  const { columns, unknown } = header.value;
  const reading = emptyReading();
  for (const name of unknown)
    reading.notes.push(`the column "${titleOf(name)}" is not known and left out`);
  for (const row of rest) {
    const record =
      row.cells.length > columns.length
        ? failed(
            `has ${row.cells.length} cells under ${columns.length} columns: quote cells that hold separators`,
          )
        : toRecord(columns, row);
    const title = record.ok ? record.value.question : row.cells.join(' ');
    addItem(reading, { line: row.line }, title, record.ok ? toItem(record.value) : record);
  }
  return success(reading);
};

const noName = 'has options that can be named neither by text nor by place';

export const writeCsv: WriteQuestions = (questions, address) => {
  const rejected: { id: string; reason: string }[] = [];
  const most = Math.max(2, ...questions.map((question) => question.options.length));
  const numbers = Array.from({ length: most }, (_, index) => index);
  const header = [
    'id',
    'domain',
    'task',
    'form',
    'question',
    ...numbers.map((index) => `option${index + 1}`),
    'answers',
    ...numbers.map((index) => `note${index + 1}`),
    'explanation',
    'references',
    'reviewed',
    'shuffle',
  ];
  const rows = questions.flatMap((question) => {
    const options = question.options.map((option) => printMarkup(option.text, address, ''));
    const right = question.options.map((option) => option.right);
    const answers = nameAnswers(options, right, (names) => [names.join('\n')]);
    if (!answers) {
      rejected.push({ id: question.id, reason: noName });
      return [];
    }
    return [
      [
        question.id,
        question.domain ?? '',
        question.task ?? '',
        question.form?.toString() ?? '',
        printMarkup(question.stem, address, '\n\n'),
        ...numbers.map((index) => options[index] ?? ''),
        answers.join('\n'),
        ...numbers.map((index) => question.options[index]?.rationale ?? ''),
        question.explanation,
        (question.references ?? []).map(printReference).join('\n'),
        question.reviewed ?? '',
        question.shuffle === false ? 'false' : '',
      ],
    ];
  });
  return { text: printCsvRows([header, ...rows]), rejected };
};
