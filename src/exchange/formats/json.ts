import { failed, type Result, success } from '#contract/result.ts';
import type { ReadSource, SourceDiagnostic } from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { findColumn } from './columns.ts';
import { readRecords, toRecord } from './records.ts';

/** Leaves out the parser's own message, which quotes the source and may be long. */
const explainSyntax = (text: string, error: unknown) => {
  const position = /position (\d+)/.exec(String(error))?.[1] ?? 0;
  const line = text.slice(0, Number(position)).split('\n').length;
  return { line, message: 'The file is not JSON: correct it here or before.' };
};

const deepest = 4;

/** The questions in a list, in lists within it, or under a name such as `questions` or `results`. */
const findRecords = (value: unknown, depth = 0): unknown[] | undefined => {
  if (depth > deepest || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    return value.flatMap((one: unknown) => {
      const isRecord =
        typeof one !== 'object' ||
        one === null ||
        Object.keys(one).some((key) => findColumn(key)?.name === 'question');
      return isRecord ? [one] : (findRecords(one, depth + 1) ?? [one]);
    });
  }
  const lists = Object.entries(value)
    .filter(([key]) => /^(?:questions|results|items|data|quiz|quizzes|exam)$/i.test(key))
    .map(([, inside]) => findRecords(inside, depth + 1));
  return lists.find((list) => list !== undefined);
};

const parseJson = (text: string): Result<unknown[], SourceDiagnostic> => {
  try {
    const list = findRecords(JSON.parse(text));
    if (list) return success(list);
    const message =
      'The file should hold a list of questions, or one named questions, results or items.';
    return failed({ line: 1, message });
  } catch (error) {
    return failed(explainSyntax(text, error));
  }
};

/** Whether a record has the options of an export. */
const isOwn = (record: unknown) => {
  const { options } = Object(record) as { options?: unknown };
  return Array.isArray(options) && options.every((option) => typeof option?.right === 'boolean');
};

/** Reads a JSON list of questions with named keys. */
export const readJson: ReadSource = (text) => {
  const list = parseJson(text);
  if (!list.ok) return list;
  const records = list.value.map((source, index) => {
    const isRecord = typeof source === 'object' && source !== null && !Array.isArray(source);
    const entries = isRecord ? Object.entries(source) : 'is not an object with named keys';
    return { place: `: item ${index + 1}`, entries };
  });
  return success(readRecords(records, list.value.every(isOwn)));
};

/** Prints a list of objects with the keys that the importer reads. */
export const writeJson: WriteQuestions = (questions) =>
  `${JSON.stringify(questions.map(toRecord), null, 2)}\n`;
