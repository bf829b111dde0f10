import * as v from 'valibot';
import type { CaseStudy } from '#contract/wire.ts';
import { tidyText } from '../parse/question-texts.ts';
import { textSchema } from '../parse/schemas.ts';
import type { Report } from './bank-source.ts';
import { readNamed } from './read-named.ts';

/** A case study as its file has it: a title, and what stands under each heading. */
export type CaseSource = Omit<CaseStudy, 'questionIds'> & { file: string };

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

export const readCases = (folder: string, report: Report): CaseSource[] =>
  readNamed(
    folder,
    {
      key: 'case',
      schema: v.strictObject({ title: textSchema }),
      form: 'A case has "title" between two "---" lines, then sections that begin with "## ".',
      read: ({ value: { title } }, body) => {
        const sections = readSections(body);
        return sections && { title, sections };
      },
    },
    report,
  );
