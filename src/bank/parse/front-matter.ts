import * as v from 'valibot';
import { dateSchema, httpsSchema, textSchema } from './field-schemas.ts';

export const frontMatterSchema = v.strictObject({
  domain: textSchema,
  task: v.optional(textSchema),
  /** Which of the exam's two full sittings asks it; neither when absent. */
  form: v.optional(v.picklist([1, 2], 'should be 1 or 2.')),
  references: v.pipe(
    v.array(
      v.strictObject({ title: textSchema, url: httpsSchema }),
      'should be a list of references.',
    ),
    v.minLength(1, 'is empty: name a page of the vendor documentation that proves the answer.'),
  ),
  reviewed: dateSchema,
  shuffle: v.optional(v.boolean('should be true or false.'), true),
});

export type FrontMatter = v.InferOutput<typeof frontMatterSchema>;

const close = /\n---[ \t]*(?:\n|$)/g;

/** Cuts a question file at its `---` lines; undefined when it does not open with front matter. */
export const splitFrontMatter = (text: string) => {
  if (!text.startsWith('---\n')) return undefined;
  close.lastIndex = 3;
  const end = close.exec(text);
  if (!end) return undefined;
  return { yaml: text.slice(4, end.index), body: text.slice(close.lastIndex) };
};
