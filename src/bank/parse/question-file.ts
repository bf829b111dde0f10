import * as v from 'valibot';
import type { LocalDiagnostic } from '../diagnostic.ts';
import { kinds } from './option-line.ts';
import { parseBody } from './question-body.ts';
import type { QuestionBody } from './question-source.ts';
import { dateSchema, referencesSchema, textSchema } from './schemas.ts';
import { parseYamlText, type YamlText } from './yaml-text.ts';

const partSchemas = {
  /** Without it, a choice of options. */
  kind: v.optional(v.picklist(kinds, `should be ${kinds.join(', ')}, or left out for a choice.`)),
  /** The full sitting that asks the question; neither when absent. */
  form: v.optional(v.picklist([1, 2], 'should be 1 or 2.')),
  /** Held out: the question comes up in a mock exam only, until it was sat. */
  sitting: v.optional(v.literal('only', 'should be "only": leave it out for other questions.')),
};

const matterSchema = v.strictObject({
  domain: textSchema,
  task: v.optional(textSchema),
  /** The name of the file of the case study that it is about. */
  case: v.optional(textSchema),
  /** The name of the file of the table that compares what its options name. */
  lookAlike: v.optional(textSchema),
  ...partSchemas,
  references: referencesSchema,
  reviewed: dateSchema,
  shuffle: v.optional(v.boolean('should be true or false.'), true),
});
const frontMatterSchema = v.pipe(
  matterSchema,
  v.forward(
    v.check(
      ({ form, sitting }) => form === undefined || sitting === undefined,
      'a held-out question is in no other form: remove "form" or "sitting".',
    ),
    ['sitting'],
  ),
);

export type FrontMatter = v.InferOutput<typeof frontMatterSchema>;

const close = /\n---[ \t]*(?:\n|$)/g;

/**
 * Splits a file at its `---` lines and parses what is between them; undefined when it has no front
 * matter. `firstLine` is that of the body.
 */
export const parseFrontMatter = <S extends v.GenericSchema>(text: string, schema: S) => {
  if (!text.startsWith('---\n')) return undefined;
  close.lastIndex = 3;
  const end = close.exec(text);
  if (!end) return undefined;
  const at = close.lastIndex;
  const firstLine = text.slice(0, at).split('\n').length;
  const yaml = text.slice(4, end.index);
  // The YAML starts on the file's second line.
  const matter = parseYamlText(yaml.trim() === '' ? '{}' : yaml, schema, 2);
  return { matter, body: text.slice(at), firstLine };
};

const looseText = v.optional(v.string('should be text.'));
/** Front matter whose parts may all be missing, for import and export. */
export const metadataSchema = v.strictObject({
  domain: looseText,
  task: looseText,
  case: looseText,
  lookAlike: looseText,
  ...partSchemas,
  references: v.optional(
    v.array(v.strictObject({ title: looseText, url: looseText }), 'should be a list.'),
  ),
  reviewed: looseText,
  shuffle: v.optional(v.boolean('should be true or false.')),
});

export type QuestionText<Matter> = {
  /** Undefined when the front matter is missing or wrong; see `diagnostics`. */
  matter: YamlText<Matter> | undefined;
  body: QuestionBody;
  diagnostics: LocalDiagnostic[];
};

const noMatter = 'The file does not open with front matter between two "---" lines: add it.';

/**
 * Reads a question file. Continues after a mistake to report all of them at once, those of the
 * front matter first.
 */
export const parseQuestion = <S extends v.GenericSchema<unknown, { kind?: string | undefined }>>(
  text: string,
  schema: S,
): QuestionText<v.InferOutput<S>> => {
  const parts = parseFrontMatter(text, schema);
  if (!parts) {
    const body = parseBody(text, 1, []);
    return { matter: undefined, body, diagnostics: [{ line: 1, message: noMatter }] };
  }
  const matter = parts.matter.ok ? parts.matter.value : undefined;
  const diagnostics = parts.matter.ok ? [] : parts.matter.failure;
  const body = parseBody(parts.body, parts.firstLine, diagnostics, matter?.value.kind);
  return { matter, body, diagnostics };
};

export const parseQuestionText = (text: string) => parseQuestion(text, frontMatterSchema);
