import { parseDocument } from 'yaml';
import { failed } from '#contract/result.ts';
import type { Reader, ReadFailure, ReadText } from '../format.ts';
import { readValue } from '../json/read.ts';

const broken = (text: string, offset: number) => ({
  line: text.slice(0, offset).split('\n').length,
  message: 'The file is not YAML: correct it here or before.',
});

/** Reads what JSON may hold, written as YAML. */
const read: ReadText = (text, context) => {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) return failed<ReadFailure>(broken(text, error.pos[0]));
  try {
    return readValue(document.toJS(), context);
  } catch {
    // Aliases that multiply.
    return failed<ReadFailure>(broken(text, 0));
  }
};

export const yamlReader: Reader = {
  read,
  shape: 'a list of questions with "question", "options" and "answers"',
};
