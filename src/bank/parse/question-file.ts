import * as v from 'valibot';
import { parseBody } from './question-body.ts';
import type { QuestionBody } from './question-source.ts';
import { dateSchema, httpsSchema, textSchema } from './schemas.ts';
import { type Fault, parseYamlText, type YamlText } from './yaml-text.ts';

const frontMatterSchema = v.strictObject({
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

export type QuestionText = {
  /** Undefined when the front matter is missing or wrong, which `faults` then tells. */
  matter: YamlText<FrontMatter> | undefined;
  body: QuestionBody;
  faults: Fault[];
};

const countBreaks = (text: string, end: number) => {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1))
    count += 1;
  return count;
};

const noMatter = 'The file does not open with front matter between two "---" lines: add it.';

/** Reads a question file; goes on after a fault so that all of them are told at once. */
export const parseQuestionText = (text: string): QuestionText => {
  const parts = splitFrontMatter(text);
  const faults: Fault[] = [];
  if (!parts) {
    return {
      matter: undefined,
      body: parseBody(text, 1, []),
      faults: [{ line: 1, message: noMatter }],
    };
  }
  const matter = parseYamlText(parts.yaml, frontMatterSchema);
  // The YAML starts on the file's second line.
  if (!matter.ok)
    for (const fault of matter.failure) faults.push({ ...fault, line: fault.line + 1 });
  const body = parseBody(
    parts.body,
    countBreaks(text, text.length - parts.body.length) + 1,
    faults,
  );
  if (!matter.ok) return { matter: undefined, body, faults };
  const { value, lineOf } = matter.value;
  return { matter: { value, lineOf: (path) => lineOf(path) + 1 }, body, faults };
};
