import * as v from 'valibot';
import { metadataSchema } from '#bank/parse/question-file.ts';
import type { Metadata } from '#bank/parse/question-source.ts';

const metaSchema = v.object({ ...metadataSchema.entries, id: v.optional(v.string()) });

export type ItemMeta = Metadata & { id?: string | undefined };

const metaEnd = ' -->';

/** The metadata in an export's comment before a question; undefined for other comments. */
export const readMeta = (line: string): ItemMeta | undefined => {
  const comment = line.trimEnd();
  if (!comment.startsWith(metaStart) || !comment.endsWith(metaEnd)) return undefined;
  try {
    const parsed = v.safeParse(
      metaSchema,
      JSON.parse(comment.slice(metaStart.length, -metaEnd.length)),
    );
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

/** Prints one line, with escapes so that nothing in it ends the comment. */
export const printMeta = (meta: ItemMeta): string =>
  `${metaStart}${JSON.stringify(meta).replace(/[<>-]/g, (found) => `\\u00${found.charCodeAt(0).toString(16)}`)}${metaEnd}`;

const optionLine = /^[ \t]{0,3}[-*+][ \t]*\[([ \t]{0,2}|[xX])\](?!\()[ \t]*(.*)$/s;
const nearlyOption = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*\[[^\]]{0,3}\](?!\()/;
const heading = /^(#{1,6})(?:[ \t]+(.*))?$/s;
const introduced = /^[*_ \t]*(explanation|references?)[*_ \t]*:[*_ \t]*(.*)$/is;
const titled = /^[*_ \t]*(explanation|references?)[*_: \t]*$/i;
const anchor = /^[*_ \t]*\[[^\]]*\]\(#[^)]*\)[*_ \t]*$/;
const backToTop = /^[^A-Za-z]*back to (?:the )?top[^A-Za-z]*$/i;
const rule = /^[ \t]*(?:-[ \t]*){3,}$|^[ \t]*(?:\*[ \t]*){3,}$|^[ \t]*(?:_[ \t]*){3,}$/;
const fence = /^[ \t]{0,3}(```+|~~~+)/;
const answer = /^[^A-Za-z]{0,8}(?:correct )?answers?[^A-Za-z]{0,4}[:=]/i;

export type LineKind =
  | { kind: 'question'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'explanation' | 'references'; text: string }
  | { kind: 'option'; text: string; right: boolean }
  | { kind: 'nearly' }
  | { kind: 'why'; text: string }
  | { kind: 'meta'; text: string }
  | { kind: 'fence' }
  | { kind: 'answer' }
  | { kind: 'ornament' }
  | { kind: 'text'; isIndented: boolean }
  | { kind: 'empty' };

/** Opens the comment in which an export keeps metadata. */
const metaStart = '<!-- certdeck ';

const sectionOf = (word: string) =>
  word.toLowerCase().startsWith('e') ? ('explanation' as const) : ('references' as const);

const classifyHeading = (level: number, text: string): LineKind => {
  const section = level > 1 ? titled.exec(text)?.[1] : undefined;
  if (section) return { kind: sectionOf(section), text: '' };
  return level === 3 ? { kind: 'question', text } : { kind: 'heading', text };
};

const mayIntroduce = /^[*_ \t]*[ER]/i;

/** Classifies a line of a Markdown bank. A very long line can only be text. */
export const classifyLine = (line: string): LineKind => {
  const start = line.trimStart();
  if (start === '') return { kind: 'empty' };
  const option = optionLine.exec(line);
  if (option) return { kind: 'option', text: option[2] ?? '', right: /x/i.test(option[1] ?? '') };
  if (line.startsWith('#')) {
    const match = heading.exec(line);
    if (match) return classifyHeading(match[1]?.length ?? 1, (match[2] ?? '').trim());
  }
  if (start.startsWith('>')) return { kind: 'why', text: start.slice(1).trim() };
  if (line.startsWith(metaStart)) return { kind: 'meta', text: line };
  const isIndented = /^(?: {2,}|\t)/.test(line);
  if (line.length > 1000) return { kind: 'text', isIndented };
  if (fence.test(line)) return { kind: 'fence' };
  if (nearlyOption.test(line)) return { kind: 'nearly' };
  if (rule.test(line) || anchor.test(line) || backToTop.test(line)) return { kind: 'ornament' };
  if (mayIntroduce.test(line)) {
    const match = introduced.exec(line) ?? titled.exec(line);
    if (match?.[1]) return { kind: sectionOf(match[1]), text: match[2] ?? '' };
  }
  return answer.test(line) ? { kind: 'answer' } : { kind: 'text', isIndented };
};
