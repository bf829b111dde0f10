import * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';
import { splitFrontMatter } from '../parse/front-matter.ts';
import { parseBody } from '../parse/question-body.ts';
import type { QuestionBody } from '../parse/question-source.ts';
import { type Fault, parseYamlText } from '../parse/yaml-text.ts';
import type { LooseMatter } from './item.ts';

/** A question file as it stands, whether or not the linter would take it. */
export type StoredQuestion = QuestionBody & LooseMatter & { id: string };

const text = v.optional(v.string('should be text.'));
const looseSchema = v.strictObject({
  domain: text,
  task: text,
  references: v.optional(v.array(v.strictObject({ title: text, url: text }), 'should be a list.')),
  reviewed: text,
  shuffle: v.optional(v.boolean('should be true or false.')),
});

/**
 * Reads a question file that may lack parts. Failures are lines that belong to no part of a
 * question, which would be lost if it went anywhere else.
 */
export const parseStored = (source: string, id: string): Result<StoredQuestion, Fault> => {
  const parts = splitFrontMatter(source);
  if (!parts) return failed({ line: 1, message: 'The file does not open with front matter.' });
  const matter =
    parts.yaml.trim() === '' ? success({ value: {} }) : parseYamlText(parts.yaml, looseSchema);
  if (!matter.ok) {
    const [fault] = matter.failure;
    return failed({ line: (fault?.line ?? 1) + 1, message: fault?.message ?? '' });
  }
  const faults: Fault[] = [];
  const firstLine = source.slice(0, source.length - parts.body.length).split('\n').length;
  const body = parseBody(parts.body, firstLine, faults);
  const [fault] = faults;
  return fault ? failed(fault) : success({ ...matter.value.value, ...body, id });
};
