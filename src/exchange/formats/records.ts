import * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, type Item, type Reading, type Reference, titleOf } from '../item.ts';
import { type Outgoing, printMarkup } from '../outgoing.ts';
import { readAnswers } from './answers.ts';
import { readForm, readSitting } from './quiz.ts';

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

const splitLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

const optionSchema = v.union([
  v.pipe(
    textSchema,
    v.transform((text) => ({ text, note: '', right: undefined })),
  ),
  v.object({ text: textSchema, note: textSchema, right: v.optional(v.boolean()) }),
]);

/** Reads `title https://…`, or either part alone. */
const readReference = (text: string): Reference => {
  const start = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1;
  const url = text.slice(start);
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return { title: text };
  return { title: text.slice(0, start).trim() || undefined, url };
};

const recordSchema = v.object({
  question: textSchema,
  options: listOf(optionSchema, (text) =>
    text.includes('\n') ? splitLines(text) : text.split('|'),
  ),
  answers: listOf(textSchema, (text) => [text]),
  explanation: textSchema,
  // The n-th note belongs to the n-th option, so empty lines count.
  notes: listOf(textSchema, (text) => text.split('\n')),
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
  sitting: textSchema,
  reviewed: textSchema,
  shuffle: textSchema,
  id: textSchema,
});

/** A column or key for a part of a question, or for the text or note of one option. */
type Column = { name: string; index?: number };

/** Finds the part that a header or key names; it may leave out a plural "s". */
export const findColumn = (header: string): Column | undefined => {
  const key = header.trim().toLowerCase();
  const [, list, number] = /^(option|note)([1-9]\d?)$/.exec(key) ?? [];
  if (list !== undefined) return { name: `${list}s`, index: Number(number) - 1 };
  const names = Object.keys(recordSchema.entries);
  const name = names.find((one) => one === key || one === `${key}s`);
  return name === undefined ? undefined : { name };
};

/** Notes a column or key that is ignored, for each name once. */
const noteUnknown = (reading: Reading, name: string) => {
  const note = `"${titleOf(name)}" is not known and left out`;
  if (reading.notes.length < 20 && !reading.notes.includes(note)) reading.notes.push(note);
};

/** Collects values under our own names, those of numbered columns in lists. */
const collectValues = (
  reading: Reading,
  entries: readonly (readonly [string, unknown])[],
): Result<Record<string, unknown>, string> => {
  const values: Record<string, unknown> = {};
  const lists: Record<string, unknown[]> = {};
  for (const [header, value] of entries.filter(([, one]) => (one ?? '') !== '')) {
    const column = findColumn(header);
    if (!column) {
      noteUnknown(reading, header);
      continue;
    }
    const { name, index } = column;
    const isTwice = index === undefined ? lists[name] : lists[name]?.[index] !== undefined;
    if (name in values || isTwice) return failed(`has "${name}" twice`);
    if (index === undefined) values[name] = value;
    else lists[name] = Object.assign(lists[name] ?? [], { [index]: value });
  }
  for (const [name, list] of Object.entries(lists)) values[name] = Array.from(list);
  return success(values);
};

const mostOptions = 99;

const toItem = (values: Record<string, unknown>): Result<Item, string> => {
  const parsed = v.safeParse(recordSchema, values);
  if (!parsed.success) {
    const key = String(parsed.issues[0].path?.[0]?.key);
    return failed(`has "${key}" in another form than --help tells`);
  }
  const { question, options, answers, notes, ...rest } = parsed.output;
  if (options.length === 0) return failed('has no options');
  if (options.length > mostOptions) return failed(`has over ${mostOptions} options`);
  const named = answers.filter((answer) => answer !== '');
  const isMarked = options.some((option) => option.right !== undefined);
  if (isMarked && named.length > 0) return failed('has "answers" and options marked right');
  const hasNotes = options.some((option) => option.note !== '');
  if (notes.length > (hasNotes ? 0 : options.length)) return failed('has too many notes');
  const texts = options.map((option) => option.text);
  const right = isMarked
    ? success(options.map((option) => option.right === true))
    : readAnswers(texts, named);
  if (!right.ok) return right;
  return success({
    ...rest,
    stem: question,
    options: options.map(({ text, note }, index) => ({
      text,
      right: right.value[index] ?? false,
      rationale: note || notes[index] || '',
    })),
    form: readForm(rest.form),
    sitting: readSitting(rest.sitting),
    shuffle: /^(?:false|no|0)$/i.test(rest.shuffle) ? false : undefined,
    id: rest.id || undefined,
  });
};

/** Adds the question of a CSV row or JSON object, or the reason for rejecting it, to a reading. */
export const addRecord = (
  reading: Reading,
  place: string,
  entries: readonly (readonly [string, unknown])[],
): void => {
  const values = collectValues(reading, entries);
  const title = values.ok ? values.value.question : '';
  const item = values.ok ? toItem(values.value) : values;
  addItem(reading, place, typeof title === 'string' ? title : '', item);
};

/** The record that `addRecord` reads back. */
export const toRecord = ({ images, stem, options, ...question }: Outgoing) => ({
  id: question.id,
  domain: question.domain,
  task: question.task,
  form: question.form,
  sitting: question.sitting,
  question: printMarkup(stem.join('\n\n'), images),
  options: options.map(({ text, right, rationale }) => ({
    text: printMarkup(text, images),
    right,
    note: rationale || undefined,
  })),
  explanation: question.explanation || undefined,
  references: question.references,
  reviewed: question.reviewed,
  shuffle: question.shuffle,
});
