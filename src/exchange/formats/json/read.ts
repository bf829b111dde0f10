import { failed, type Result, success } from '#contract/result.ts';
import { isObject } from '#primitives/json.ts';
import { joinAccents } from '../../decode-source.ts';
import type { Note } from '../../item.ts';
import { findColumn } from '../../records/columns.ts';
import { readRecords, type SourceRecord } from '../../records/records.ts';
import type { ReadContext, Reader, ReadFailure, ReadText } from '../format.ts';
import { cutPieces } from './pieces.ts';

const deepest = 4;

/** The questions in a list, in lists within it, or under a name such as `questions` or `results`. */
const findRecords = (value: unknown, depth = 0): unknown[] | undefined => {
  if (depth > deepest) return undefined;
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => {
      const isList = typeof one === 'object' && one !== null && !isQuestion(one);
      return (isList && findRecords(one, depth + 1)) || [one];
    });
  }
  if (!isObject(value)) return undefined;
  const isList = ([name]: readonly [string, unknown]) =>
    /^(?:questions|results|items|data|quiz|quizzes|exam|fragen|preguntas|domande|perguntas|pytania)$/i.test(
      name,
    );
  const entries = Object.entries(value);
  const lists = entries.filter(isList).flatMap(([, inside]) => {
    const list = findRecords(inside, depth + 1);
    return list ? [list] : [];
  });
  const topics = findTopics(
    entries.filter((entry) => !isList(entry)),
    depth,
  );
  // What stands beside the first list, such as results, is read if it holds questions.
  const all = [...lists.filter((list, index) => index === 0 || list.some(isWhole)), topics].flat();
  if (all.length > 0 || lists.length > 0) return all;
  return isWhole(value) ? [value] : undefined;
};

/** The questions under their ids, or of lists under the names of their topics. */
const findTopics = (entries: readonly (readonly [string, unknown])[], depth: number): unknown[] =>
  entries.flatMap(([name, value]) => {
    if (findColumn(name)) return [];
    if (isObject(value) && isWhole(value)) return [{ id: name, ...value }];
    const list = typeof value === 'object' ? findRecords(value, depth + 1) : undefined;
    if (!list?.some(isWhole)) return [];
    return list.map((one) => (isObject(one) && !hasDomain(one) ? { domain: name, ...one } : one));
  });

const isWhole = (one: unknown) => isObject(one) && isQuestion(one) && Object.keys(one).length > 2;

const has = (name: string) => (value: object) =>
  Object.keys(value).some((key) => findColumn(key)?.name === name);
const isQuestion = has('question');
const hasDomain = has('domain');

const parse = (text: string): Result<unknown, number> => {
  try {
    return success(JSON.parse(text, text.includes('\\u') ? joinAccents : undefined));
  } catch (error) {
    // The parser's own message quotes the source and can be long.
    return failed(Number(/position (\d+)/.exec(String(error))?.[1] ?? 0));
  }
};

const countLines = (text: string, end: number) => text.slice(0, end).split('\n').length;

/** What is said instead of each value that can't be read. */
export type Broken = Map<unknown, Pick<SourceRecord, 'entries' | 'source'>>;

/** The objects of a file that is not JSON as a whole; undefined if none is a question. */
const readPieces = (text: string) => {
  const broken: Broken = new Map();
  let [line, end] = [1, 0];
  const values = cutPieces(text).map((piece) => {
    line += countLines(text.slice(end, piece.start), Number.POSITIVE_INFINITY) - 1;
    end = piece.start;
    const value = parse(piece.text);
    if (value.ok) return value.value;
    const at = line + countLines(piece.text, value.failure) - 1;
    const none = {};
    broken.set(none, {
      entries: `is not JSON: correct line ${at} or before`,
      source: piece.text.slice(0, 200).replace(/["{}[\]]/g, ''),
    });
    return none;
  });
  const isFound = findRecords(values)?.some((one) => isObject(one) && isQuestion(one));
  return isFound ? { values, broken } : undefined;
};

/** Whether a record has the options of an export. */
const isExport = (record: unknown) => {
  const { options } = Object(record) as { options?: unknown };
  return Array.isArray(options) && options.every((option) => typeof option?.right === 'boolean');
};

/** Reads the questions in a value: lists of records with named keys. */
export const readValue = (value: unknown, note: Note, context: ReadContext, broken?: Broken) => {
  const list = findRecords(value);
  if (!list) {
    const message =
      'The file should hold a list of questions, or one named questions, results or items.';
    return failed<ReadFailure>({ line: 1, message });
  }
  const toRecord = (record: unknown, index: number): SourceRecord => ({
    place: `: item ${index + 1}`,
    entries: isObject(record) ? Object.entries(record) : 'is not an object with named keys',
    ...broken?.get(record),
  });
  return readRecords(list, toRecord, list.every(isExport), note, context);
};

/** A mistake in one question costs no other. */
const read: ReadText = (text, note, context) => {
  const value = parse(text);
  if (value.ok) return readValue(value.value, note, context);
  const pieces = readPieces(text);
  if (pieces) return readValue(pieces.values, note, context, pieces.broken);
  const line = countLines(text, value.failure);
  return failed({ line, message: 'The file is not JSON: correct it here or before.' });
};

export const jsonReader: Reader = {
  read,
  looksLike: (text) => /^\s*[[{]/.test(text),
  shape: 'a list of objects with "question", "options" and "answers"',
};
