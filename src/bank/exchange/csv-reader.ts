import { failed, type Result, success } from '#contract/result.ts';
import { type CsvRow, readCsvRows } from './csv-cells.ts';
import { type Column, type ColumnName, columnKey, findColumn } from './csv-columns.ts';
import { emptyReading, type ReadSource, type SourceFault, titleOf } from './item.ts';
import { type ItemRecord, isLeftBehind, toItem } from './record-item.ts';
import { readReferenceLines } from './references-text.ts';

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
