import { type FrontMatter, frontMatterSchema, splitFrontMatter } from './front-matter.ts';
import { parseBody } from './question-body.ts';
import type { QuestionBody } from './question-source.ts';
import { type Fault, parseYamlText, type YamlText } from './yaml-text.ts';

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
