import { splitCode } from '#contract/code.ts';
import type { FrontMatter } from './question-file.ts';

type FormNumber = 1 | 2;

/** What a question says of itself beside its text; any of it may be missing, outside the bank. */
export type Metadata = {
  domain?: string | undefined;
  task?: string | undefined;
  form?: FormNumber | undefined;
  references?: { title?: string | undefined; url?: string | undefined }[] | undefined;
  reviewed?: string | undefined;
  shuffle?: boolean | undefined;
};

export const metadataOf = (source: Metadata): Metadata => {
  const { domain, task, form, references, reviewed, shuffle } = source;
  return { domain, task, form, references, reviewed, shuffle };
};

/** The n-th image of a file is `[img-n]` wherever it stands. */
export type ImageSource = { file: string; alt: string; line: number };

export type OptionSource = { text: string; right: boolean; rationale: string; line: number };

export type QuestionBody = {
  /** Text and `[img-n]` in turn, as they go out. */
  stem: string[];
  stemLine: number;
  options: OptionSource[];
  explanation: string;
  explanationLine: number;
  images: ImageSource[];
};

/** A question as it stands in its file: options in file order, and lines for those who complain. */
export type QuestionSource = FrontMatter & QuestionBody & { id: string; file: string };

export const marker = (number: number) => `[img-${number}]`;
export const markers = /\[img-\d+\]/g;
export const isImage = (text: string) => /^\[img-\d+\]$/.test(text);
export const wordsOf = (text: string) => text.replace(markers, '').trim();
export const stemText = (question: QuestionBody) =>
  question.stem.filter((piece) => !isImage(piece)).join('\n');

/** A text for rules about wording: code within a line is one word, and blocks of code are none. */
export const proseOf = (text: string) =>
  splitCode(text)
    .map(({ kind, text: words }) => (kind === 'text' ? words : kind === 'inline' ? 'code' : ''))
    .join('');

/** The text with blanks in place of code, every other character where it was. */
export const maskCode = (text: string) =>
  splitCode(text)
    .map(({ kind, source }) => (kind === 'text' ? source : source.replace(/[^\n]/g, ' ')))
    .join('');
