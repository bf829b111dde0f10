import { existsSync } from 'node:fs';
import type * as v from 'valibot';
import { sizeLimits } from '../parse/decode-text.ts';
import { parseFrontMatter } from '../parse/question-file.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import { readText } from '../parse/text-file.ts';
import type { YamlText } from '../parse/yaml-text.ts';
import { type Report, valueOrReport } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';

/** What questions name by its file in a folder beside theirs. */
type Named = { id: string; file: string };

/** How each key of a question's front matter calls what it names. */
const words = {
  case: { one: 'case', folder: 'cases' },
  lookAlike: { one: 'table of look-alikes', folder: 'look-alikes' },
} as const;
type Key = keyof typeof words;

type Form<S extends v.GenericSchema, T> = {
  key: Key;
  /** The front matter. */
  schema: S;
  /** What a file should be like, for whoever wrote another. */
  form: string;
  /** Undefined when the text has another form. `firstLine` is that of the body in its file. */
  read: (
    matter: YamlText<v.InferOutput<S>>,
    body: string,
    report: (line: number, message: string) => void,
    firstLine: number,
  ) => T | undefined;
};

/** Reads a folder of such files, which an exam may lack. */
export const readNamed = <S extends v.GenericSchema, T>(
  folder: string,
  { key, schema, form, read }: Form<S, T>,
  report: Report,
): (T & Named)[] => {
  if (!existsSync(folder)) return [];
  const listing = valueOrReport(listFolder(folder), folder, report);
  return (listing?.files ?? []).flatMap((name) => {
    const file = `${folder}/${name}`;
    const tell = (line: number, message: string) => report(file, line, message);
    if (!name.endsWith('.md')) {
      tell(1, `This is no ${words[key].one} (.md): delete it.`);
      return [];
    }
    const text = valueOrReport(readText(file, sizeLimits.question), file, report);
    if (text === undefined) return [];
    const parts = parseFrontMatter(text, schema);
    const found = parts?.matter.ok && read(parts.matter.value, parts.body, tell, parts.firstLine);
    if (found) return [{ id: name.slice(0, -3), file, ...found }];
    tell(1, form);
    return [];
  });
};

/** Reports what questions name and there isn't, and what no question names. */
export const checkNamed = (
  named: readonly Named[],
  questions: readonly QuestionSource[],
  key: Key,
  report: Report,
) => {
  const { one, folder } = words[key];
  const known = new Set(named.map(({ id }) => id));
  const used = new Set(questions.map((question) => question[key]));
  for (const { file, [key]: id } of questions) {
    if (id === undefined || known.has(id)) continue;
    report(file, 1, `There is no ${one} "${id}": name a file in the folder "${folder}".`);
  }
  for (const { id, file } of named) {
    if (!used.has(id))
      report(file, 1, `No question names this ${one}: name it in one or delete it.`);
  }
};
