import * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, type Item, type Place, type Reading, type Reference, titleOf } from '../item.ts';
import { type Outgoing, printMarkup } from '../outgoing.ts';
import { nameAnswers, readAnswers } from './answers.ts';
import { readForm } from './marks.ts';

/** The names of a column or key, without case, spaces and punctuation; the first is our own. */
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
];
const columns = new Map(
  aliases.flatMap((line) => line.split(' ').map((alias) => [alias, line.split(' ')[0] ?? ''])),
);

/** A column that holds a part of a question, or the text or note of one option. */
export type Column = { name: string; index?: number };

/** Finds the column that a header or key names. */
export const findColumn = (header: string): Column | undefined => {
  const key = header
    .slice(0, 40)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const name = columns.get(key);
  if (name) return { name };
  const [, kind = '', place = ''] =
    /^(option|answeroption|choice|note|why|explanation)(\d{1,2}|[a-z])$/.exec(key) ?? [];
  const index = /\d/.test(place) ? Number(place) - 1 : place.charCodeAt(0) - 97;
  if (kind === '' || index < 0) return undefined;
  return { name: /option|choice/.test(kind) ? 'options' : 'notes', index };
};

const textSchema = v.nullish(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '');

/** Splits a list in one cell at line breaks, `|` or `;`. */
const splitList = (cell: string): string[] => {
  const separator = ['\n', '|', ';'].find((sign) => cell.includes(sign)) ?? '\n';
  return cell.split(separator).filter((text) => text.trim() !== '');
};

const markedSchema = v.object({
  text: textSchema,
  right: v.optional(v.boolean()),
  correct: v.optional(v.boolean()),
  isCorrect: v.optional(v.boolean()),
  note: textSchema,
});
const optionsSchema = v.union([
  v.pipe(v.string(), v.transform(splitList)),
  v.array(v.union([textSchema, markedSchema])),
  // { "A": "…", "B": "…" }, in the order of the letters
  v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^[A-Za-z]$/)), textSchema),
    v.transform((options) =>
      Object.entries(options)
        .sort(([left], [right]) => (left.toUpperCase() < right.toUpperCase() ? -1 : 1))
        .map(([, text]) => text),
    ),
  ),
]);

const address = /^[a-z][a-z0-9+.-]*:\/\/\S+$/i;

/** Reads `[title](https://…)`, `title https://…`, or either part alone. */
const readReference = (line: string): Reference[] => {
  const text = line.trim();
  if (text === '') return [];
  const link = text.length < 4000 && /^(?:[-*+][ \t]+)?\[(.*)\]\((\S*)\)$/s.exec(text);
  if (link) return [{ title: link[1]?.trim() || undefined, url: link[2] || undefined }];
  const last = text.slice(Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')) + 1);
  if (!address.test(last)) return [{ title: text }];
  return [{ title: text.slice(0, text.length - last.length).trim() || undefined, url: last }];
};

/** Reads references, one on each line. */
export const readReferences = (text: string): Reference[] =>
  text.split('\n').flatMap(readReference);

const referenceSchema = v.union([
  v.pipe(v.string(), v.transform(readReferences)),
  v.pipe(
    v.object({ title: v.optional(v.string()), url: v.optional(v.string()) }),
    v.transform((reference) => [reference]),
  ),
]);

const oneOrMore = <S extends v.GenericSchema>(schema: S) =>
  v.nullish(
    v.union([
      v.array(schema),
      v.pipe(
        schema,
        v.transform((one) => [one]),
      ),
    ]),
    [],
  );

/** A question by our own names, with values in all forms that banks use. */
const recordSchema = v.object({
  question: textSchema,
  options: v.nullish(optionsSchema, []),
  answers: oneOrMore(textSchema),
  explanation: textSchema,
  notes: v.nullish(
    v.union([
      v.array(textSchema),
      v.pipe(
        v.string(),
        v.transform((cell) => (cell.trim() === '' ? [] : cell.split('\n'))),
      ),
    ]),
    [],
  ),
  references: oneOrMore(referenceSchema),
  domain: textSchema,
  task: textSchema,
  form: textSchema,
  reviewed: textSchema,
  shuffle: v.nullish(
    v.pipe(v.union([v.string(), v.boolean(), v.number()]), v.transform(String)),
    '',
  ),
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
  const numbered = new Map<string, unknown[]>();
  for (const [{ name, index }, value] of entries) {
    if (index !== undefined) {
      const list = numbered.get(name) ?? [];
      list[index] = value;
      numbered.set(name, list);
    } else if (values.has(name)) return failed(`has "${name}" under two keys`);
    else values.set(name, value);
  }
  for (const [name, list] of numbered) {
    const filled = Array.from(list).slice(0, list.findLastIndex((value) => !isEmpty(value)) + 1);
    if (filled.length === 0) continue;
    if (!isEmpty(values.get(name)))
      return failed(`has ${name} in "${name}" and in columns of their own`);
    values.set(name, filled);
  }
  return success(Object.fromEntries(values));
};

const toItem = (values: Record<string, unknown>, place: Place): Result<Item, string> => {
  const parsed = v.safeParse(recordSchema, values);
  if (!parsed.success) {
    const key = String(parsed.issues[0].path?.[0]?.key ?? '');
    return failed(`has "${key}" that is not ${expected[key] ?? 'a text'}`);
  }
  const { question, options: given, answers, notes, references, ...rest } = parsed.output;
  const options = given.map((option) => {
    if (typeof option === 'string') return { text: option.trim(), right: undefined, note: '' };
    const { text, right, correct, isCorrect, note } = option;
    return { text: text.trim(), right: right ?? correct ?? isCorrect, note };
  });
  if (options.length === 0) return failed('has no options');
  const isMarked = options.some((option) => option.right !== undefined);
  if (isMarked && answers.length > 0) return failed('has "answers" and options marked right');
  if (notes.length > 0 && options.some((option) => option.note !== '')) {
    return failed('has "notes" and notes in its options');
  }
  if (notes.length > options.length) {
    return failed(`has ${notes.length} notes for ${options.length} options`);
  }
  const texts = options.map((option) => option.text);
  const right = isMarked
    ? success(options.map((option) => option.right === true))
    : readAnswers(texts, answers);
  if (!right.ok) return right;
  return success({
    place,
    id: rest.id.trim() || undefined,
    stem: question.trim(),
    options: options.map(({ text, note }, index) => ({
      text,
      right: right.value[index] ?? false,
      rationale: (note || notes[index] || '').trim(),
    })),
    explanation: rest.explanation.trim(),
    references: references.flat(),
    domain: rest.domain.trim() || undefined,
    task: rest.task.trim() || undefined,
    form: readForm(rest.form),
    reviewed: rest.reviewed.trim() || undefined,
    shuffle: /^(?:false|no|0)$/i.test(rest.shuffle.trim()) ? false : undefined,
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

/** A question under our own names; `answers` is undefined where no name of an option is clear. */
export const toRecord = (outgoing: Outgoing) => {
  const { id, domain, task, form, references, reviewed, images } = outgoing;
  const options = outgoing.options.map(({ text }) => printMarkup(text, images));
  const right = outgoing.options.map((option) => option.right);
  return {
    id,
    domain,
    task,
    form,
    question: printMarkup(outgoing.stem.join('\n\n'), images),
    options,
    right,
    answers: nameAnswers(options, right),
    notes: outgoing.options.map((option) => option.rationale),
    explanation: outgoing.explanation,
    references,
    reviewed,
    shuffle: outgoing.shuffle === false ? false : undefined,
  };
};
