import * as v from 'valibot';
import { parseFrontMatter } from '#bank/parse/question-file.ts';
import type { Metadata } from '#bank/parse/question-source.ts';
import type { Note } from '../../item.ts';
import { findColumn, metadataNames, readMetadata } from '../../records/columns.ts';
import { noteUnknown, readReferences, readText } from '../../records/record-values.ts';

/** What front matter says about the question below it. */
export type FrontMatter = NonNullable<ReturnType<typeof readFrontMatter>>;

const schema = v.record(v.string(), v.unknown());
const textNames: readonly string[] = ['question', 'explanation', ...metadataNames];

/** Whether a text has questions under headings, or several with a line for the answer. */
export const isList = (text: string) =>
  /^###(?: |$)/m.test(text) ||
  (text.match(/^[ \t]*(?:correct[ \t]+)?answers?[ \t]*:/gim)?.length ?? 0) > 1;

/** Reads a file's front matter and notes unknown keys. Undefined if there is none. */
export const readFrontMatter = (text: string, note: Note) => {
  const parts = parseFrontMatter(text, schema);
  if (!parts?.matter.ok) return undefined;
  const { body, firstLine } = parts;
  const texts: Record<string, string | undefined> = {};
  let references: Metadata['references'];
  for (const [key, value] of Object.entries(parts.matter.value.value)) {
    const name = findColumn(key)?.name ?? '';
    if (name === 'references') references = readReferences(value);
    else if (textNames.includes(name)) texts[name] = readText(value);
    else if (!isList(body)) noteUnknown(note, key);
  }
  return {
    metadata: { ...readMetadata(texts), references },
    stem: texts.question ?? '',
    explanation: texts.explanation ?? '',
    body,
    /** Where the body starts. */
    line: firstLine,
  };
};
