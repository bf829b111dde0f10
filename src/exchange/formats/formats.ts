import type { ReadSource } from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { readAiken, writeAiken } from './aiken.ts';
import { writeAnki } from './anki.ts';
import { readCsv, writeCsv } from './csv.ts';
import { readGift, writeGift } from './gift.ts';
import { readJson, writeJson } from './json.ts';
import { readMarkdown, writeMarkdown } from './markdown.ts';
import { readMoodle, writeMoodle } from './moodle.ts';

export const readers = {
  markdown: readMarkdown,
  csv: readCsv,
  json: readJson,
  gift: readGift,
  aiken: readAiken,
  moodle: readMoodle,
} satisfies Record<string, ReadSource>;

export type SourceFormat = keyof typeof readers;

export const writers: Record<SourceFormat | 'anki', WriteQuestions> = {
  markdown: writeMarkdown,
  csv: writeCsv,
  json: writeJson,
  gift: writeGift,
  aiken: writeAiken,
  moodle: writeMoodle,
  anki: writeAnki,
};

const endings: Record<string, SourceFormat> = { md: 'markdown', tsv: 'csv', xml: 'moodle' };

/** The format that a name or a file's ending stands for. */
export const findSourceFormat = (name: unknown): SourceFormat | undefined => {
  const ending = String(name).toLowerCase().replace(/^.*\./s, '');
  const format = endings[ending] ?? ending;
  return Object.hasOwn(readers, format) ? (format as SourceFormat) : undefined;
};

export const isTargetFormat = (name: unknown): name is keyof typeof writers =>
  typeof name === 'string' && Object.hasOwn(writers, name);
