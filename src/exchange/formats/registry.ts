/*
 * To add a format:
 * 1. Make a folder of its name with a `read.ts`, a `print.ts` or both; a package has an `unpack.ts`,
 *    which turns it into files that have a reader.
 * 2. Say below what it is, and add it to `formats.ts`. Endings, the app's words and the README's table
 *    follow; a test prints the row that the README lacks.
 * 3. It is pure: no Node, no DOM, no clock, nothing fetched, since it runs in browsers as well.
 * 4. `read` gives each question or why it is rejected, with its place, so nothing vanishes. What a
 *    question can do without, and is left out, is a note.
 * 5. Texts leave it in the bank's dialect: `markup` turns others into it. Use `records` for names of
 *    parts and for keys, and `quiz.ts` for shares of marks.
 * 6. Add its cases in `tests/support/format-cases`, and it to the tables of the tests `exchange-*`.
 */

/**
 * What is said of a format in the app and in the README's table. None of the readers' code is
 * imported here, so that any screen can use it.
 */
export type About = {
  label: string;
  /** Endings of files that may be in it. Where formats share one, the content tells. */
  endings: readonly string[];
  /** The media type of such files. */
  type: string;
  /** What of it is read. */
  reads: string;
  /** What is lost on the way in or out. */
  lost: string;
};

/** A format that is also written. */
export type Written = About & {
  /** The ending of what is written. */
  ending: string;
  writes: string;
};

const csv: Written = {
  label: 'CSV',
  endings: ['csv', 'tsv'],
  type: 'text/csv',
  ending: 'csv',
  reads: 'usual names of columns; others are asked for, or told by `--column`',
  writes: 'yes',
  lost: 'columns that are not known',
};

const json: Written = {
  label: 'JSON',
  endings: ['json'],
  type: 'application/json',
  ending: 'json',
  reads: 'usual names of keys',
  writes: 'yes',
  lost: 'keys that are not known',
};

const markdown: Written = {
  label: 'Markdown',
  endings: ['md', 'markdown'],
  type: 'text/markdown',
  ending: 'md',
  reads: 'checkboxes, `(X)`, `A.` with `Answer:`, the bank’s own files',
  writes: 'yes',
  lost: 'pictures in explanations',
};

const gift: Written = {
  label: 'GIFT',
  endings: ['gift', 'txt'],
  type: 'text/plain',
  ending: 'gift',
  reads: 'choice, true or false, matching',
  writes: 'yes',
  lost: 'other kinds',
};

const aiken: Written = {
  label: 'Aiken',
  endings: ['aiken', 'txt'],
  type: 'text/plain',
  ending: 'txt',
  reads: 'yes, and plain text with lettered options',
  writes: 'yes',
  lost: 'out: explanations, rationales, references, domains, ids, code, pictures',
};

const moodle: Written = {
  label: 'Moodle',
  endings: ['xml'],
  type: 'text/xml',
  ending: 'xml',
  reads: 'choice, true or false, matching, ordering, with pictures',
  writes: 'yes',
  lost: 'hints, tags, feedback on wrong answers as a whole, sound, GIFs',
};

const qti: Written = {
  label: 'QTI',
  endings: ['xml', 'dat'],
  type: 'text/xml',
  ending: 'zip',
  reads: '1.2 (Canvas, Blackboard) and items of 2.1, also order and match, with pictures',
  writes: '1.2, with `--out x.zip` as a package',
  lost: 'other kinds of items, scores',
};

const anki: Written = {
  label: 'Anki',
  endings: ['txt', 'anki'],
  type: 'text/plain',
  ending: 'txt',
  reads: 'cards with lettered options, the note type AllInOne',
  writes: 'yes',
  lost: 'ids and domains only as tags; other cards',
};

const text: Written = {
  label: 'Plain text',
  endings: [],
  type: 'text/plain',
  ending: 'txt',
  reads: '',
  writes: 'yes, for paper',
  lost: 'pictures, rationales',
};

const yaml: About = {
  label: 'YAML',
  endings: ['yaml', 'yml'],
  type: 'application/yaml',
  reads: 'a list of questions, under the names that JSON may have',
  lost: 'unknown parts',
};

const blackboard: About = {
  label: 'Blackboard tabs',
  endings: ['txt', 'tsv'],
  type: 'text/plain',
  reads: 'MC, MA and TF',
  lost: 'other kinds',
};

const quizlet: About = {
  label: 'Quizlet',
  endings: ['txt', 'tsv'],
  type: 'text/plain',
  reads: 'pasted cards with lettered options, whose backs name the answer',
  lost: 'other cards',
};

const openedx: About = {
  label: 'Open edX',
  endings: ['xml', 'olx'],
  type: 'application/xml',
  reads: 'multiple choice, checkboxes, drop-downs',
  lost: 'other problems, hints on request',
};

const xlsx: About = {
  label: 'Excel',
  endings: ['xlsx'],
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  reads: 'sheets with a row of names of columns, also Kahoot’s',
  lost: 'pictures, formulas are their last values',
};

const docx: About = {
  label: 'Word',
  endings: ['docx'],
  type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  reads: 'paragraphs, numbered lists and pictures as plain text',
  lost: 'bold and other marks, formulas',
};

const apkg: About = {
  label: 'Anki packages',
  endings: ['apkg', 'colpkg'],
  type: 'application/vnd.anki',
  reads: 'cards with lettered options, the note type AllInOne, pictures',
  lost: 'cloze and other cards, sound, when a card is due',
};

const h5p: About = {
  label: 'H5P',
  endings: ['h5p'],
  type: 'application/zip',
  reads: 'multiple choice, single choice sets, true or false, question sets',
  lost: 'other contents, tips',
};

const zip: About = {
  label: 'ZIP',
  endings: ['zip', 'imscc'],
  type: 'application/zip',
  reads: 'every file in it that is one of these, also Common Cartridge',
  lost: '',
};

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
