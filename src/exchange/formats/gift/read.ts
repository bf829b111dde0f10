import { failed, type Result, success } from '#contract/result.ts';
import { type Item, mostOptions, type Note, titleOf } from '../../item.ts';
import { pairUp, type QuizQuestion, type QuizText, readCategory, toItem } from '../../quiz.ts';
import type { Reader, ReadText } from '../format.ts';

/** A question with the comments above it, which hold its id and tags. */
type GiftBlock = {
  line: number;
  comments: string[];
  lines: string[];
  category: string | undefined;
};

/** Noncharacters stand in for escaped signs, so that any sign left is syntax. */
const signs = '\\~=#{}:n';
const hideSign = (sign: string) => String.fromCharCode(0xfdd3 + signs.indexOf(sign));
const hide = (text: string) =>
  text.replace(/\\([\\~=#{}:n])/g, (_, sign: string) => hideSign(sign));
const show = (text: string) =>
  text.replace(/[\ufdd3-\ufdda]/g, (hidden) => {
    const sign = signs[hidden.charCodeAt(0) - 0xfdd3] ?? '';
    return sign === 'n' ? '\n' : sign;
  });

/**
 * Splits a file into questions at empty lines, at categories, and after lines that end with "}". Text
 * after the last answers of a paragraph still belongs to their question.
 */
const splitGift = (text: string): GiftBlock[] => {
  const blocks: GiftBlock[] = [];
  let category: string | undefined;
  let line = 1;
  let comments: string[] = [];
  let lines: string[] = [];
  const endParagraph = () => {
    const last = lines.findLastIndex((one) => one.includes('{'));
    let start = 0;
    for (const [index, one] of lines.entries()) {
      const isEnd = one.trimEnd().endsWith('}') && index < last;
      if (!isEnd && index < lines.length - 1) continue;
      const own = lines.slice(start, index + 1);
      blocks.push({ line: line + start, comments, lines: own, category });
      comments = [];
      start = index + 1;
    }
    lines = [];
  };
  for (const [index, one] of `${text}\n`.split('\n').entries()) {
    const isComment = one.trimStart().startsWith('//');
    if (isComment && lines.length === 0) comments.push(one);
    else if (isComment) lines.push('');
    else if (one.startsWith('$CATEGORY:')) {
      endParagraph();
      comments = [];
      category = readCategory(one.slice('$CATEGORY:'.length));
    } else if (one.trim() === '') endParagraph();
    else {
      if (lines.length === 0) line = index + 1;
      lines.push(hide(one));
    }
  }
  return blocks;
};

/** Cuts a text at the first occurrence of a sign. Without one, the second part is undefined. */
const cut = (text: string, sign: string): [string, string | undefined] => {
  const at = text.indexOf(sign);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + sign.length)];
};

/** Splits a question at the braces around its answers. The stem may continue after them. */
const splitAnswers = (text: string): Result<{ stem: string; answers: string }, string> => {
  const [before, rest] = cut(text, '{');
  if (rest === undefined) return failed('is of the kind "Description", not multiple choice');
  const [answers, after] = cut(rest, '}');
  if (after === undefined) return failed('is not GIFT: its answers have no "}" at their end');
  if (answers.includes('{')) return failed('has a "{" in its answers: write "\\{"');
  if (/[{}]/.test(after)) return failed('has two blocks of answers');
  const stem = after.trim() === '' ? before : `${before.trimEnd()} _____${after.trimEnd()}`;
  return success({ stem, answers });
};

type Read = (text?: string) => QuizText;
type Choices = Pick<QuizQuestion, 'kind' | 'options' | 'prompts' | 'isSingle' | 'shuffle'>;

/** Reads `TRUE#said if wrong#said if right`; undefined for another kind of question. */
const readTruth = (answers: string, read: Read): Choices | undefined => {
  const [, truth] = /^\s*(T|TRUE|F|FALSE)\s*(?:#|$)/i.exec(answers) ?? [];
  if (truth === undefined) return undefined;
  const [, wrong, right] = answers.split('#');
  const options = ['True', 'False'].map((text) => {
    const isRight = text[0] === truth[0]?.toUpperCase();
    const rationale = read(isRight ? right : wrong);
    return { text: { text, format: 'plain' }, weight: isRight ? 100 : 0, rationale };
  });
  return { options, shuffle: false };
};

/** The kind of a question that is not multiple choice. */
const findKind = (answers: string): string | undefined => {
  if (answers.trim() === '') return 'Essay';
  if (/^\s*#(?!###)/.test(answers)) return 'Numerical';
  if (/=[^=~]*->/.test(answers)) return 'Matching';
  return answers.includes('~') ? undefined : 'Short';
};

const isMatching = (answers: string) => /=[^=~]*->/.test(answers) && !answers.includes('~');

/** Reads `=prompt -> answer`; without a prompt it is left over. */
const readPairs = (answers: string, read: Read): Choices =>
  pairUp(
    answers
      .split('=')
      .slice(1)
      .map((piece) => {
        const [prompt, answer = ''] = cut(piece, '->');
        return { prompt: read(prompt), answer: { ...read(answer.trim()), format: 'plain' } };
      }),
  );

const share = /^%(-?\d{1,3}(?:\.\d{1,9})?)%/;

const readChoices = (answers: string, read: Read): Result<Choices, string> => {
  const truth = readTruth(answers, read);
  if (truth) return success(truth);
  if (isMatching(answers)) return success(readPairs(answers, read));
  const kind = findKind(answers);
  if (kind) return failed(`is of the kind "${kind}", not multiple choice`);
  const pieces = answers.split(/(?=[=~])/).filter((piece) => piece.trim() !== '');
  if (!/^\s*[=~]/.test(answers)) {
    return failed(`is not GIFT: its answers start with "${titleOf(show(pieces[0] ?? ''))}"`);
  }
  if (pieces.length > mostOptions) return failed(`has over ${mostOptions} options`);
  const options: Choices['options'] = [];
  for (const piece of pieces) {
    const text = piece.slice(1).trim();
    const [found = '', weight = piece.startsWith('=') ? 100 : 0] = share.exec(text) ?? [];
    if (found === '' && text.startsWith('%')) {
      return failed(`is not GIFT: "${titleOf(show(piece))}" has no number between its "%"`);
    }
    const [words, feedback] = cut(text.slice(found.length), '#');
    options.push({ text: read(words), weight: Number(weight), rationale: read(feedback) });
  }
  return success({ options, isSingle: answers.includes('=') || undefined });
};

const dataUrl = /data[:\ufdd9]image\/[\w+]+;base64,[A-Za-z0-9+/]*[=\ufdd5]{0,2}/g;

const readBlock = ({ comments, lines, category }: GiftBlock, note: Note): Result<Item, string> => {
  const text = lines
    .join('\n')
    // Embedded images may contain unescaped signs.
    .replace(dataUrl, (url) => url.replace(/[:=]/g, hideSign))
    .replace(/^\s*::(?:[^:]|:(?!:)){0,1000}::/, '');
  const parts = splitAnswers(text);
  if (!parts.ok) return parts;
  /** Answers inherit the stem's format. */
  const readWith =
    (inherited: string): Read =>
    (source = '') => {
      const [, format, words = ''] =
        /^\s*(?:\[(html|moodle|plain|markdown)\])?(.*)$/s.exec(source.trim()) ?? [];
      return { text: show(words), format: format ?? inherited };
    };
  const stem = readWith('')(parts.value.stem);
  const read = readWith(stem.format);
  const [answers, general] = cut(parts.value.answers, '####');
  const choices = readChoices(answers, read);
  if (!choices.ok) return choices;
  const said = comments.join('\n');
  return toItem(
    {
      ...choices.value,
      id: /\[id:([^\]\n]{1,200})\]/.exec(said)?.[1]?.trim(),
      tags: [...said.matchAll(/\[tag:([^\]\n]{1,200})\]/g)].map(([, tag = '']) => tag),
      category,
      stem,
      explanation: [read(general)],
    },
    note,
  );
};

/** Reads each question on its own, so that a mistake in one doesn't affect the others. */
const read: ReadText = (text, note) =>
  success(
    splitGift(text).map((block) => ({
      place: `:${block.line}`,
      title: show(block.lines.join(' ')),
      item: readBlock(block, note),
    })),
  );

export const giftReader: Reader = {
  read,
  looksLike: (text) => /\{[^{}]{0,2000}[=~]|\{\s*(?:T|F|TRUE|FALSE)\s*[}#]/.test(text),
  shape: '"stem {=right ~wrong}"',
};
