import { failed, type Result, success } from '#contract/result.ts';
import { emptyReading, type ReadSource, type SourceFault, titleOf } from '../item.ts';
import { printMarkup, type WriteQuestions } from '../outgoing.ts';
import { printReference, readReferenceLines } from './markup.ts';
import {
  type Column,
  type ColumnName,
  columnKey,
  findColumn,
  type ItemRecord,
  isLeftBehind,
  nameAnswers,
  toItem,
} from './records.ts';

/** `fault` is what is wrong with the row's form. Lines count from 1. */
export type CsvRow = { line: number; cells: string[]; fault?: string };

/** Programs that open CSV run what starts like this; see `guardCell`. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;

/** Puts an apostrophe before what a spreadsheet would run; `restoreCell` takes it off again. */
export const guardCell = (text: string): string => (formula.test(text) ? `'${text}` : text);
export const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

/** The separator that the first row has most of, outside quotes. */
const findSeparator = (text: string): string => {
  const end = text.indexOf('\n');
  const first = (end === -1 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).sign;
};

/** Reads RFC 4180 rows in linear time; empty rows are none. A quote left open hides what follows. */
export const readCsvRows = (text: string): Result<CsvRow[], SourceFault> => {
  const separator = findSeparator(text);
  const plainEnd = new RegExp(`[${separator}\\n]|$`, 'g');
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let at = 0;
  const endRow = () => {
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
    row = { line, cells: [] };
  };
  const findEnd = (from: number) => {
    plainEnd.lastIndex = from;
    return plainEnd.exec(text)?.index ?? text.length;
  };
  for (;;) {
    let end = at;
    if (text[at] === '"') {
      const openedOn = line;
      const parts: string[] = [];
      for (let start = at + 1; ; ) {
        const quote = text.indexOf('"', start);
        if (quote === -1) {
          const message = 'A quote is opened here and never closed: close it or write "" for ".';
          return failed({ line: openedOn, message });
        }
        parts.push(text.slice(start, quote));
        end = quote + 1;
        if (text[end] !== '"') break;
        parts.push('"');
        start = end + 1;
      }
      const cell = parts.join('');
      for (let found = cell.indexOf('\n'); found !== -1; found = cell.indexOf('\n', found + 1))
        line += 1;
      row.cells.push(restoreCell(cell));
      const stop = findEnd(end);
      if (text.slice(end, stop).trim() !== '') row.fault ??= 'has text after a closing quote';
      end = stop;
    } else {
      end = findEnd(at);
      row.cells.push(restoreCell(text.slice(at, end)));
    }
    if (end >= text.length) break;
    at = end + 1;
    if (text[end] === '\n') {
      line += 1;
      endRow();
    }
  }
  endRow();
  return success(rows);
};

const printCell = (text: string): string => {
  const cell = guardCell(text);
  return /[",;\t\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

/** One row without its line end. */
const printCsvRow = (cells: readonly string[]): string => cells.map(printCell).join(',');

type Header = { columns: (Column | undefined)[]; unknown: string[] };

const needed = 'name the columns in the first row: question, option1, option2, …, answers';

const readHeader = ({ cells }: CsvRow): Result<Header, SourceFault> => {
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

/** A list in one cell: on lines, else between `|` or `;`. */
const splitList = (cell: string): string[] => {
  const separator = ['\n', '|', ';'].find((sign) => cell.includes(sign));
  return separator === undefined ? [cell] : cell.split(separator);
};

/** Notes keep their empty lines: the n-th is the n-th option's. */
const splitNotes = (cell: string): string[] => (cell.trim() === '' ? [] : cell.split('\n'));

const dropEmptyEnd = (texts: string[]): string[] => {
  const filled = texts.findLastIndex((text) => text !== '');
  return texts.slice(0, filled + 1);
};

const toRecord = (columns: Header['columns'], { line, cells }: CsvRow): ItemRecord | string => {
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
  if (listed.length > 0 && numbered.length > 0) return 'has options in "options" and in "option1"';
  if (numbered.includes('')) return `has an empty option ${numbered.indexOf('') + 1}`;
  const ownNotes = dropEmptyEnd(Array.from(notes, (text) => text ?? ''));
  return {
    place: { line },
    question: get('question'),
    options: listed.length > 0 ? listed : numbered,
    answers: [get('answers')],
    explanation: get('explanation'),
    notes: ownNotes.length > 0 ? ownNotes : splitNotes(get('notes')),
    references: readReferenceLines(get('references')),
    domain: get('domain'),
    task: get('task'),
    reviewed: get('reviewed'),
    shuffle: get('shuffle'),
    id: get('id'),
  };
};

/** Reads a table whose first row names its columns; commas, semicolons or tabs part the cells. */
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
      row.fault ??
      (row.cells.length > columns.length
        ? `has ${row.cells.length} cells under ${columns.length} columns: quote cells that hold separators`
        : toRecord(columns, row));
    const result =
      typeof record === 'string'
        ? { place: { line: row.line }, title: titleOf(row.cells.join(' ')), reason: record }
        : toItem(record);
    if (isLeftBehind(result)) reading.leftBehind.push(result);
    else reading.items.push(result);
  }
  return success(reading);
};

const noName = 'has options that can be named neither by text nor by place';

/** RFC 4180; cells that a spreadsheet would run are guarded by an apostrophe. */
export const writeCsv: WriteQuestions = (questions, address) => {
  const leftBehind: { id: string; reason: string }[] = [];
  const most = Math.max(2, ...questions.map((question) => question.options.length));
  const numbers = Array.from({ length: most }, (_, index) => index);
  const header = [
    'id',
    'domain',
    'task',
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
      leftBehind.push({ id: question.id, reason: noName });
      return [];
    }
    return printCsvRow([
      question.id,
      question.domain ?? '',
      question.task ?? '',
      printMarkup(question.stem, address, '\n\n'),
      ...numbers.map((index) => options[index] ?? ''),
      answers.join('\n'),
      ...numbers.map((index) => question.options[index]?.why ?? ''),
      question.explanation,
      (question.references ?? []).map(printReference).join('\n'),
      question.reviewed ?? '',
      question.shuffle === false ? 'false' : '',
    ]);
  });
  return { text: `${[printCsvRow(header), ...rows].join('\r\n')}\r\n`, leftBehind };
};
