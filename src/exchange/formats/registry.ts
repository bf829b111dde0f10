/*
 * To add a format:
 * 1. Make a folder of its name: `about.ts` says what it is, `read.ts` and `print.ts` do it. One that is
 *    only read needs no `print.ts`, one that is only written no `read.ts`; a package has an `unpack.ts`,
 *    which turns it into files that have a reader.
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
import { apkg } from './apkg/about.ts';
import { blackboard } from './blackboard/about.ts';
import { csv } from './csv/about.ts';
import { docx } from './docx/about.ts';
import { gift } from './gift/about.ts';
import { h5p } from './h5p/about.ts';
import { json } from './json/about.ts';
import { markdown } from './markdown/about.ts';
import { moodle } from './moodle/about.ts';
import { openedx } from './openedx/about.ts';
import { qti } from './qti/about.ts';
import { quizlet } from './quizlet/about.ts';
import { text } from './text/about.ts';
import { xlsx } from './xlsx/about.ts';
import { yaml } from './yaml/about.ts';
import { zip } from './zip/about.ts';

/** The formats that exams are written in. */
export const written = { csv, json, markdown, gift, aiken, moodle, qti, anki, text };
export type TargetName = keyof typeof written;

/** The formats that questions are read from. What shares an ending is told apart in this order. */
export const read = {
  ...{ markdown, json, yaml, anki, gift, blackboard, quizlet, csv, aiken, qti, openedx, moodle },
};
export type SourceName = keyof typeof read;

/** What holds files in other formats. */
export const packages = { xlsx, docx, apkg, h5p, zip };
export type PackageName = keyof typeof packages;

const all: readonly About[] = Object.values({ ...written, ...read, ...packages });

/** The names of what can be opened, in a sentence. */
export const openedNames: string = new Intl.ListFormat('en').format(
  Object.values({ ...read, ...packages }).map(({ label }) => label),
);

/** The kinds of files that the system may open the app with: their endings by media type. */
export const openedFiles = (): Record<string, string[]> => {
  const typeOf = new Map<string, string>();
  for (const { type, endings } of all) {
    for (const ending of endings) if (!typeOf.has(ending)) typeOf.set(ending, type);
  }
  const files: Record<string, string[]> = {};
  for (const [ending, type] of typeOf) files[type] = [...(files[type] ?? []), `.${ending}`];
  return files;
};
