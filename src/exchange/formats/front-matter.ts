import * as v from 'valibot';
import type { Metadata } from '#bank/parse/question-source.ts';
import { parseYamlText } from '#bank/parse/yaml-text.ts';
import type { Reading } from '../item.ts';
import { findColumn } from './columns.ts';
import { noteUnknown, readReferences, readText } from './record-values.ts';

/** What front matter says of the one question under it. `line` is where the body starts. */
export type FrontMatter = {
  metadata: Metadata;
  stem: string;
  explanation: string;
  body: string;
  line: number;
};

const schema = v.record(v.string(), v.unknown());

/** Reads the front matter of a file that has some, and names the keys it does not know. */
export const readFrontMatter = (text: string, reading: Reading): FrontMatter | undefined => {
  const end = text.startsWith('---\n') ? /\n---[ \t]*(?:\n|$)/.exec(text.slice(3)) : null;
  if (!end) return undefined;
  const yaml = text.slice(4, 3 + end.index + 1);
  const body = text.slice(3 + end.index + end[0].length);
  const parsed = parseYamlText(yaml.trim() === '' ? '{}' : yaml, schema);
  if (!parsed.ok) return undefined;
  const found: FrontMatter = {
    ...{ metadata: {}, stem: '', explanation: '', body },
    line: text.slice(0, text.length - body.length).split('\n').length,
  };
  const isList = /^###(?: |$)/m.test(body);
  for (const [key, value] of Object.entries(parsed.value.value)) {
    const name = findColumn(key)?.name;
    const words = readText(value) ?? '';
    if (name === 'question') found.stem = words;
    else if (name === 'explanation') found.explanation = words;
    else if (name === 'references') found.metadata.references = readReferences(value) ?? [];
    else if (name === 'domain' || name === 'task' || name === 'reviewed')
      found.metadata[name] = words;
    else if (name === 'shuffle') found.metadata.shuffle = value === false ? false : undefined;
    else if (!isList && name !== 'form' && name !== 'sitting') noteUnknown(reading, key);
  }
  return found;
};
