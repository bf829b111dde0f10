/*
 * To add a format:
 * 1. Write `<name>.ts` beside this file. Its one export is a `SourceFormat`, which reads and prints,
 *    or a `TargetFormat`, which only prints; add it to the tables below and its row to the README.
 *    What tells such a file from others is below them: `endingOfSource` and `detectFormat`.
 * 2. It is pure: no Node, no DOM, no clock, nothing fetched, since it runs in browsers as well.
 * 3. `read` gives `addItem` a question or why it is rejected, with its place, so nothing vanishes.
 *    What a question can do without, and is left out, is a note (`noteOnce`).
 * 4. Texts leave it in the bank's dialect: `readHtml` and `readMarkdownText` turn others into it.
 *    Use `columns.ts` for names of parts, `answers.ts` for keys, and `quiz.ts` for shares of marks.
 * 5. The app names it in `screens/own-exams` (`formats` of manage-exam.tsx, the list in
 *    add-questions.tsx), and opens its endings by `OPENED_FILES` in `contract/own.ts`.
 * 6. Add its cases in `tests/support/format-cases`, and it to the tables of the tests `exchange-*`.
 */
import { decodeText } from '#bank/parse/decode-text.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import { type Result, success } from '#contract/result.ts';
import type { Reading } from '../item.ts';
import { aiken } from './aiken.ts';
import { anki } from './anki.ts';
import { findColumn } from './columns.ts';
import { csv } from './csv.ts';
import type { ReadContext, ReadFailure, SourceFormat, TargetFormat } from './format.ts';
import { gift } from './gift.ts';
import { json } from './json.ts';
import { markdown } from './markdown.ts';
import { moodle } from './moodle.ts';
import { qti } from './qti.ts';
import { text } from './text.ts';

/** The formats to import from. */
export const sourceFormats = {
  markdown,
  csv,
  json,
  gift,
  aiken,
  moodle,
  qti,
  anki,
} satisfies Record<string, SourceFormat>;
export type SourceName = keyof typeof sourceFormats;

/** The formats to export to. */
export type TargetName = SourceName | 'text';
export const targetFormats: Readonly<Record<TargetName, TargetFormat>> = {
  ...sourceFormats,
  text,
};

export const isTargetName = (name: unknown): name is TargetName =>
  typeof name === 'string' && Object.hasOwn(targetFormats, name);

/** Bytes of a file. Ten thousand questions take about 15 MB. */
export const sourceLimit = 32 * 1024 * 1024;

/** The format that a name or a file's ending stands for; several use `txt`. */
export const endingOfSource = (name: unknown): SourceName | 'txt' | undefined => {
  const ending = String(name).toLowerCase().replace(/^.*\./s, '');
  if (ending === 'txt') return ending;
  const names = Object.keys(sourceFormats) as SourceName[];
  return names.find((one) => {
    const { endings = [] }: SourceFormat = sourceFormats[one];
    return one === ending || endings.includes(ending);
  });
};

/** Whether plain text is an export of Anki, GIFT or Aiken. */
const detectFormat = (text: string): SourceName => {
  if (/^#(?:separator|html|columns|notetype|deck|tags|guid)\b/.test(text)) return 'anki';
  return /\{[^{}]{0,2000}[=~]|\{\s*(?:T|F|TRUE|FALSE)\s*[}#]/.test(text) ? 'gift' : 'aiken';
};

/** Whether XML is Moodle's or QTI. */
const detectXml = (text: string): SourceName =>
  /<(?:questestinterop|assessmentItem|assessmentTest|manifest)[\s>]|canvas\.instructure\.com/.test(
    text,
  )
    ? 'qti'
    : 'moodle';

/** The format of a text that has no name. */
export const guessFormat = (text: string): SourceName | 'txt' => {
  const start = text.trimStart();
  if (/^[[{]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'moodle';
  if (/^(?:[-*] \[[ xX]\]|#{1,6} )/m.test(text)) return 'markdown';
  const header = start.split('\n', 1)[0] ?? '';
  const isTable = header.split(/[,;\t]/).some((cell) => findColumn(cell)?.name === 'question');
  return isTable && /[,;\t]/.test(header) ? 'csv' : 'txt';
};

/** Reads a file. One question under front matter has the name of its file as its id. */
export const readSource = (
  file: { name: string; bytes: Uint8Array },
  ending: SourceName | 'txt',
  context: ReadContext,
): Result<{ format: SourceFormat; reading: Reading }, ReadFailure> => {
  const text = decodeText(file.bytes);
  if (!text.ok) return text;
  const detect = { txt: detectFormat, moodle: detectXml };
  const name = ending === 'txt' || ending === 'moodle' ? detect[ending](text.value) : ending;
  const reading = sourceFormats[name].read(text.value, context);
  if (!reading.ok) return reading;
  const [item, ...others] = reading.value.items;
  const id = file.name.replace(/\.[^.]*$/, '');
  const isSingle = name === 'markdown' && text.value.startsWith('---\n') && others.length === 0;
  if (item && isSingle && isQuestionId(id)) item.id ??= id;
  return success({ format: sourceFormats[name], reading: reading.value });
};
