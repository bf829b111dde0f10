import { existsSync } from 'node:fs';
import * as v from 'valibot';
import type { CaseStudy } from '#contract/wire.ts';
import { sizeLimits } from '../parse/decode-text.ts';
import { tidyText } from '../parse/question-body.ts';
import { splitFrontMatter } from '../parse/question-file.ts';
import type { QuestionSource } from '../parse/question-source.ts';
import { textSchema } from '../parse/schemas.ts';
import { readText } from '../parse/text-file.ts';
import { parseYamlText } from '../parse/yaml-text.ts';
import type { Report } from './bank-source.ts';
import { listFolder } from './folder-listing.ts';

/** A case study as its file has it: a title, and what stands under each heading. */
export type CaseSource = Omit<CaseStudy, 'questionIds'> & { file: string };

const schema = v.strictObject({ title: textSchema });
const FORM = 'A case has "title" between two "---" lines, then sections that begin with "## ".';

/** Splits a text at its headings. What stands before the first one makes it undefined. */
const readSections = (body: string) => {
  const [before = '', ...parts] = `\n${body}`.split(/\n## /);
  if (before.trim() !== '' || parts.length === 0) return undefined;
  const sections = parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title: title.trim(), text: tidyText(lines.join('\n')) };
  });
  return sections.every(({ title, text }) => title && text) ? sections : undefined;
};

const readCase = (file: string, id: string, report: Report): CaseSource[] => {
  const text = readText(file, sizeLimits.question);
  if (!text.ok) {
    report(file, 1, text.failure);
    return [];
  }
  const parts = splitFrontMatter(text.value);
  const matter = parts && parseYamlText(parts.yaml, schema);
  const sections = parts && readSections(parts.body);
  if (!matter?.ok || !sections) {
    report(file, 1, FORM);
    return [];
  }
  return [{ id, file, title: matter.value.value.title, sections }];
};

/** Reads the case studies in a folder `cases`, which an exam may lack. */
export const readCases = (folder: string, report: Report): CaseSource[] => {
  if (!existsSync(folder)) return [];
  const listing = listFolder(folder);
  if (!listing.ok) {
    report(folder, 1, listing.failure);
    return [];
  }
  return listing.value.files.flatMap((name) => {
    if (name.endsWith('.md')) return readCase(`${folder}/${name}`, name.slice(0, -3), report);
    report(`${folder}/${name}`, 1, 'This is no case (.md): delete it.');
    return [];
  });
};

/** Reports questions of a case that there isn't, and cases without questions. */
export const checkCases = (
  cases: readonly CaseSource[],
  questions: readonly QuestionSource[],
  report: Report,
) => {
  const known = new Set(cases.map(({ id }) => id));
  const used = new Set(questions.map((question) => question.case));
  for (const { file, case: about } of questions) {
    if (about === undefined || known.has(about)) continue;
    report(file, 1, `There is no case "${about}": name a file in the folder "cases".`);
  }
  for (const { id, file } of cases) {
    if (!used.has(id))
      report(file, 1, 'No question is about this case: name it in one or delete it.');
  }
};
