import { kilobyte, sizeLimits } from '#bank/parse/decode-text.ts';
import { tidyText } from '#bank/parse/question-body.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import type { Metadata } from '#bank/parse/question-source.ts';
import { findFlaws } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { splitFences } from '#wording/code.ts';
import { freeText } from './free-text.ts';
import { type Item, mapTexts, parseParts, type QuestionParts, titleOf } from './item.ts';
import { describeImages, mapImages } from './markup/markdown-text.ts';
import { stripLabels } from './records/answers.ts';
import type { FindImage, Image } from './source-images.ts';

/** A question ready for its file, with its images in order. The notes name what was left out. */
export type NormalizedItem = { question: QuestionParts; images: Image[]; notes: string[] };

/** The address in a Markdown image, without its title and angle brackets. */
const addressOf = (inside: string): string =>
  inside.replace(/(?<!\s)\s+(?:"[^"]*"|'[^']*')$/, '').replace(/^<(.*)>$/, '$1');

/** Joins code that has to fit on one line. */
const asInline = (code: string) => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.includes('`') ? line : `\`${line}\``;
};
const oneLine = (text: string) =>
  splitFences(text)
    .map(({ kind, text: code, source }) => (kind === 'block' ? asInline(code) : source))
    .flatMap((part) => part.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '')
    .join(' ');

const normalizeMetadata = ({ form, sitting, shuffle, references, ...item }: Item): Metadata => {
  const clean = (text: string | undefined) => oneLine(text ?? '') || undefined;
  return {
    form,
    sitting,
    shuffle,
    domain: clean(item.domain),
    task: clean(item.task),
    reviewed: clean(item.reviewed),
    references: references?.map(({ title, url }) => ({ title: clean(title), url: clean(url) })),
  };
};

/** Control characters, and halves of a character that UTF-8 can't hold. */
const unreadable = /[^\P{Cc}\t\n]|\p{Cs}/u;

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** Why a question can neither be imported nor exported. */
export const describeFlaw = (question: QuestionParts): string | undefined => {
  const [flaw] = findFlaws(question);
  return flaw && `cannot be used: ${flaw.message}`;
};

/** Leaves out empty blocks of code and blanks after a fence, which formats made of HTML would lose. */
const tidyBlocks = (text: string) =>
  splitFences(text)
    .map(({ kind, text: code, source }) => {
      if (kind !== 'block') return source;
      const [fence = ''] = source.split('\n', 1);
      return code.trim() === '' ? '' : `${fence.trimEnd()}\n${code}\n\`\`\``;
    })
    .join('');

/**
 * Prepares an item for a question file, or returns why part of it would be lost: the bank's own
 * parser has to read back exactly what was printed.
 */
export const normalizeItem = (given: Item, find: FindImage): Result<NormalizedItem, string> => {
  const item = mapTexts(given, (text) => text.normalize());
  const images: Image[] = [];
  let missing: string | undefined;
  /** Replaces the images' addresses with the short ones that a question file allows. */
  const lift = (text: string, around = ''): string =>
    mapImages(text, ({ alt, file }) => {
      const found = find(addressOf(file));
      if (found.ok) images.push(found.value);
      else missing ??= found.failure;
      const ending = found.ok ? found.value.ending : '';
      return `${around}![${alt}](img-${images.length}.${ending})${around}`;
    });
  // Images in a stem are paragraphs of their own; separating them here can't open code later.
  const stem = tidyText(tidyBlocks(lift(freeText(item.stem), '\n\n')));
  const texts = stripLabels(item.options.map((option) => oneLine(lift(option.text))));
  const options = item.options.map(({ right, rationale }, index) => ({
    text: texts[index] ?? '',
    right,
    rationale: oneLine(describeImages(rationale)),
  }));
  const explanation = tidyText(tidyBlocks(freeText(describeImages(item.explanation))));
  const metadata = normalizeMetadata(item);
  const text = printQuestion({ ...metadata, stem: [stem], options, explanation, images: [] });
  if (missing !== undefined) return failed(missing);
  // The id may add its length to each image's name.
  if (new TextEncoder().encode(text).length + images.length * 120 > sizeLimits.question) {
    return failed(`would be over ${sizeLimits.question / kilobyte} KB`);
  }
  if (unreadable.test(text)) return failed('holds control characters or half a character');

  const parsed = parseParts(text);
  const unfit = 'has a text that cannot stand in a question file';
  if (!parsed.ok) return failed(`${unfit}: ${parsed.failure.message}`);
  const question = parsed.value;
  const isSame =
    question.options.length === options.length &&
    question.images.length === images.length &&
    squeeze(printQuestion(question)) === squeeze(text);
  if (!isSame) return failed(`${unfit}: A line looks like another part of the question.`);
  const flaw = describeFlaw(question);
  if (flaw) return failed(flaw);
  const feedback = [item.explanation, ...item.options.map(({ rationale }) => rationale)];
  const hasLost = feedback.some((said) => describeImages(said) !== said);
  const note = `a picture in the feedback of "${titleOf(item.stem)}" is left out`;
  return success({ question, images, notes: hasLost ? [note] : [] });
};
