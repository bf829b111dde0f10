import { parseDocument } from 'yaml';
import { failed, type Result, success } from '#contract/result.ts';
import { joinAccents } from '../../decode-source.ts';
import type { Reader, ReadFailure, ReadText } from '../format.ts';
import { type Broken, readValue } from '../json/read.ts';

const parse = (text: string): Result<unknown, ReadFailure> => {
  try {
    const document = parseDocument(text, { prettyErrors: false });
    const [error] = document.errors;
    if (!error) {
      const reviver = /\\u/i.test(text) ? joinAccents : undefined;
      return success(document.toJS({ reviver }));
    }
    const line = text.slice(0, error.pos[0]).split('\n').length;
    const isTwice = error.code === 'DUPLICATE_KEY';
    const message = isTwice
      ? 'A name is there twice: rename one.'
      : 'The file is not YAML: correct it here or before.';
    return failed({ line, message });
  } catch {
    // Aliases that multiply, or parts nested too deeply.
    return failed({ line: 1, message: 'The file is not YAML that can be read.' });
  }
};

/** How far the outer list of a text is indented, alone or under a name; undefined if there is none. */
const indentOf = (lines: readonly string[]): string | undefined => {
  const said = lines.filter((line) => !/^(?:\s*(?:#.*)?|---.*|\w+:[ \t]+\S.*)$/s.test(line));
  const first = /^\w+:\s*$/.test(said[0] ?? '') ? said[1] : said[0];
  return /^( {0,8})- /.exec(first ?? '')?.[1];
};

/** The items of the outer list of a text that is broken somewhere; each begins like the first. */
const readItems = (text: string) => {
  const broken: Broken = new Map();
  const lines = text.split('\n');
  const indent = indentOf(lines);
  const isStart = (line: string) => indent !== undefined && line.startsWith(`${indent}- `);
  const starts = lines.flatMap((line, at) => (isStart(line) ? [at] : []));
  const values = starts.map((start, index): unknown => {
    const source = lines.slice(start, starts[index + 1]).join('\n');
    const item = parse(source);
    if (item.ok && Array.isArray(item.value) && item.value.length === 1) return item.value[0];
    const line = start + (item.ok ? 1 : item.failure.line);
    const none = {};
    broken.set(none, { entries: `is not YAML: correct line ${line} or before`, source });
    return none;
  });
  return { values, broken };
};

/** Reads what JSON may hold, written as YAML. A mistake in one question costs no other. */
const read: ReadText = (text, note, context) => {
  const value = parse(text);
  if (value.ok) return readValue(value.value, note, context);
  const { values, broken } = readItems(text);
  return broken.size < values.length ? readValue(values, note, context, broken) : value;
};

export const yamlReader: Reader = {
  read,
  shape: 'a list of questions with "question", "options" and "answers"',
};
