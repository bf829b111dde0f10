import { failed, success } from '#contract/result.ts';
import { addItem, emptyReading, type ReadSource } from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { addRecord, toRecord } from './records.ts';

/** Leaves out the parser's own message, which quotes the source and may be long. */
const explainSyntax = (text: string, error: unknown) => {
  const position = /position (\d+)/.exec(String(error))?.[1] ?? 0;
  const line = text.slice(0, Number(position)).split('\n').length;
  return { line, message: 'The file is not JSON: correct it here or before.' };
};

const parseJson = (text: string) => {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return success(list as unknown[]);
    return failed({ line: 1, message: 'The file should hold a list of questions.' });
  } catch (error) {
    return failed(explainSyntax(text, error));
  }
};

/** Reads a JSON list of questions with named keys. */
export const readJson: ReadSource = (text) => {
  const list = parseJson(text);
  if (!list.ok) return list;
  const reading = emptyReading();
  for (const [index, source] of list.value.entries()) {
    const place = `: item ${index + 1}`;
    const isRecord = typeof source === 'object' && source !== null && !Array.isArray(source);
    if (isRecord) addRecord(reading, place, Object.entries(source));
    else addItem(reading, place, '', failed('is not an object with named keys'));
  }
  return success(reading);
};

/** Prints a list of objects with the keys that the importer reads. */
export const writeJson: WriteQuestions = (questions) =>
  `${JSON.stringify(questions.map(toRecord), null, 2)}\n`;
