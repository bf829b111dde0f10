import { failed, type Result, success } from '#contract/result.ts';
import { findColumn, nameOf } from '../../records/columns.ts';
import { readRecords, type SourceRecord } from '../../records/records.ts';
import type { ReadContext, Reader, ReadFailure, ReadText } from '../format.ts';

/** Lines count from 1. An open row has a quote that is never closed. */
type CsvRow = { line: number; cells: string[]; isOpen?: true };

export const openReason = 'has a quote that is never closed: close it or write "" for "';

/** A cell with the apostrophe that an export adds, or one that looks like it. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;
export const restoreCell = (text: string): string => (guarded.test(text) ? text.slice(1) : text);

/** The separator that splits the first row into most cells, outside of quotes. */
const findSeparator = (text: string): string => {
  const first =
    text
      .slice(0, 10_000)
      .replace(/"[^"]*"/g, '')
      .split('\n', 1)[0] ?? '';
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
};

/** Finds the closing quote, skipping the doubled ones that stand for a quote. */
const findClosing = (text: string, from: number): number => {
  let at = text.indexOf('"', from);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
};

/**
 * Where a row ends that has an open quote: after the line that brings it to as many cells as the
 * table has columns.
 */
const findRowEnd = (text: string, from: number, separator: string, columns: number): number => {
  let count = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === separator) count += 1;
    else if (text[at] === '\n' && count >= columns) return at;
  }
  return text.length;
};

/** Reads rows, without empty ones. A quote within a cell is text. */
export const readCsvRows = (text: string, separator = findSeparator(text)): CsvRow[] => {
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let rowStart = 0;
  const isEnd = (sign: string | undefined) =>
    sign === undefined || sign === separator || sign === '\n';
  for (let at = 0; at <= text.length; at += 1) {
    let quoted = '';
    if (text[at] === '"') {
      const close = findClosing(text, at + 1);
      const inside = text.slice(at + 1, close);
      // A quote that opens a cell of a later row would close it.
      if (close === -1 || (!isEnd(text[close + 1]) && inside.includes('\n'))) row.isOpen = true;
      else {
        quoted = inside.replaceAll('""', '"');
        at = close + 1;
        // If the cell continues, the quotes were part of it.
        if (!isEnd(text[at])) quoted = `"${quoted}"`;
      }
    }
    const start = at;
    if (row.isOpen) at = findRowEnd(text, rowStart, separator, rows[0]?.cells.length ?? 1);
    else while (!isEnd(text[at])) at += 1;
    row.cells.push(quoted + text.slice(start, at));
    if (text[at] === separator) continue;
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
    const breaks = text.slice(rowStart, at + 1).split('\n').length - 1;
    row = { line: row.line + breaks, cells: [] };
    rowStart = at + 1;
  }
  return rows;
};

/** Whether CertDeck wrote the table; only then is a leading apostrophe a guard. */
const isExport = (header: readonly string[]) =>
  header[0] === 'id' && header.includes('note1') && header.at(-1) === 'shuffle';

/** Names the columns, some of which the user may have named. */
const nameColumns = (
  header: readonly string[],
  told: NonNullable<ReadContext['columns']>,
): Result<string[], ReadFailure> => {
  const titles = header.map((cell) => cell.trim());
  const headers = titles.filter((title) => title !== '');
  const shown = headers.join(', ');
  const absent = Object.keys(told).find((title) => !titles.includes(title));
  if (absent !== undefined) {
    return failed({ line: 1, message: `There is no column "${absent}" but: ${shown}.` });
  }
  const names = header.map((cell) => nameOf(cell.trim(), told));
  const parts = new Set(names.map((name) => findColumn(name)?.name));
  const ask = (what: string, part: 'question' | 'answers') => {
    const message = `No column is known as the ${what}: say --column ${part}="one of: ${shown}"`;
    return failed<ReadFailure>({ line: 1, message, asked: { kind: 'column', part, headers } });
  };
  if (!parts.has('question')) return ask('question', 'question');
  return parts.has('answers') || parts.has('key') || parts.has('index')
    ? success(names)
    : ask('right answer', 'answers');
};

/** Reads a table whose first row names its columns. Cells are separated by `,`, `;` or tabs. */
const read: ReadText = (text, note, context) => {
  // Spreadsheets may name the separator on the first line.
  const [hint = '', named] = /^sep=(.)\n/.exec(text) ?? [];
  const rows = readCsvRows(text.slice(hint.length), named);
  const [header, ...rest] = rows;
  if (!header) return failed({ line: 1, message: 'This file is empty.' });
  if (header.isOpen) {
    const message = 'A quote is opened here and never closed: close it or write "" for ".';
    return failed({ line: header.line, message });
  }
  const columns = nameColumns(header.cells, context.columns ?? {});
  if (!columns.ok) return columns;
  const names = columns.value;
  const isOurs = isExport(header.cells);
  const readCell = (cell = '') => (isOurs ? restoreCell(cell) : cell).trim();
  const toRecord = ({ line, cells, isOpen }: CsvRow): SourceRecord => {
    const place = `:${line + (hint === '' ? 0 : 1)}`;
    if (!isOpen && cells.length <= names.length) {
      return { place, entries: names.map((name, index) => [name, readCell(cells[index])]) };
    }
    const most = `${cells.length} cells under ${names.length} columns`;
    const entries = isOpen ? openReason : `has ${most}: quote cells that hold separators`;
    return { place, entries, source: cells.join(', ') };
  };
  return readRecords(rest, toRecord, isOurs, note, context);
};

/** Whether the first line names columns, one of them as the question. */
const isTable = (text: string) => {
  const [header = ''] = text.trimStart().split('\n', 1);
  const cells = header.split(/[,;\t]/);
  return cells.length > 1 && cells.some((cell) => findColumn(cell)?.name === 'question');
};

export const csvReader: Reader = {
  read,
  looksLike: isTable,
  shape: 'rows under the names of their columns',
};
