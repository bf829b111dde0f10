import * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, type Item, type Place, type Reading, type Reference, titleOf } from '../item.ts';
import { readAnswers } from './answers.ts';
import { readForm } from './marks.ts';

/** Names of a column or key without case, spaces and punctuation; the first is our own. */
const aliases = [
  'question stem questiontext questions',
  'options choices',
  'answers answer correct correctanswer correctanswers key',
  'explanation overallexplanation rationale',
  'notes optionnotes whys',
  'references reference sources source links link',
  'domain',
  'task',
  'form',
  'reviewed',
  'shuffle',
  'id questionid',
].map((line) => line.split(' '));

/** A column or key for a part of a question, or for the text or note of one option. */
export type Column = { name: string; index?: number };

/** Finds the column that a header or key names. */
export const findColumn = (header: string): Column | undefined => {
  const key = header
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const [name] = aliases.find((names) => names.includes(key)) ?? [];
  if (name) return { name };
  const [, kind = '', place = ''] =
    /^(option|answeroption|choice|note|why|explanation)([1-9]\d?|[a-z])$/.exec(key) ?? [];
  if (kind === '') return undefined;
  const index = /\d/.test(place) ? Number(place) - 1 : place.charCodeAt(0) - 97;
  return { name: /option|choice/.test(kind) ? 'options' : 'notes', index };
};

const textSchema = v.nullish(
  v.pipe(
    v.union([v.string(), v.number(), v.boolean()]),
    v.transform((value) => String(value).trim()),
  ),
  '',
);

/** A list, or text to split; a value that is not a list is one of its own. */
const listOf = <S extends v.GenericSchema>(schema: S, split: (text: string) => string[]) =>
  v.pipe(
    v.nullish(v.unknown(), []),
    v.transform((value) => (typeof value === 'string' ? split(value) : [value].flat())),
    v.array(schema),
  );

const splitOptions = (cell: string): string[] => {
  const separator = ['\n', '|', ';'].find((sign) => cell.includes(sign)) ?? '\n';
  return cell.split(separator).filter((text) => text.trim() !== '');
};

const optionSchema = v.pipe(
  v.union([
    v.pipe(
      textSchema,
      v.transform((text) => ({ text })),
    ),
    v.record(v.string(), v.unknown()),
  ]),
  v.object({
    text: textSchema,
    right: v.optional(v.boolean()),
    correct: v.optional(v.boolean()),
    isCorrect: v.optional(v.boolean()),
    note: textSchema,
  }),
  v.transform(({ text, note, right, correct, isCorrect }) => ({
    text,
    note,
    right: right ?? correct ?? isCorrect,
  })),
);

/** Reads `[title](https://…)`, `title https://…`, or either part alone. */
const readReference = (text: string): Reference => {
  const link = text.length < 4000 && /^\[(.*)\]\((\S*)\)$/s.exec(text);
  if (link) return { title: link[1]?.trim() || undefined, url: link[2] || undefined };
  const last = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1);
  if (!/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(last)) return { title: text };
  return { title: text.slice(0, text.length - last.length).trim() || undefined, url: last };
};

const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** A question under our own names, with values in the forms that banks use. */
const recordSchema = v.object({
  question: textSchema,
  options: listOf(optionSchema, splitOptions),
  answers: listOf(textSchema, (text) => [text]),
  explanation: textSchema,
  // The n-th note belongs to the n-th option, so empty lines count.
  notes: listOf(textSchema, (text) => (text.trim() === '' ? [] : text.split('\n'))),
  references: listOf(
    v.union([
      v.pipe(v.string(), v.trim(), v.transform(readReference)),
      v.object({ title: v.optional(v.string()), url: v.optional(v.string()) }),
    ]),
    splitLines,
  ),
  domain: textSchema,
  task: textSchema,
  form: textSchema,
  reviewed: textSchema,
  shuffle: textSchema,
  id: textSchema,
});

const expected: Record<string, string> = {
  options: 'a list of texts, or of {"text", "right", "note"}',
  answers: 'a list of texts, letters or numbers',
  notes: 'a list of texts, one for each option',
  references: 'a list of {"title", "url"}',
};

const isEmpty = (value: unknown) => (value ?? '') === '';

/** Collects values under our own names. A Map is safe from keys such as `__proto__`. */
const collectValues = (
  entries: readonly [Column, unknown][],
): Result<Record<string, unknown>, string> => {
  const values = new Map<string, unknown>();
  const lists = new Map<string, unknown[]>();
  for (const [{ name, index }, value] of entries) {
    if (isEmpty(value)) continue;
    const list = lists.get(name) ?? [];
    if (values.has(name)) return failed(`has "${name}" twice`);
    if (index === undefined) values.set(name, value);
    else lists.set(name, Object.assign(list, { [index]: value }));
  }
  for (const [name, list] of lists) {
    if (values.has(name)) return failed(`has "${name}" twice`);
    values.set(name, Array.from(list));
  }
  return success(Object.fromEntries(values));
};

const toItem = (values: Record<string, unknown>, place: Place): Result<Item, string> => {
  const parsed = v.safeParse(recordSchema, values);
  if (!parsed.success) {
    const key = String(parsed.issues[0].path?.[0]?.key ?? '');
    return failed(`has "${key}" that is not ${expected[key] ?? 'a text'}`);
  }
  const { question, options, answers, notes, ...rest } = parsed.output;
  if (options.length === 0) return failed('has no options');
  const isMarked = options.some((option) => option.right !== undefined);
  if (isMarked && answers.length > 0) return failed('has "answers" and options marked right');
  const hasNotes = options.some((option) => option.note !== '');
  if (hasNotes && notes.length > 0) return failed('has "notes" and notes in its options');
  if (notes.length > options.length) {
    return failed(`has ${notes.length} notes for ${options.length} options`);
  }
  const texts = options.map((option) => option.text);
  const right = isMarked
    ? success(options.map((option) => option.right === true))
    : readAnswers(texts, answers);
  if (!right.ok) return right;
  return success({
    ...rest,
    place,
    stem: question,
    options: options.map(({ text, note }, index) => ({
      text,
      right: right.value[index] ?? false,
      rationale: note || notes[index] || '',
    })),
    form: readForm(rest.form),
    shuffle: /^(?:false|no|0)$/i.test(rest.shuffle) ? false : undefined,
    id: rest.id || undefined,
  });
};

/** Adds the question of a CSV row or JSON object, or the reason for rejecting it, to a reading. */
export const addRecord = (
  reading: Reading,
  place: Place,
  entries: readonly [Column, unknown][],
): void => {
  const values = collectValues(entries);
  const question = entries.find(([column]) => column.name === 'question')?.[1];
  const item = values.ok ? toItem(values.value, place) : values;
  addItem(reading, place, typeof question === 'string' ? question : '', item);
};

/** Notes which columns or keys of a source were ignored. */
export const noteUnknown = (reading: Reading, what: string, names: Iterable<string>): void => {
  for (const name of [...names].slice(0, 20)) {
    reading.notes.push(`the ${what} "${titleOf(name)}" is not known and left out`);
  }
};
