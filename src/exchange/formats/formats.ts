import type { ReadSource } from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { readAiken, writeAiken } from './aiken.ts';
import { writeAnki } from './anki.ts';
import { readCsv, writeCsv } from './csv.ts';
import { readGift, writeGift } from './gift.ts';
import { readJson, writeJson } from './json.ts';
import { readMarkdown, writeMarkdown } from './markdown.ts';
import { readMoodle, writeMoodle } from './moodle.ts';

export type SourceFormat = 'markdown' | 'csv' | 'json' | 'gift' | 'aiken' | 'moodle';

export const readers: Record<SourceFormat, ReadSource> = {
  markdown: readMarkdown,
  csv: readCsv,
  json: readJson,
  gift: readGift,
  aiken: readAiken,
  moodle: readMoodle,
};

export const writers: Record<SourceFormat | 'anki', WriteQuestions> = {
  markdown: writeMarkdown,
  csv: writeCsv,
  json: writeJson,
  gift: writeGift,
  aiken: writeAiken,
  moodle: writeMoodle,
  anki: writeAnki,
};

const isFormat = <F extends string>(formats: Record<F, unknown>, name: string): name is F =>
  Object.hasOwn(formats, name);

const endings: Record<string, SourceFormat> = { md: 'markdown', tsv: 'csv', xml: 'moodle' };

/** Finds the format to read by its name, or else by the file's ending. */
export const findSourceFormat = (file: string, name?: string): SourceFormat | undefined => {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  const format = name?.toLowerCase() ?? endings[ending] ?? ending;
  return isFormat(readers, format) ? format : undefined;
};

export const isTargetFormat = (name: unknown): name is keyof typeof writers =>
  isFormat(writers, String(name));
