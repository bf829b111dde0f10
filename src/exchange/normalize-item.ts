import { tidyText } from '#bank/parse/question-body.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import { type Metadata, maskCode, stemText } from '#bank/parse/question-source.ts';
import { sizeLimits } from '#bank/parse/text-file.ts';
import { findFlaws } from '#bank/validate/question.ts';
import { splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { parseParts, type QuestionParts } from './exam-folder.ts';
import type { FindImage, Image } from './image-files.ts';
import type { Item } from './item.ts';

/** A question that its file can hold. The images are those of `question.images`, in order. */
export type NormalizedItem = { question: QuestionParts; images: Image[] };

const mostImages = 50;
/** Characters of a text with embedded images, which take up nearly all of it. */
const longestText = 5_000_000;

const imageLink = /!\[([^\]\n]{0,500})\]\(([^()\n]*(?:\([^()\n]{0,200}\)[^()\n]*)*)\)/g;

/** The address in a Markdown image, without its angle brackets and title. */
const addressOf = (inside: string): string => {
  const text = inside.trim();
  if (text.startsWith('<') && text.includes('>')) return text.slice(1, text.indexOf('>'));
  return text.replace(/(?<!\s)\s+(?:"[^"]*"|'[^']*')$/, '');
};

/** Replaces the images in a text outside of its code. Addresses stand as they are written. */
export const replaceImages = (
  text: string,
  replace: (alt: string, address: string) => string,
): string => {
  if (!text.includes('![')) return text;
  let replaced = '';
  let end = 0;
  for (const { 0: link, 1: { length } = '', index } of maskCode(text).matchAll(imageLink)) {
    const alt = text.slice(index + 2, index + 2 + length);
    const address = text.slice(index + length + 4, index + link.length - 1);
    replaced += text.slice(end, index) + replace(alt.trim(), address);
    end = index + link.length;
  }
  return replaced + text.slice(end);
};

/** Finds the images of texts and gives them the short addresses that a question file allows. */
const imageLifter = (find: FindImage) => {
  const images: Image[] = [];
  let failure: string | undefined;
  const liftOne = (alt: string, inside: string): string => {
    if (images.length >= mostImages) failure ??= `has more than ${mostImages} pictures`;
    const found = failure === undefined ? find(addressOf(inside)) : failed(failure);
    if (found.ok) images.push(found.value);
    else failure ??= found.failure;
    return found.ok ? `![${alt}](img-${images.length}.${found.value.ending})` : '';
  };
  /** Images in a stem are paragraphs; putting them apart now can't open code later. */
  const lift = (text: string, around = ''): string => {
    if (text.length > longestText) failure ??= 'has a text far too long for a question';
    if (failure !== undefined) return '';
    return replaceImages(text, (alt, inside) => around + liftOne(alt, inside) + around);
  };
  return { lift, images, failure: () => failure };
};

/** Puts code on one line, where only one line fits. */
const asInline = (code: string) => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.includes('`') ? line : `\`${line}\``;
};
export const oneLine = (text: string) =>
  splitFences(text)
    .map(({ kind, text: code, source }) => (kind === 'block' ? asInline(code) : source))
    .flatMap((part) => part.split('\n').map((line) => line.trim()))
    .filter((line) => line !== '')
    .join(' ');

const normalizeMetadata = (item: Item): Metadata => {
  const clean = (text: string | undefined) => oneLine(text ?? '') || undefined;
  return {
    domain: clean(item.domain),
    task: clean(item.task),
    form: item.form,
    references: (item.references ?? [])
      .map(({ title, url }) => ({ title: clean(title), url: clean(url) }))
      .filter(({ title, url }) => title !== undefined || url !== undefined),
    reviewed: clean(item.reviewed),
    shuffle: item.shuffle,
  };
};

const control = /[^\P{Cc}\t\n]/u;
const halfCharacter = /\p{Cs}/u;

/** Finds characters that a question file can't hold. Printed metadata would hide them. */
const findUnreadable = (text: string, { references = [], ...metadata }: Metadata) => {
  const urls = references.flatMap(({ title, url }) => [title, url]);
  const all = [text, metadata.domain, metadata.task, metadata.reviewed, ...urls].join('\n');
  if (control.test(all)) return 'holds control characters';
  return halfCharacter.test(all) ? 'holds half a character' : undefined;
};

const squeeze = (text: string) => text.replace(/\s+/g, '');

/**
 * Prepares an item for a question file, or returns why a part of it would be lost. The bank's own
 * parser has to read from the printed item what was put into it.
 */
export const normalizeItem = (item: Item, find: FindImage): Result<NormalizedItem, string> => {
  const { lift, images, failure } = imageLifter(find);
  const metadata = normalizeMetadata(item);
  const stem = tidyText(lift(item.stem, '\n\n'));
  const options = item.options.map(({ text, right, rationale }) => ({
    text: oneLine(lift(text)),
    right,
    rationale: oneLine(rationale),
  }));
  const explanation = tidyText(item.explanation);
  const text = printQuestion({ ...metadata, stem: [stem], options, explanation, images: [] });
  // The id may add its length to each image's name.
  const isTooLong = Buffer.byteLength(text) + images.length * 120 > sizeLimits.question;
  const unfit =
    failure() ??
    (isTooLong ? `would be over ${sizeLimits.question / 1024} KB` : findUnreadable(text, metadata));
  if (unfit) return failed(unfit);

  const parsed = parseParts(text);
  const cannotStand = 'has a text that cannot stand in a question file';
  if (!parsed.ok) return failed(`${cannotStand}: ${parsed.failure.message.replace(/\.$/, '')}`);
  const question = parsed.value;
  const isSame =
    question.options.length === options.length &&
    question.images.length === images.length &&
    squeeze(printQuestion(question)) === squeeze(text);
  if (!isSame) return failed(`${cannotStand}: A line looks like another part of the question`);
  const flaw = checkQuestion(question);
  return flaw ? failed(flaw) : success({ question, images });
};

const reasons = {
  'no-text': 'has no text to its question',
  'no-options': 'has no options',
  'none-right': 'has no right option',
  'all-right': 'has only right options',
};

/** The first flaw that rejects a question. A missing rationale can be added later. */
export const checkQuestion = (question: QuestionParts): string | undefined => {
  const flaws = findFlaws(stemText(question), question.options);
  const flaw = flaws.find(({ kind }) => kind !== 'no-why');
  if (flaw === undefined) return undefined;
  if (flaw.kind === 'twin') {
    return `has the same text in options ${flaw.twin + 1} and ${flaw.option + 1}`;
  }
  return 'option' in flaw ? `has an empty option ${flaw.option + 1}` : reasons[flaw.kind];
};
