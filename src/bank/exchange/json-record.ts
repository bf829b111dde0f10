import * as v from 'valibot';
import { readReferenceLines } from './references-text.ts';

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

/** `{ "A": "…", "B": "…" }`, by letter wherever the letter stands. */
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

/** A question under the keys that `findColumn` gives; each value in the ways that banks have it. */
export const jsonRecordSchema = v.object({
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
  reviewed: textSchema,
  shuffle: booleanSchema,
  id: textSchema,
});
