import type { Metadata } from '#bank/parse/question-source.ts';
import { isQuestionId } from '#bank/validate/question.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { type Item, type Note, type Reference, titleOf } from './item.ts';
import { looksLikeHtml, readHtml } from './markup/html-reader.ts';
import { readMarkdownText } from './markup/markdown-text.ts';
import type { Outgoing } from './outgoing.ts';
import { metadataNames, readMetadata } from './records/columns.ts';

const unescapeTag = (text: string) =>
  text.replace(/%(25|5D|5B|09)/g, (found) => decodeURIComponent(found));
const escapeTag = (text: string) => text.replace(/[%[\]\t]/g, (found) => encodeURIComponent(found));

/** Reads the tags of an export, such as `domain:security`, and notes others. */
const readTags = (tags: readonly string[], note: Note): Metadata => {
  const texts: Record<string, string> = {};
  for (const tag of tags) {
    const name = metadataNames.find((one) => tag.startsWith(`${one}:`));
    if (name) texts[name] = unescapeTag(tag.slice(name.length + 1)).trim();
    else note(`the tag "${titleOf(tag)}" is left out`);
  }
  return readMetadata(texts);
};

export const printTags = (metadata: Metadata): string[] =>
  metadataNames
    .filter((name) => metadata[name] !== undefined && metadata[name] !== true)
    .map((name) => `${name}:${escapeTag(String(metadata[name]))}`);

/** Each option's share of the marks in percent. The right ones add up to 100. */
export const shareOut = (right: readonly boolean[]): string[] => {
  const count = right.filter(Boolean).length;
  const share = String(Number((100 / count).toFixed(5)));
  return right.map((isRight) => (isRight ? share : count > 1 ? '-100' : '0'));
};

/** A text in one of Moodle's formats. If the format is empty, the text may still look like HTML. */
export type QuizText = { text: string; format: string };

export const noText: QuizText = { text: '', format: 'plain' };

/** The id of a question; generated names would mean nothing to a reader. */
export const knownId = (id = '') => (isQuestionId(id) ? id : undefined);

/** The last part of a category's path, unless it is a default name of Moodle. */
export const readCategory = (path: string): string | undefined => {
  const name = path.trim().split('/').at(-1)?.trim() ?? '';
  return /^(?:|top|\$\w+\$|default for .*)$/i.test(name) ? undefined : name;
};

export type QuizQuestion = {
  id: string | undefined;
  category: string | undefined;
  tags: readonly string[];
  stem: QuizText;
  /** Whether it is something else than a choice; its steps are the right options, in their order. */
  kind?: 'order' | 'match' | undefined;
  /** The weight is the share of the marks in percent, or tells whether the option is right. */
  options: { text: QuizText; weight: number | boolean; rationale: QuizText }[];
  /** Those of a match; each answer is the text of an option. */
  prompts?: { prompt: QuizText; answer: QuizText }[] | undefined;
  /** Whether there is only one answer; undefined if the source doesn't say. */
  isSingle?: boolean | undefined;
  explanation: QuizText[];
  shuffle?: false | undefined;
};

/** Rounding leaves three thirds at 99.99 % and seven sevenths at 98. */
const isAbout = (sum: number) => Math.abs(sum - 100) <= 3;

/** Finds the right options: the one with all the marks, or those that add up to 100 %. */
const readMarks = (weights: readonly number[], isSingle?: boolean): Result<boolean[], string> => {
  const full = weights.filter((weight) => weight >= 100).length;
  if (full > 1) {
    return failed(
      `gives all the marks for ${full} of its options, so one answer of several would do`,
    );
  }
  if (full === 1) return success(weights.map((weight) => weight >= 100));
  if (isSingle) return failed('is for one answer, of which none gets all the marks');
  const sum = weights.reduce((total, weight) => total + Math.max(weight, 0), 0);
  return isAbout(sum)
    ? success(weights.map((weight) => weight > 0))
    : failed(`has marks that add up to ${Number(sum.toFixed(2))} %`);
};

const fileLink = /<a\s[^<>]*?href=["']?@@PLUGINFILE@@\/([^"'<>\s]*)/gi;
const formula = /\$\$|\\[([]/;

/** Turns a question in GIFT or Moodle XML into an item. `note` is called with what is lost. */
export const toItem = (question: QuizQuestion, note: Note): Result<Item, string> => {
  const references: Reference[] = [];
  const { kind } = question;
  const weights = question.options.map(({ weight }) => weight);
  const isTold = weights.every((weight) => typeof weight === 'boolean');
  const right =
    isTold && (kind || weights.includes(true))
      ? success(weights)
      : readMarks(weights.map(Number), question.isSingle);
  let failure = right.ok ? undefined : right.failure;
  const read = ({ text, format }: QuizText, isFeedback = false): string => {
    const [, file] = text.matchAll(fileLink).next().value ?? [];
    if (file !== undefined && isFeedback)
      note(`a link to "${titleOf(file)}" in feedback is left out`);
    else if (file !== undefined) failure ??= `needs the file "${titleOf(file)}"`;
    if (formula.test(text)) note('formulas are kept as they are written');
    if (format === 'markdown') return readMarkdownText(text);
    const isText = format === '' && !looksLikeHtml(text);
    if (isText || /^plain(?:_text)?$/.test(format)) return text;
    const keepBreaks = format !== 'html';
    const html = readHtml(text, { keepBreaks, references, isLenient: isFeedback });
    if (html.ok) return html.value;
    failure ??= html.failure;
    return '';
  };
  const tags = readTags(question.tags, note);
  let step = 0;
  const options = question.options.map(({ text, rationale }, index) => {
    const isRight = right.ok && right.value[index] === true;
    const number = kind === 'order' && isRight ? ++step : undefined;
    return { text: read(text), right: isRight, rationale: read(rationale, true), step: number };
  });
  const item: Item = {
    ...tags,
    domain: tags.domain ?? question.category,
    shuffle: tags.shuffle ?? question.shuffle,
    references,
    id: question.id,
    stem: read(question.stem),
    ...(kind && { kind }),
    options,
    prompts: question.prompts?.map(({ prompt, answer }) => ({
      text: read(prompt),
      answer: read(answer),
      rationale: '',
    })),
    explanation: question.explanation
      .map((text) => read(text, true))
      .filter((text) => text.trim() !== '')
      .join('\n\n'),
  };
  return failure === undefined ? success(item) : failed(failure);
};

/** The options and prompts of pairs, in which a text may come twice; pairs without a prompt are left over. */
export const pairUp = (
  pairs: readonly { prompt: QuizText; answer: QuizText }[],
): Pick<QuizQuestion, 'kind' | 'options' | 'prompts'> => {
  const prompts = pairs.filter(({ prompt }) => prompt.text.trim() !== '');
  const used = new Set(prompts.map(({ answer }) => answer.text));
  const answers = new Map(pairs.map(({ answer }) => [answer.text, answer]));
  const options = Array.from(answers.values(), (text) => ({
    text,
    weight: used.has(text.text),
    rationale: noText,
  }));
  return { kind: 'match', options, prompts };
};

/** The pairs of a match for a format that has them, what is left over at the end. */
export const pairsOf = ({ kind, options, prompts = [] }: Outgoing) => {
  if (kind !== 'match') return [];
  const leftOver = options.filter(({ right }) => !right);
  return [
    ...prompts.map(({ text, answer }) => ({ prompt: text, answer })),
    ...leftOver.map(({ text }) => ({ prompt: '', answer: text })),
  ];
};
