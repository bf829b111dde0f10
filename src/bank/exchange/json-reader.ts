import * as v from 'valibot';
import { failed, success } from '#contract/result.ts';
import { columnKey, findColumn } from './csv-columns.ts';
import { emptyReading, type Reading, type ReadSource, titleOf } from './item.ts';
import { jsonRecordSchema } from './json-record.ts';
import { type ItemRecord, isLeftBehind, toItem } from './record-item.ts';

const expected: Record<string, string> = {
  options: 'a list of texts, or of {"text", "right", "note"}',
  answers: 'a list of texts, letters or numbers',
  notes: 'a list of texts, one for each option',
  references: 'a list of {"title", "url"}',
};

type Keys = { record: Record<string, unknown>; unknown: string[] };

/** The known keys under one name each; a Map's keys cannot reach a prototype. */
const readKeys = (source: object): Keys | string => {
  const known = new Map<string, unknown>();
  const options: unknown[] = [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(source)) {
    const column = findColumn(key);
    if (!column || 'note' in column) unknown.push(key);
    else if ('option' in column) options[column.option] = value;
    else if (known.has(column.name)) return `has "${columnKey(column)}" under two keys`;
    else known.set(column.name, value);
  }
  if (options.length > 0) {
    if (known.has('options')) return 'has options in "options" and in "option1"';
    while (options.length > 0 && (options.at(-1) ?? '') === '') options.pop();
    known.set('options', Array.from(options));
  }
  return { record: Object.fromEntries(known), unknown };
};

const toRecord = (record: Record<string, unknown>, number: number): ItemRecord | string => {
  const parsed = v.safeParse(jsonRecordSchema, record);
  if (!parsed.success) {
    const key = String(parsed.issues[0].path?.[0]?.key ?? '');
    return `has "${key}" that is not ${expected[key] ?? 'a text'}`;
  }
  const { options, answers, notes, references, ...texts } = parsed.output;
  const marked = options.some((option) => option.right !== undefined);
  if (marked && answers.length > 0) return 'has "answers" and options marked right';
  const ownNotes = options.map((option) => option.note);
  const hasOwn = ownNotes.some((note) => note !== '');
  if (hasOwn && notes.length > 0) return 'has "notes" and notes in its options';
  return {
    ...texts,
    place: { number },
    options: options.map((option) => option.text),
    answers: marked ? options.map((option) => option.right === true) : answers,
    notes: hasOwn ? ownNotes : notes,
    references: references.flat(),
  };
};

const noList = 'The file should hold a list of questions, or {"questions": [ … ]}';
const listSchema = v.union([
  v.array(v.unknown()),
  v.pipe(
    v.object({ questions: v.array(v.unknown()) }),
    v.transform(({ questions }) => questions),
  ),
]);

/** The text without what parsers say of it, which quotes the source and may be long. */
const explainSyntax = (text: string, error: unknown) => {
  const position = /position (\d+)/.exec(String(error))?.[1];
  const line = position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length;
  return { line, message: 'The file is not JSON: correct it here or before.' };
};

const addItem = (reading: Reading, source: unknown, number: number, unknown: Set<string>) => {
  const isObject = typeof source === 'object' && source !== null && !Array.isArray(source);
  const keys = isObject ? readKeys(source) : 'is not an object with named keys';
  if (typeof keys !== 'string') for (const key of keys.unknown) unknown.add(key);
  const record = typeof keys === 'string' ? keys : toRecord(keys.record, number);
  const question = typeof keys === 'string' ? '' : (keys.record.question satisfies unknown);
  const result =
    typeof record === 'string'
      ? {
          place: { number },
          title: typeof question === 'string' ? titleOf(question) : '',
          reason: record,
        }
      : toItem(record);
  if (isLeftBehind(result)) reading.leftBehind.push(result);
  else reading.items.push(result);
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
  if (!list.success) return failed({ line: 1, message: `${noList}.` });
  const reading = emptyReading();
  const unknown = new Set<string>();
  for (const [index, source] of list.output.entries()) {
    addItem(reading, source, index + 1, unknown);
  }
  for (const key of [...unknown].slice(0, 20)) {
    reading.notes.push(`the key "${titleOf(key)}" is not known and left out`);
  }
  return success(reading);
};
