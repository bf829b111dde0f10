import type { Metadata } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { Item, Reference } from '../item.ts';
import { type HtmlOptions, readHtml } from './html.ts';

/** Reads the number of a full sitting; undefined for anything else. */
export const readForm = (text: string): 1 | 2 | undefined => {
  const form = text.trim();
  return form === '1' ? 1 : form === '2' ? 2 : undefined;
};

export const readSitting = (text: string) => (text.trim() === 'only' ? 'only' : undefined);

const tagNames = ['domain', 'task', 'form', 'sitting', 'reviewed', 'shuffle'] as const;

const unescapeTag = (text: string) =>
  text.replace(/%(25|5D|5B|09)/g, (found) => decodeURIComponent(found));
const escapeTag = (text: string) => text.replace(/[%[\]\t]/g, (found) => encodeURIComponent(found));

/** Reads the tags that an export writes, such as `domain:security`, and ignores others. */
const readTags = (tags: readonly string[]): Metadata => {
  const metadata: Metadata = {};
  for (const tag of tags) {
    const key = tagNames.find((name) => tag.startsWith(`${name}:`));
    const value = key === undefined ? '' : unescapeTag(tag.slice(key.length + 1)).trim();
    if (key === 'form') metadata.form = readForm(value);
    else if (key === 'sitting') metadata.sitting = readSitting(value);
    else if (key === 'shuffle') metadata.shuffle = value === 'false' ? false : undefined;
    else if (key && value !== '') metadata[key] = value;
  }
  return metadata;
};

export const printTags = ({ domain, task, form, sitting, ...rest }: Metadata): string[] =>
  Object.entries({
    ...{ domain, task, form, sitting, reviewed: rest.reviewed },
    shuffle: rest.shuffle === false ? 'false' : undefined,
  })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}:${escapeTag(String(value))}`);

/** Each option's share of the marks in Moodle: all right options together give 100. */
export const shareOut = (right: readonly boolean[]): string[] => {
  const count = right.filter(Boolean).length;
  const share = String(Number((100 / count).toFixed(5)));
  return right.map((isRight) => (isRight ? share : count > 1 ? '-100' : '0'));
};

/** A text in one of Moodle's formats. */
export type QuizText = { text: string; format: string; findImage?: HtmlOptions['findImage'] };

type QuizQuestion = {
  id: string | undefined;
  tags: readonly string[];
  stem: QuizText;
  /** An option with any share of the marks is right. */
  options: { text: QuizText; weight: number; rationale: QuizText }[];
  explanation: QuizText;
};

/** Makes an item of a multiple-choice question in GIFT or Moodle XML. */
export const toItem = (question: QuizQuestion): Result<Item, string> => {
  const references: Reference[] = [];
  let failure: string | undefined;
  const read = ({ text, format, findImage }: QuizText): string => {
    if (/^(?:plain|plain_text|markdown)$/.test(format)) return text;
    const html = readHtml(text, { findImage, keepBreaks: format !== 'html', references });
    if (html.ok) return html.value;
    failure ??= html.failure;
    return '';
  };
  const item: Item = {
    ...readTags(question.tags),
    references,
    id: question.id,
    stem: read(question.stem),
    options: question.options.map(({ text, weight, rationale }) => ({
      text: read(text),
      right: weight > 0,
      rationale: read(rationale),
    })),
    explanation: read(question.explanation),
  };
  return failure === undefined ? success(item) : failed(failure);
};
