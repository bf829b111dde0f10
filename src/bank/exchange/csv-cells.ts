import { failed, type Result, success } from '#contract/result.ts';
import type { SourceFault } from './item.ts';

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
export const printCsvRow = (cells: readonly string[]): string => cells.map(printCell).join(',');
