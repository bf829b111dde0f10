import { parse, type TextFormat } from 'gift-pegjs';
import { failed, type Result, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type ReadSource, titleOf } from '../item.ts';
import type { Outgoing, WriteQuestions } from '../outgoing.ts';
import { printBlocks, printFeedback, printInline } from './html.ts';
import { printTags, shareOut, toItem } from './quiz.ts';

/** A question with the comments above it, which hold its id and tags. */
type GiftBlock = { line: number; comments: string[]; lines: string[] };

/** Splits a file into questions at empty lines and categories. */
const splitGift = (text: string): GiftBlock[] => {
  const blocks: GiftBlock[] = [];
  let block: GiftBlock = { line: 1, comments: [], lines: [] };
  for (const [index, line] of `${text}\n`.split('\n').entries()) {
    const isComment = line.trimStart().startsWith('//');
    if (isComment && block.lines.length === 0) block.comments.push(line);
    else if (isComment) continue;
    else if (line.trim() !== '' && !line.startsWith('$CATEGORY:')) {
      if (block.lines.length === 0) block.line = index + 1;
      block.lines.push(line);
    } else if (block.lines.length > 0 || line.startsWith('$CATEGORY:')) {
      if (block.lines.length > 0) blocks.push(block);
      block = { line: 1, comments: [], lines: [] };
    }
  }
  return blocks;
};

const escapePlain = (text: string, signs: RegExp) =>
  text.replace(signs, (found) => (found.length > 1 ? found : `\\${found}`));

/**
 * Moodle accepts a plain `:` anywhere, and `=`, `~`, `#` before the answers; the grammar wants them
 * escaped. Leaves out the title, which a question doesn't keep, and numbers such as `{#1:2}` alone.
 */
const escapeLoose = (text: string): string => {
  const untitled = text.replace(/^\s*::(?:[^:\\]|\\.|:(?!:))*::/s, '');
  const brace = /(?<!\\)\{/.exec(untitled)?.index ?? untitled.length;
  const answers = untitled.slice(brace);
  const stem = escapePlain(untitled.slice(0, brace), /\\.|[:=~#]/gs);
  return stem + (/^\{\s*#(?!#)/.test(answers) ? answers : escapePlain(answers, /\\.|:/gs));
};

/** Characters. The grammar takes time for each, and more than linear time for some comments. */
const longestBlock = 40 * 1024;
const dataUrl = /data\\?:image\/[\w+]+;base64,[A-Za-z0-9+/]*(?:\\?=){0,2}/g;

const readBlock = ({ comments, lines }: GiftBlock): Result<Item, string> => {
  const urls: string[] = [];
  // A source has no NUL, so what stands for an embedded image can't be text.
  const text = [...comments, escapeLoose(lines.join('\n'))]
    .join('\n')
    .replace(dataUrl, (url) => `\0${urls.push(url.replaceAll('\\', '')) - 1}\0`);
  if (text.length > longestBlock) return failed('is far too long for one question');
  const read = (source: TextFormat | null) => ({
    text: source?.text.replace(/\0(\d+)\0/g, (_, at: string) => urls[Number(at)] ?? '') ?? '',
    format: source?.format ?? 'plain',
  });
  try {
    const [question] = parse(text);
    if (question?.type !== 'MC') {
      return failed(`is of the kind "${question?.type}", not multiple choice`);
    }
    return toItem({
      id: question.id ?? undefined,
      tags: question.tags ?? [],
      stem: read(question.stem),
      options: question.choices.map((choice) => ({
        text: read(choice.text),
        weight: choice.weight ?? (choice.isCorrect ? 100 : 0),
        rationale: read(choice.feedback),
      })),
      explanation: read(question.globalFeedback),
    });
  } catch (error) {
    const reason = titleOf(error instanceof Error ? error.message : String(error));
    return failed(`is not GIFT: ${reason}`);
  }
};

/** Reads GIFT question by question, so that a mistake in one does not affect the others. */
export const readGift: ReadSource = (text) => {
  const reading = emptyReading();
  for (const block of splitGift(text)) {
    addItem(reading, `:${block.line}`, block.lines.join(' '), readBlock(block));
  }
  return success(reading);
};

/** At the start of a text, `%` and `[` would open a weight or a format. */
const escapeGift = (html: string) =>
  html
    .replace(/[%[]/g, (sign) => (sign === '%' ? '&#37;' : '&#91;'))
    .replace(/[\\~=#{}:]/g, '\\$&');

const printOne = (question: Outgoing): string => {
  const { id, stem, options, explanation, references, images } = question;
  const shares = shareOut(options.map((option) => option.right));
  const isSingle = options.filter((option) => option.right).length === 1;
  const feedback = printFeedback(explanation, references);
  const tags = printTags(question).map((tag) => ` [tag:${tag}]`);
  return [
    `// [id:${id}]${tags.join('')}`,
    `::${escapeGift(id)}::[html]${escapeGift(printBlocks(stem.join('\n\n'), images))} {`,
    ...options.map(({ text, right, rationale }, index) => {
      const sign = isSingle ? (right ? '=' : '~') : `~%${shares[index]}%`;
      const note = rationale === '' ? '' : `#${escapeGift(printInline(rationale))}`;
      return `${sign}${escapeGift(printInline(text, images))}${note}`;
    }),
    ...(feedback === '' ? [] : [`####${escapeGift(feedback)}`]),
    '}',
    '',
  ].join('\n');
};

export const writeGift: WriteQuestions = (questions, { name }) =>
  [`// ${name.replace(/\s+/g, ' ')}\n`, ...questions.map(printOne)].join('\n');
