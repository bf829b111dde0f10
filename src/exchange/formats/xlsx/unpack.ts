import { failed, success } from '#contract/result.ts';
import { findAll, type XmlElement } from '../../markup/xml-tree.ts';
import { findColumn } from '../../records/columns.ts';
import type { Unpack } from '../format.ts';
import { openParts } from '../office-parts.ts';

const textOf = (element: XmlElement) =>
  findAll(element, 't')
    .map(({ text }) => text)
    .join('');

/** The place of a column by its letters: 0 of "A1", 27 of "AB1". */
const placeOf = (cell: string) =>
  [...(/^[A-Z]{1,3}/.exec(cell)?.[0] ?? '')].reduce(
    (sum, sign) => sum * 26 + sign.charCodeAt(0) - 64,
    0,
  ) - 1;

const readCell = (cell: XmlElement, shared: readonly string[]) => {
  const { t: type } = cell.attributes;
  const value = findAll(cell, 'v')[0]?.text ?? '';
  if (type === 'inlineStr') return textOf(cell);
  if (type === 's') return shared[Number(value)] ?? '';
  return type === 'b' ? String(value === '1') : value;
};

const readRows = (sheet: XmlElement, shared: readonly string[]): string[][] => {
  const rows: string[][] = [];
  for (const row of findAll(sheet, 'row')) {
    const cells: string[] = [];
    for (const cell of findAll(row, 'c')) {
      const place = placeOf(cell.attributes.r ?? '');
      // Excel has no more columns.
      if (place < 16_384) cells[place === -1 ? cells.length : place] = readCell(cell, shared);
    }
    const number = Number(row.attributes.r ?? rows.length + 1);
    if (number <= 1_048_576) rows[number - 1] = Array.from(cells, (one) => one ?? '');
  }
  return Array.from(rows, (row) => row ?? []);
};

/** Templates have their instructions above the names of the columns. */
const findHeader = (rows: readonly string[][]) =>
  rows.slice(0, 40).findIndex((row) => {
    const names = row.map((cell) => findColumn(cell)?.name);
    return names.includes('question') && new Set(names).size > 2;
  });

const printRow = (row: readonly string[]) =>
  row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

/** A workbook as tables: its sheets with a column of questions, or the first one. */
export const unpackXlsx: Unpack = (files) => {
  const parts = openParts(files);
  const book = parts.read('xl/workbook.xml');
  if (!book) return failed('It is no workbook that can be read.');
  const shared = findAll(parts.read('xl/sharedStrings.xml'), 'si').map(textOf);
  const targets = parts.targetsOf('xl/workbook.xml');
  const sheets = findAll(book, 'sheet').flatMap(({ attributes }) => {
    const sheet = parts.read(targets.get(attributes['r:id'] ?? '') ?? '');
    if (!sheet) return [];
    const rows = readRows(sheet, shared);
    return [{ name: attributes.name ?? 'Sheet', rows, header: findHeader(rows) }];
  });
  const known = sheets.filter(({ header }) => header !== -1);
  return success(
    (known.length > 0 ? known : sheets.slice(0, 1)).map(({ name, rows, header }) => ({
      name: `${name.replaceAll('/', ' ')}.csv`,
      // Empty lines keep the numbers of the rows.
      bytes: new TextEncoder().encode(
        rows.map((row, at) => (at < header ? '' : printRow(row))).join('\n'),
      ),
    })),
  );
};
