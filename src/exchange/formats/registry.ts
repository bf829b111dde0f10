/*
 * To add a format:
 * 1. Make a folder of its name: `about.ts` says what it is, `read.ts` and `print.ts` do it. One that is
 *    only read needs no `print.ts`, one that is only written no `read.ts`.
 * 2. Add it below, and to `formats.ts`. Endings, the app's words and the README's table follow; a test
 *    prints the row that the README lacks.
 * 3. It is pure: no Node, no DOM, no clock, nothing fetched, since it runs in browsers as well.
 * 4. `read` gives `addItem` a question or why it is rejected, with its place, so nothing vanishes.
 *    What a question can do without, and is left out, is a note (`noteOnce`).
 * 5. Texts leave it in the bank's dialect: `markup` turns others into it. Use `records` for names of
 *    parts and for keys, and `quiz.ts` for shares of marks.
 * 6. Add its cases in `tests/support/format-cases`, and it to the tables of the tests `exchange-*`.
 */

import type { About } from './about.ts';
import { aiken } from './aiken/about.ts';
import { anki } from './anki/about.ts';
import { csv } from './csv/about.ts';
import { gift } from './gift/about.ts';
import { json } from './json/about.ts';
import { markdown } from './markdown/about.ts';
import { moodle } from './moodle/about.ts';
import { qti } from './qti/about.ts';
import { text } from './text/about.ts';

/** The formats that exams are written in. */
export const written = { csv, json, markdown, gift, aiken, moodle, qti, anki, text };
export type TargetName = keyof typeof written;

/** The formats that questions are read from. What shares an ending is told apart in this order. */
export const read = { markdown, csv, json, anki, gift, aiken, qti, moodle };
export type SourceName = keyof typeof read;

const all: readonly About[] = Object.values({ ...written, ...read });

/** The names of what can be opened, in a sentence. */
export const openedNames: string = new Intl.ListFormat('en').format(
  Object.values(read).map(({ label }) => label),
);

/** The kinds of files that the system may open the app with: their endings by media type. */
export const openedFiles = (): Record<string, string[]> => {
  const files: Record<string, string[]> = {};
  for (const { type, endings } of all) {
    files[type] = [...new Set([...(files[type] ?? []), ...endings.map((ending) => `.${ending}`)])];
  }
  return files;
};
