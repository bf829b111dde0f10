import { isQuestionId } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { type Budget, openArchive } from '../archive.ts';
import { decodeSource } from '../decode-source.ts';
import { createNotes, type Entry, itemsOf, mostOptions, type Reading, titleOf } from '../item.ts';
import { printAiken } from './aiken/print.ts';
import { aikenReader } from './aiken/read.ts';
import { printAnki } from './anki/print.ts';
import { ankiReader } from './anki/read.ts';
import { unpackApkg } from './apkg/unpack.ts';
import { blackboardReader } from './blackboard/read.ts';
import { printCsv } from './csv/print.ts';
import { csvReader } from './csv/read.ts';
import { unpackDocx } from './docx/unpack.ts';
import type { ReadContext, Reader, ReadFailure, TargetFormat, Unpack } from './format.ts';
import { printGift } from './gift/print.ts';
import { giftReader } from './gift/read.ts';
import { unpackH5p } from './h5p/unpack.ts';
import { printJson } from './json/print.ts';
import { jsonReader } from './json/read.ts';
import { printMarkdown } from './markdown/print.ts';
import { markdownReader } from './markdown/read.ts';
import { printMoodle } from './moodle/print.ts';
import { moodleReader } from './moodle/read.ts';
import { openedxReader } from './openedx/read.ts';
import { printQti } from './qti/print.ts';
import { qtiReader } from './qti/read.ts';
import { quizletReader } from './quizlet/read.ts';
import {
  read as about,
  type PackageName,
  packages,
  type SourceName,
  type TargetName,
} from './registry.ts';
import { printText } from './text/print.ts';
import { unpackXlsx } from './xlsx/unpack.ts';
import { yamlReader } from './yaml/read.ts';

const readers: Readonly<Record<SourceName, Reader>> = {
  markdown: markdownReader,
  blackboard: blackboardReader,
  quizlet: quizletReader,
  csv: csvReader,
  json: jsonReader,
  yaml: yamlReader,
  anki: ankiReader,
  gift: giftReader,
  aiken: aikenReader,
  qti: qtiReader,
  openedx: openedxReader,
  moodle: moodleReader,
};

const unpackers: Readonly<Record<PackageName, Unpack>> = {
  xlsx: unpackXlsx,
  docx: unpackDocx,
  apkg: unpackApkg,
  h5p: unpackH5p,
  zip: (files) => success([...files]),
};

const endingOf = (name: unknown) => String(name).toLowerCase().replace(/^.*\./s, '');

/** What opens a file that is a package by its ending. */
export const unpackerOf = (name: string) => {
  const names = Object.keys(packages) as PackageName[];
  const found = names.find((one) => packages[one].endings.includes(endingOf(name)));
  if (!found) return undefined;
  return (bytes: Uint8Array, budget: Budget) => {
    const files = openArchive(bytes, budget);
    return files.ok ? unpackers[found](files.value, budget) : files;
  };
};

export const targetFormats: Readonly<Record<TargetName, TargetFormat>> = {
  markdown: printMarkdown,
  csv: printCsv,
  json: printJson,
  gift: printGift,
  aiken: printAiken,
  moodle: printMoodle,
  qti: printQti,
  anki: printAnki,
  text: printText,
};

export const isTargetName = (name: unknown): name is TargetName =>
  typeof name === 'string' && Object.hasOwn(targetFormats, name);

/** Bytes of a file. Ten thousand questions take about 15 MB. */
export const sourceLimit = 32 * 1024 * 1024;

export const sourceNames = Object.keys(about) as SourceName[];

/** The formats that a name or a file's ending may stand for. */
export const formatsOf = (name: unknown): SourceName[] => {
  const ending = endingOf(name);
  if (ending in about) return [ending as SourceName];
  return sourceNames.filter((one) => about[one].endings.includes(ending));
};

const checkEntry = ({ place, title, item }: Entry): Entry => {
  const isOver = item.ok && item.value.options.length > mostOptions;
  return {
    place,
    title: titleOf(item.ok ? item.value.stem : title),
    item: isOver ? failed(`has over ${mostOptions} options`) : item,
  };
};

/** Reads a text in one of the formats. */
export const readText = (
  name: SourceName,
  text: string,
  context: ReadContext,
): Result<Reading, ReadFailure> => {
  const { notes, note } = createNotes();
  const entries = readers[name].read(text, note, context);
  if (!entries.ok) return entries;
  return success({ entries: entries.value.map(checkEntry), notes: [...notes] });
};

/** Reads a file in the first of these formats that it looks like, or in the last. */
export const readSource = (
  file: { name: string; bytes: Uint8Array },
  names: readonly SourceName[],
  context: ReadContext,
): Result<{ reader: Reader; reading: Reading }, ReadFailure> => {
  const decoded = decodeSource(file.bytes);
  if (!decoded.ok) return decoded;
  const { text, notes } = decoded.value;
  const looksLike = (one: SourceName) => readers[one].looksLike?.(text) === true;
  const name = names.find(looksLike) ?? names.at(-1) ?? 'aiken';
  const reading = readText(name, text, context);
  if (!reading.ok) return reading;
  const { entries } = reading.value;
  const [item, ...others] = itemsOf(entries);
  // One question under front matter has the name of its file as its id.
  const id = file.name.replace(/\.[^.]*$/, '');
  const isSingle = name === 'markdown' && text.startsWith('---\n') && others.length === 0;
  if (item && isSingle && isQuestionId(id)) item.id ??= id;
  return success({
    reader: readers[name],
    reading: { entries, notes: [...reading.value.notes, ...notes] },
  });
};
