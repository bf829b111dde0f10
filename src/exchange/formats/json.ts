import * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Reading, type ReadSource, titleOf } from '../item.ts';
import { printMarkup, type WriteQuestions } from '../outgoing.ts';
import { readReferenceLines } from './markup.ts';
import { columnKey, findColumn, type ItemRecord, nameAnswers, toItem } from './records.ts';

const wordSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
const textSchema = v.nullish(wordSchema, '');
const booleanSchema = v.nullish(
  v.pipe(v.union([v.string(), v.boolean(), v.number()]), v.transform(String)),
  '',
);

const markedSchema = v.object({
  text: wordSchema,
  right: v.optional(v.boolean()),
  correct: v.optional(v.boolean()),
  isCorrect: v.optional(v.boolean()),
  note: textSchema,
});
type Option = { text: string; right?: boolean | undefined; note: string };

const optionSchema = v.union([
  v.pipe(
    wordSchema,
    v.transform((text): Option => ({ text, note: '' })),
  ),
  v.pipe(
    markedSchema,
    v.transform(
      ({ text, right, correct, isCorrect, note }): Option => ({
        text,
        right: right ?? correct ?? isCorrect,
        note,
      }),
    ),
  ),
]);

/** `{ "A": "…", "B": "…" }`, in the order of the letters. */
const letteredSchema = v.pipe(
  v.record(v.pipe(v.string(), v.regex(/^[A-Za-z]$/)), wordSchema),
  v.transform((options) => {
    const entries = Object.entries(options).map(([key, text]) => ({
      key: key.toUpperCase(),
      text,
    }));
    return entries.sort((left, right) => (left.key < right.key ? -1 : 1));
  }),
  v.check((entries) => entries.every(({ key }, index) => key === String.fromCharCode(65 + index))),
  v.transform((entries) => entries.map(({ text }): Option => ({ text, note: '' }))),
);

const referenceSchema = v.union([
  v.pipe(v.string(), v.transform(readReferenceLines)),
  v.pipe(
    v.object({ title: v.optional(v.string()), url: v.optional(v.string()) }),
    v.transform((reference) => [reference]),
  ),
]);

const oneOrMore = <S extends v.GenericSchema>(item: S) =>
  v.nullish(
    v.union([
      v.array(item),
      v.pipe(
        item,
        v.transform((one) => [one]),
      ),
    ]),
    [],
  );

/** A question by the names of `findColumn`, with values in all forms that banks use. */
const jsonRecordSchema = v.object({
  question: textSchema,
  options: v.nullish(v.union([v.array(optionSchema), letteredSchema]), []),
  answers: oneOrMore(wordSchema),
  explanation: textSchema,
  notes: v.nullish(
    v.union([
      v.array(textSchema),
      v.pipe(
        v.string(),
        v.transform((text) => text.split('\n')),
      ),
    ]),
    [],
  ),
  references: oneOrMore(referenceSchema),
  domain: textSchema,
  task: textSchema,
  form: textSchema,
  reviewed: textSchema,
  shuffle: booleanSchema,
  id: textSchema,
});

const expected: Record<string, string> = {
  options: 'a list of texts, or of {"text", "right", "note"}',
  answers: 'a list of texts, letters or numbers',
  notes: 'a list of texts, one for each option',
  references: 'a list of {"title", "url"}',
};

type Keys = { record: Record<string, unknown>; unknown: string[] };

/** Unifies the names of known keys. A Map is safe from keys such as `__proto__`. */
const readKeys = (source: object): Result<Keys, string> => {
  const known = new Map<string, unknown>();
  const options: unknown[] = [];
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(source)) {
    const column = findColumn(key);
    if (!column || 'note' in column) unknown.push(key);
    else if ('option' in column) options[column.option] = value;
    else if (known.has(column.name)) return failed(`has "${columnKey(column)}" under two keys`);
    else known.set(column.name, value);
  }
  if (options.length > 0) {
    if (known.has('options')) return failed('has options in "options" and in "option1"');
    while (options.length > 0 && (options.at(-1) ?? '') === '') options.pop();
    known.set('options', Array.from(options));
  }
  return success({ record: Object.fromEntries(known), unknown });
};

const toRecord = (record: Record<string, unknown>, number: number): Result<ItemRecord, string> => {
  const parsed = v.safeParse(jsonRecordSchema, record);
  if (!parsed.success) {
    const key = String(parsed.issues[0].path?.[0]?.key ?? '');
    return failed(`has "${key}" that is not ${expected[key] ?? 'a text'}`);
  }
  const { options, answers, notes, references, ...texts } = parsed.output;
  const marked = options.some((option) => option.right !== undefined);
  if (marked && answers.length > 0) return failed('has "answers" and options marked right');
  const ownNotes = options.map((option) => option.note);
  const hasOwn = ownNotes.some((note) => note !== '');
  if (hasOwn && notes.length > 0) return failed('has "notes" and notes in its options');
  return success({
    ...texts,
    place: { number },
    options: options.map((option) => option.text),
    answers: marked ? options.map((option) => option.right === true) : answers,
    notes: hasOwn ? ownNotes : notes,
    references: references.flat(),
  });
};

const noList = 'The file should hold a list of questions, or {"questions": [ … ]}';
const listSchema = v.union([
  v.array(v.unknown()),
  v.pipe(
    v.object({ questions: v.array(v.unknown()) }),
    v.transform(({ questions }) => questions),
  ),
]);

/** A message without the parser's own, which quotes the source and may be long. */
const explainSyntax = (text: string, error: unknown) => {
  const position = /position (\d+)/.exec(String(error))?.[1];
  const line = position === undefined ? 1 : text.slice(0, Number(position)).split('\n').length;
  return { line, message: 'The file is not JSON: correct it here or before.' };
};

const readOne = (reading: Reading, source: unknown, number: number, unknown: Set<string>) => {
  const isObject = typeof source === 'object' && source !== null && !Array.isArray(source);
  const keys = isObject ? readKeys(source) : failed('is not an object with named keys');
  if (!keys.ok) return addItem(reading, { number }, '', keys);
  for (const key of keys.value.unknown) unknown.add(key);
  const { question } = keys.value.record;
  const record = toRecord(keys.value.record, number);
  if (record.ok) addItem(reading, { number }, record.value.question, toItem(record.value));
  else addItem(reading, { number }, typeof question === 'string' ? question : '', record);
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
    readOne(reading, source, index + 1, unknown);
  }
  for (const key of [...unknown].slice(0, 20)) {
    reading.notes.push(`the key "${titleOf(key)}" is not known and left out`);
  }
  return success(reading);
};

/** Prints a list of objects with the keys that the importer reads. */
export const writeJson: WriteQuestions = (questions, address) => {
  const items = questions.map((question) => {
    const options = question.options.map((option) => printMarkup(option.text, address, ''));
    const right = question.options.map((option) => option.right);
    const answers = nameAnswers(options, right, (names) => names);
    const notes = question.options.map((option) => option.rationale);
    const common = {
      id: question.id,
      domain: question.domain,
      task: question.task,
      form: question.form,
      question: printMarkup(question.stem, address, '\n\n'),
    };
    const rest = {
      explanation: question.explanation || undefined,
      references: question.references,
      reviewed: question.reviewed,
      shuffle: question.shuffle === false ? false : undefined,
    };
    if (!answers) {
      const marked = options.map((text, index) => ({
        text,
        right: right[index],
        note: notes[index],
      }));
      return { ...common, options: marked, ...rest };
    }
    const hasNotes = notes.some((note) => note !== '');
    return { ...common, options, answers, notes: hasNotes ? notes : undefined, ...rest };
  });
  return { text: `${JSON.stringify(items, null, 2)}\n`, rejected: [] };
};
