import * as v from 'valibot';
import { failed, success } from '#contract/result.ts';
import { addItem, emptyReading, type ReadSource } from '../item.ts';
import type { WriteQuestions } from '../outgoing.ts';
import { addRecord, type Column, findColumn, noteUnknown, toRecord } from './records.ts';

const listSchema = v.union([
  v.array(v.unknown()),
  v.pipe(
    v.object({ questions: v.array(v.unknown()) }),
    v.transform(({ questions }) => questions),
  ),
]);

/** Leaves out the parser's own message, which quotes the source and may be long. */
const explainSyntax = (text: string, error: unknown) => {
  const position = /position (\d+)/.exec(String(error))?.[1];
  const line = position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length;
  return { line, message: 'The file is not JSON: correct it here or before.' };
};

/** Reads a JSON list of questions with named keys. */
export const readJson: ReadSource = (text) => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return failed(explainSyntax(text, error));
  }
  const list = v.safeParse(listSchema, parsed);
  if (!list.success) {
    const message = 'The file should hold a list of questions, or {"questions": [ … ]}.';
    return failed({ line: 1, message });
  }
  const reading = emptyReading();
  const unknown = new Set<string>();
  for (const [index, source] of list.output.entries()) {
    const place = { number: index + 1 };
    if (typeof source !== 'object' || source === null || Array.isArray(source)) {
      addItem(reading, place, '', failed('is not an object with named keys'));
      continue;
    }
    const entries: [Column, unknown][] = [];
    for (const [key, value] of Object.entries(source)) {
      const column = findColumn(key);
      if (column) entries.push([column, value]);
      else unknown.add(key);
    }
    addRecord(reading, place, entries);
  }
  noteUnknown(reading, 'key', unknown);
  return success(reading);
};

/** Prints a list of objects with the keys that the importer reads. */
export const writeJson: WriteQuestions = (questions) => {
  const items = questions.map((question) => {
    const { options, right, answers, notes, explanation, references, reviewed, shuffle, ...first } =
      toRecord(question);
    const hasNotes = notes.some((note) => note !== '');
    const choice = answers
      ? { options, answers, notes: hasNotes ? notes : undefined }
      : { options: options.map((text, at) => ({ text, right: right[at], note: notes[at] })) };
    const rest = { explanation: explanation || undefined, references, reviewed, shuffle };
    return { ...first, ...choice, ...rest };
  });
  return `${JSON.stringify(items, null, 2)}\n`;
};
