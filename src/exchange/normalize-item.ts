import { tidyText } from '#bank/parse/question-body.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import { type Metadata, marker, markers, maskCode } from '#bank/parse/question-source.ts';
import { sizeLimits } from '#bank/parse/text-file.ts';
import { findFlaws } from '#bank/validate/question.ts';
import { splitFences } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { FindImage, Image } from './image-source.ts';
import type { Item, PlainQuestion, Rich } from './item.ts';
import { parseStored } from './stored-exam.ts';

export type NormalizedItem = {
  question: PlainQuestion;
  images: (Image & { alt: string })[];
  matter: Metadata;
};

const mostImages = 50;
const controls = /[^\P{Cc}\t\n]/u;
const halves = /\p{Cs}/u;

/** Finds what no part of a question file can hold. */
const findUnreadable = (text: string): string | undefined => {
  if (text.length > sizeLimits.question) return 'has a text far too long for a question';
  if (controls.test(text)) return 'holds control characters';
  return halves.test(text) ? 'holds half a character' : undefined;
};

const findUnfit = (text: string): string | undefined => {
  const unreadable = findUnreadable(text);
  if (unreadable) return unreadable;
  if (maskCode(text).includes('![')) return 'holds "![" that opens no picture';
  if (text.match(markers)) return 'holds a marker such as [img-1] without its picture';
  return undefined;
};

const trimLines = (text: string, trim: (line: string) => string) =>
  text.includes('\n') ? text.split('\n').map(trim) : [trim(text)];
/** Puts code on one line, where only one line fits. */
const asInline = (code: string) => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.includes('`') ? line : `\`${line}\``;
};
const oneLine = (text: string) =>
  splitFences(text)
    .map(({ kind, text: code, source }) => (kind === 'block' ? asInline(code) : source))
    .flatMap((part) => trimLines(part, (line) => line.trim()))
    .filter((line) => line !== '')
    .join(' ');

const normalizeMetadata = (item: Item): Metadata => {
  const clean = (text: string | undefined) => oneLine(text ?? '') || undefined;
  const references = (item.references ?? [])
    .map(({ title, url }) => ({ title: clean(title), url: clean(url) }))
    .filter(({ title, url }) => title !== undefined || url !== undefined);
  return {
    domain: clean(item.domain),
    task: clean(item.task),
    form: item.form,
    references,
    reviewed: clean(item.reviewed),
    shuffle: item.shuffle,
  };
};

const metadataTexts = ({ domain, task, form, references, reviewed }: Metadata) =>
  [
    domain,
    task,
    form?.toString(),
    reviewed,
    ...(references ?? []).flatMap(({ title, url }) => [title, url]),
  ].filter((text) => text !== undefined);

const collectImages = (item: Item, find: FindImage) => {
  const images: NormalizedItem['images'] = [];
  let reason: string | undefined;
  const show = (rich: Rich, around: string): string =>
    rich
      .map((piece) => {
        if (typeof piece === 'string') {
          reason ??= findUnfit(piece);
          return piece;
        }
        if (images.length >= mostImages) reason ??= `has more than ${mostImages} pictures`;
        if (/[\]\n]/.test(piece.alt)) reason ??= 'has a picture with ] in its alternative text';
        reason ??= findUnreadable(piece.alt);
        const found = reason === undefined ? find(piece.target) : failed(reason);
        if (found.ok) images.push({ ...found.value, alt: piece.alt.trim() });
        else reason ??= found.failure;
        return `${around}${marker(images.length)}${around}`;
      })
      .join('');
  const showText = (rich: Rich, where: string) => {
    if (rich.some((piece) => typeof piece !== 'string')) reason ??= `has a picture in ${where}`;
    return reason === undefined ? show(rich, '') : '';
  };
  const stem = tidyText(show(item.stem, '\n\n'));
  const options = item.options.map(({ text, right, rationale }) => ({
    text: oneLine(show(text, '')),
    right,
    rationale: oneLine(showText(rationale, 'the why of an option')),
  }));
  const explanation = tidyText(showText(item.explanation, 'its explanation'));
  return { question: { stem, options, explanation }, images, reason };
};

const squeeze = (text: string) => text.replace(/\s+/g, '');

/** Finds what a question file would change: a line may look like an option or a heading. */
const findLoss = (
  text: string,
  { question, images, matter }: NormalizedItem,
): string | undefined => {
  const parsed = parseStored(text, '');
  if (!parsed.ok) return parsed.failure.message;
  const { stem, options, explanation, images: links, ...back } = parsed.value;
  const same =
    squeeze(stem.join('')) === squeeze(question.stem) &&
    squeeze(explanation) === squeeze(question.explanation) &&
    links.length === images.length &&
    options.length === question.options.length &&
    options.every((option, index) => {
      const own = question.options[index];
      return (
        option.text === own?.text &&
        option.right === own.right &&
        squeeze(option.rationale) === squeeze(own.rationale)
      );
    }) &&
    JSON.stringify(metadataTexts(back)) === JSON.stringify(metadataTexts(matter));
  return same ? undefined : 'A line looks like a part of its own.';
};

/** The text of the question file, with the final names of its images. */
export const printNormalized = (
  { question, matter }: NormalizedItem,
  images: readonly { alt: string; file: string }[],
): string => printQuestion({ ...matter, ...question, stem: [question.stem], images });

/** Prepares an item for a question file, or returns why a part of it would be lost. */
export const normalizeItem = (item: Item, find: FindImage): Result<NormalizedItem, string> => {
  const { question, images, reason } = collectImages(item, find);
  const matter = normalizeMetadata(item);
  const unfit =
    reason ?? checkQuestion(question) ?? metadataTexts(matter).map(findUnreadable).find(Boolean);
  if (unfit) return failed(unfit);
  const normalized = { question, images, matter };
  const names = images.map(({ alt, ending }, index) => ({
    alt,
    file: `img-${index + 1}.${ending}`,
  }));
  const text = printNormalized(normalized, names);
  // The id may add its length to each image's name.
  if (Buffer.byteLength(text) + images.length * 120 > sizeLimits.question) {
    return failed(`would be over ${sizeLimits.question / 1024} KB`);
  }
  const loss = findLoss(text, normalized);
  return loss
    ? failed(`has a text that cannot stand in a question file: ${loss.replace(/\.$/, '')}`)
    : success(normalized);
};

/** The first flaw that rejects a question. A missing rationale can be added later. */
export const checkQuestion = ({ stem, options }: PlainQuestion): string | undefined => {
  const flaw = findFlaws(stem.replace(markers, ''), options).find(({ kind }) => kind !== 'no-why');
  switch (flaw?.kind) {
    case 'no-text':
      return 'has no text to its question';
    case 'no-options':
      return 'has no options';
    case 'empty-option':
      return `has an empty option ${flaw.option + 1}`;
    case 'twin':
      return `has the same text in options ${flaw.twin + 1} and ${flaw.option + 1}`;
    case 'none-right':
      return 'has no right option';
    case 'all-right':
      return 'has only right options';
    default:
      return undefined;
  }
};
