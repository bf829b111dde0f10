import { kilobyte, sizeLimits } from '#bank/parse/decode-text.ts';
import { findUnfitPrompt } from '#bank/parse/option-line.ts';
import { printQuestion } from '#bank/parse/question-print.ts';
import { type Metadata, marker, splitAtMarkers } from '#bank/parse/question-source.ts';
import { findUnfitBlock, findUnfitLine } from '#bank/parse/question-texts.ts';
import { findFlaws } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { splitFences } from '#wording/code.ts';
import { freeText } from './free-text.ts';
import { type Item, mapTexts, type PicturedQuestion, type QuestionParts, titleOf } from './item.ts';
import { describeImages, type MarkdownImage, mapImages } from './markup/markdown-text.ts';
import { stripLabels } from './records/answers.ts';
import type { FindImage } from './source-images.ts';

/** A question ready for its file. The notes name what was left out. */
export type NormalizedItem = { question: PicturedQuestion; notes: string[] };

/** The address in a Markdown image, without its title and angle brackets. */
const addressOf = (inside: string): string =>
  inside.replace(/(?<!\s)\s+(?:"[^"]*"|'[^']*')$/, '').replace(/^<(.*)>$/, '$1');

/** Joins code that has to fit on one line. */
const asInline = (code: string) => {
  const line = code.replace(/\s+/g, ' ').trim();
  return line.includes('`') ? line : `\`${line}\``;
};
const oneLine = (text: string) =>
  /[\n\u2028\u2029]/.test(text)
    ? splitFences(text)
        .map(({ kind, text: code, source }) => (kind === 'block' ? asInline(code) : source))
        .flatMap((part) => part.split(/[\n\u2028\u2029]/).map((line) => line.trim()))
        .filter((line) => line !== '')
        .join(' ')
    : text.trim();

const normalizeMetadata = ({ form, sitting, shuffle, references, ...item }: Item): Metadata => {
  const clean = (text: string | undefined) => oneLine(text ?? '') || undefined;
  const named = references
    ?.map(({ title, url }) => ({ title: clean(title), url: clean(url) }))
    .filter(({ title, url }) => title ?? url);
  return {
    kind: item.kind,
    form,
    sitting,
    shuffle: shuffle === false ? false : undefined,
    domain: clean(item.domain),
    task: clean(item.task),
    reviewed: clean(item.reviewed),
    references: named && named.length > 0 ? named : undefined,
  };
};

/** Control characters, and halves of a character that UTF-8 can't hold. */
const unreadable = /[^\P{Cc}\t\n]|\p{Cs}/u;

/** Why a question can neither be imported nor exported. */
export const describeFlaw = (question: QuestionParts): string | undefined => {
  const [flaw] = findFlaws(question);
  return flaw && `cannot be used: ${flaw.message}`;
};

/** Where nothing was printed, there are no lines to name. */
const line = 1;

/** The options of a match as its file has them: those of its prompts, whose rationales count, then the rest. */
const inPairs = (
  options: QuestionParts['options'],
  prompts: NonNullable<QuestionParts['prompts']>,
): QuestionParts['options'] => {
  const used = [...new Set(prompts.map(({ answer }) => answer))];
  return [
    ...used.map((text) => ({ text, right: true, rationale: '', line })),
    ...options
      .filter(({ text }) => !used.includes(text))
      .map((option) => ({ ...option, right: false })),
  ];
};

/** Prepares an item for a question file, or returns why part of it would be lost. */
export const normalizeItem = (given: Item, find: FindImage): Result<NormalizedItem, string> => {
  const item = mapTexts(given, (text) => text.normalize());
  const pictures: Uint8Array[] = [];
  const images: QuestionParts['images'] = [];
  let missing: string | undefined;
  let unfit: string | undefined;
  /** Finds an image; its marker stands for it from then on. */
  const lift = ({ alt, file }: MarkdownImage): string => {
    const image = find(addressOf(file));
    if (!image.ok) {
      missing ??= image.failure;
      return '';
    }
    const name = `img-${pictures.push(image.value.bytes)}.${image.value.ending}`;
    return marker(images.push({ alt: oneLine(alt), file: name, line }));
  };
  const check = (text: string, findUnfit: typeof findUnfitLine, count?: number): string => {
    unfit ??= findUnfit(text, count);
    return text;
  };
  const stem = splitAtMarkers(freeText(item.stem, lift));
  check(stem.join('\n\n'), findUnfitBlock, images.length);
  const texts = item.options.map(({ text }) => {
    const before = images.length;
    const lifted = mapImages(oneLine(text), lift).trim();
    return check(lifted, findUnfitLine, images.length - before);
  });
  const shown = stripLabels(texts);
  const readRationale = (text: string) => check(oneLine(describeImages(text)), findUnfitLine);
  const listed = item.options.map(({ right, rationale, step }, index) => ({
    text: shown[index] ?? '',
    right,
    rationale: readRationale(rationale),
    line,
    ...(step !== undefined && { step }),
  }));
  const prompts = item.prompts?.map(({ text, answer, rationale }) => ({
    text: check(check(oneLine(text), findUnfitLine), findUnfitPrompt),
    answer: shown[item.options.findIndex((option) => option.text === answer)] ?? '',
    rationale: readRationale(rationale),
    line,
  }));
  const options = prompts ? inPairs(listed, prompts) : listed;
  if (prompts && texts.some((text) => /\[img-\d+\]/.test(text))) {
    return failed('has a picture in a match');
  }
  const words = freeText(describeImages(item.explanation), () => '');
  const explanation = check(words, findUnfitBlock);
  if (missing !== undefined) return failed(missing);
  const question = {
    ...normalizeMetadata(item),
    stem,
    stemLine: line,
    ...{ options, images, explanation, explanationLine: line, pictures },
    ...(prompts && { prompts }),
  };
  const printed = printQuestion(question);
  // The id may add its length to each image's name.
  const size = new TextEncoder().encode(printed).length + images.length * 120;
  if (size > sizeLimits.question) {
    return failed(`would be over ${sizeLimits.question / kilobyte} KB`);
  }
  // Front matter is printed with such characters escaped.
  const { domain, task, reviewed, references = [] } = question;
  const linked = references.flatMap(({ title, url }) => [title, url]);
  if (unreadable.test([printed, domain, task, reviewed, ...linked].join('\n'))) {
    return failed('holds control characters or half a character');
  }
  if (unfit) return failed(`has a text that cannot stand in a question file: ${unfit}`);
  const flaw = describeFlaw(question);
  if (flaw) return failed(flaw);
  const said = [...item.options, ...(item.prompts ?? [])];
  const feedback = [item.explanation, ...said.map(({ rationale }) => rationale)];
  const hasLost = feedback.some((said) => describeImages(said) !== said);
  const note = `a picture in the feedback of "${titleOf(item.stem)}" is left out`;
  return success({ question, notes: hasLost ? [note] : [] });
};
