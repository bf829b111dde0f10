import type { LocalDiagnostic } from '#bank/diagnostic.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { findColumn } from '../../records/columns.ts';
import { isObject } from '../../records/record-values.ts';
import { readRecords } from '../../records/records.ts';
import type { ReadContext, Reader, ReadFailure, ReadText } from '../format.ts';

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
  const entries = Object.entries(value);
  const lists = entries
    .filter(([key]) => /^(?:questions|results|items|data|quiz|quizzes|exam)$/i.test(key))
    .map(([, inside]) => findRecords(inside, depth + 1));
  return lists.find((list) => list !== undefined) ?? findTopics(entries);
};

/** The questions of lists under the names of their topics. */
const findTopics = (entries: readonly (readonly [string, unknown])[]): unknown[] | undefined => {
  const isWhole = (one: unknown) => isObject(one) && isQuestion(one) && Object.keys(one).length > 2;
  const lists = entries.filter(
    ([name, value]) => Array.isArray(value) && value.some(isWhole) && !findColumn(name),
  );
  if (lists.length === 0) return undefined;
  return lists.flatMap(([topic, value]) =>
    [value].flat().map((one: unknown) => (isObject(one) ? { domain: topic, ...one } : one)),
  );
};

const isQuestion = (value: object) =>
  Object.keys(value).some((key) => findColumn(key)?.name === 'question');

const parseJson = (text: string): Result<unknown, LocalDiagnostic> => {
  try {
    return success(JSON.parse(text));
  } catch (error) {
    // The parser's own message quotes the source and can be long.
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    const line = text.slice(0, position).split('\n').length;
    return failed({ line, message: 'The file is not JSON: correct it here or before.' });
  }
};

/** Whether a record has the options of an export. */
const isOwn = (record: unknown) => {
  const { options } = Object(record) as { options?: unknown };
  return Array.isArray(options) && options.every((option) => typeof option?.right === 'boolean');
};

/** Reads the questions in a value: lists of records with named keys. */
export const readValue = (value: unknown, context: ReadContext) => {
  const list = findRecords(value);
  if (!list) {
    const message =
      'The file should hold a list of questions, or one named questions, results or items.';
    return failed<ReadFailure>({ line: 1, message });
  }
  const records = list.map((record, index) => ({
    place: `: item ${index + 1}`,
    entries: isObject(record) ? Object.entries(record) : 'is not an object with named keys',
  }));
  return readRecords(records, list.every(isOwn), context);
};

const read: ReadText = (text, context) => {
  const value = parseJson(text);
  return value.ok ? readValue(value.value, context) : value;
};

export const jsonReader: Reader = {
  read,
  looksLike: (text) => /^\s*[[{]/.test(text),
  shape: 'a list of objects with "question", "options" and "answers"',
};
