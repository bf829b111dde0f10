import type { ReadSource } from '../item.ts';
import { readAiken } from './aiken.ts';
import { readCsv } from './csv.ts';
import { readGift } from './gift.ts';
import { readJson } from './json.ts';
import { readMarkdown } from './markdown.ts';
import { readMoodle } from './moodle.ts';

export type SourceFormat = 'markdown' | 'csv' | 'json' | 'gift' | 'aiken' | 'moodle';

export const readers: Record<SourceFormat, ReadSource> = {
  markdown: readMarkdown,
  csv: readCsv,
  json: readJson,
  gift: readGift,
  aiken: readAiken,
  moodle: readMoodle,
};

const endings = new Map<string, SourceFormat>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['csv', 'csv'],
  ['tsv', 'csv'],
  ['json', 'json'],
  ['gift', 'gift'],
  ['aiken', 'aiken'],
  ['xml', 'moodle'],
]);

export const sourceFormats = Object.keys(readers) as SourceFormat[];

/** Finds the format by its name, or else by the file's ending. */
export const findSourceFormat = (
  file: string,
  name: string | undefined,
): SourceFormat | undefined =>
  name === undefined
    ? endings.get(file.slice(file.lastIndexOf('.') + 1).toLowerCase())
    : sourceFormats.find((format) => format === name.toLowerCase());
