import type * as v from 'valibot';
import { splitCode } from '#wording/code.ts';
import type { FrontMatter, metadataSchema } from './question-file.ts';

/** The metadata of a question. In other formats any part may be missing. */
export type Metadata = v.InferOutput<typeof metadataSchema>;

export const metadataOf = (source: Metadata): Metadata => {
  const { kind, domain, task, case: about, lookAlike, form, sitting, ...rest } = source;
  const { references, reviewed, shuffle } = rest;
  const place = { kind, domain, task, case: about, lookAlike, form, sitting };
  return { ...place, references, reviewed, shuffle };
};

/** The n-th image of a file is `[img-n]` in the texts. */
export type ImageSource = { file: string; alt: string; line: number };

export type OptionSource = {
  text: string;
  right: boolean;
  rationale: string;
  line: number;
  /** Its number in an order. */
  step?: number | undefined;
};

/** What the prompt of a match needs: the text of an option. */
export type PromptSource = { text: string; answer: string; rationale: string; line: number };

export type QuestionBody = {
  /** Text and `[img-n]` in turn. */
  stem: string[];
  stemLine: number;
  options: OptionSource[];
  /** Those of a match. */
  prompts?: PromptSource[] | undefined;
  explanation: string;
  explanationLine: number;
  images: ImageSource[];
};

/** A question as its file has it, with options in file order, and lines for diagnostics. */
export type QuestionSource = FrontMatter & QuestionBody & { id: string; file: string };

/** A choice of one option. Statements, steps and pairs have no place or look that gives them away. */
export const isSingle = ({ kind, options }: Pick<QuestionSource, 'kind' | 'options'>) =>
  kind === undefined && options.filter((option) => option.right).length === 1;

/** The texts that answer it: of an order in their order, of a match for each prompt. */
export const answersOf = ({ options, prompts = [] }: Pick<QuestionBody, 'options' | 'prompts'>) =>
  prompts.length > 0
    ? prompts.map(({ answer }) => answer)
    : options
        .filter(({ right }) => right)
        .toSorted((a, b) => (a.step ?? 0) - (b.step ?? 0))
        .map(({ text }) => text);

export const marker = (number: number) => `[img-${number}]`;
export const markers = /\[img-\d+\]/g;
export const splitAtMarkers = (text: string) =>
  text
    .split(/(\[img-\d+\])/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
export const indexOfMarker = (marker: string) => Number(marker.slice(5, -1)) - 1;
const isImage = (text: string) => /^\[img-\d+\]$/.test(text);
export const wordsOf = (text: string) => text.replace(markers, '').trim();
export const stemText = (question: QuestionBody) =>
  question.stem.filter((piece) => !isImage(piece)).join('\n');

/** A text for wording rules: inline code counts as one word, and code blocks are left out. */
export const proseOf = (text: string) =>
  splitCode(text)
    .map(({ kind, text: words }) => (kind === 'text' ? words : kind === 'inline' ? 'code' : ''))
    .join('');

/** The text with its code replaced by spaces, so that positions stay the same. */
export const maskCode = (text: string) =>
  splitCode(text)
    .map(({ kind, source }) => (kind === 'text' ? source : source.replace(/[^\n]/g, ' ')))
    .join('');

/** What can open, close or end an image; the last group is what stands between the parentheses. */
const imageSigns = /!\[|\n|\](?:\(([^()\n]*)\))?/g;

/** The images of a text outside of its code, and where they stand. Takes linear time. */
export const findImages = (text: string) => {
  const images: { alt: string; file: string; index: number; end: number }[] = [];
  let open: number | undefined;
  for (const { 0: sign, 1: target, index } of maskCode(text).matchAll(imageSigns)) {
    if (sign === '![') {
      open ??= index;
      continue;
    }
    if (open !== undefined && target !== undefined) {
      const [alt, end] = [text.slice(open + 2, index), index + sign.length];
      images.push({
        alt: alt.trim(),
        file: text.slice(index + 2, end - 1).trim(),
        index: open,
        end,
      });
    }
    open = undefined;
  }
  return images;
};
