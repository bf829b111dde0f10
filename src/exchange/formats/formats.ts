/*
 * To add a format:
 * 1. Write `<name>.ts` beside this file, with `read…: ReadSource`, `write…: WriteQuestions` or both.
 *    They are pure: text in, items and reasons out; no Node, no clock, nothing fetched.
 * 2. A reader gives `addItem` a question or why it is rejected, with its place: nothing vanishes.
 *    What a question can do without, and is left out, is a note (`noteOnce`).
 * 3. Texts leave it in the bank's dialect: `readHtml` and `readMarkdownText` turn others into it.
 * 4. Names of parts are in `columns.ts`, shares of marks in `quiz.ts`, answers by letter, number or
 *    text in `answers.ts`: use them, so that all formats mean the same.
 * 5. Add it to the tables below, and its row to the README.
 * 6. Add pieces of it to `exchange-fuzz.test.ts`, and a row to `exchange-round-trip.test.ts`.
 */
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

/** What a reader searches for, to be said where it found none. */
export const shapes: Record<SourceFormat, string> = {
  markdown: '"### stem" above "- [x] right" and "- [ ] wrong", or "A. option" above "Answer: A"',
  csv: 'rows under the names of their columns',
  json: 'a list of objects with "question", "options" and "answers"',
  gift: '"stem {=right ~wrong}"',
  aiken: 'a stem above "A. option", "B. option" and "ANSWER: A"',
  moodle: '<question> in <quiz>',
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

const endings: Record<string, SourceFormat> = { md: 'markdown', tsv: 'csv', xml: 'moodle' };

/** The format that a name or a file's ending stands for; several use `txt`. */
export const endingOfSource = (name: unknown): SourceFormat | 'txt' | undefined => {
  const ending = String(name).toLowerCase().replace(/^.*\./s, '');
  const format = endings[ending] ?? ending;
  if (format === 'txt') return format;
  return Object.hasOwn(readers, format) ? (format as SourceFormat) : undefined;
};

/** The format of a text in a file of plain text. */
export const detectFormat = (text: string): SourceFormat =>
  /\{[^{}]{0,2000}[=~]|\{\s*(?:T|F|TRUE|FALSE)\s*[}#]/.test(text) ? 'gift' : 'aiken';

export const isTargetFormat = (name: unknown): name is keyof typeof writers =>
  typeof name === 'string' && Object.hasOwn(writers, name);
