import { type GIFTQuestion, parse, type TextFormat } from 'gift-pegjs';
import { failed, type Result, success } from '#contract/result.ts';
import {
  addItem,
  emptyReading,
  type Item,
  type LooseReference,
  type ReadSource,
  type Rich,
  titleOf,
} from '../item.ts';
import type { Outgoing, WriteQuestions } from '../outgoing.ts';
import { mostItems, tooMany } from '../source-file.ts';
import { printBlocks, printInline, printReferenceList } from './html-printer.ts';
import { readHtml } from './html-reader.ts';
import { readImages } from './markup.ts';
import { partlyRight, printTags, readTags, shareOut } from './moodle-marks.ts';

/** The lines of a question in a GIFT file, with their numbers. */
type GiftBlock = { lines: { number: number; text: string }[]; comments: string[] };

const isComment = (line: string) => line.trimStart().startsWith('//');

/** The number of opened braces minus closed ones; `\{` and `\}` are text. */
const countOpen = (lines: GiftBlock['lines']): number => {
  let open = 0;
  for (const { text } of lines) {
    for (let at = 0; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '{') open += 1;
      else if (text[at] === '}') open -= 1;
    }
  }
  return open;
};

/**
 * Splits a file at empty lines, which end a question. An empty line between braces is ignored when
 * the next lines close them. Comments before a question belong to it; others are dropped, as in
 * Moodle.
 */
const splitGift = (text: string): GiftBlock[] => {
  const blocks: GiftBlock[] = [];
  let block: GiftBlock = { lines: [], comments: [] };
  let open = 0;
  const parts: GiftBlock[] = [];
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') {
      if (block.lines.length > 0) {
        parts.push(block);
        block = { lines: [], comments: [] };
      }
    } else if (isComment(line)) {
      if (block.lines.length === 0) block.comments.push(line);
    } else block.lines.push({ number: index + 1, text: line });
  });
  if (block.lines.length > 0) parts.push(block);
  for (const part of parts) {
    const own = countOpen(part.lines);
    const last = blocks.at(-1);
    if (last && open > 0 && own < 0 && part.comments.length === 0) {
      for (const line of part.lines) last.lines.push(line);
      open += own;
    } else {
      blocks.push(part);
      open = own;
    }
  }
  return blocks;
};

const blockLimit = 400_000;

/**
 * Moodle accepts a plain `:` anywhere, and `=`, `~`, `#` before the answers; the grammar wants them
 * escaped. Titles between `::` and numbers (`{#1:2}`) stay unchanged.
 */
const escapeLoose = (text: string): string => {
  const title = /^\s*::(?:[^:\\]|\\.|:(?!:))*::/s.exec(text)?.[0] ?? '';
  const brace = /(?<!\\)\{/.exec(text)?.index ?? text.length;
  const isNumeric = /^\{\s*#/.test(text.slice(brace, brace + 200));
  const inner = title.slice(title.indexOf('::') + 2, -2);
  const head = title === '' ? '' : `::${inner.replace(/\\?[:]/g, '\\:')}::`;
  const body = text
    .slice(title.length, brace)
    .replace(/\\.|[:=~#]/gs, (found) => (found.length > 1 ? found : `\\${found}`));
  const answers = text.slice(brace);
  return (
    head +
    body +
    (isNumeric ? answers : answers.replace(/\\.|:/gs, (found) => (found === ':' ? '\\:' : found)))
  );
};

const kinds: Record<GIFTQuestion['type'], string> = {
  MC: '',
  Category: '',
  Description: 'is a text without answers',
  Numerical: 'asks for a number, not for an option',
  Short: 'asks for a word, or all its options are right',
  Essay: 'asks for an essay',
  TF: 'is true or false and names no options',
  Matching: 'asks to match pairs',
};

const readText = (
  source: TextFormat | null,
  references: LooseReference[] = [],
): Result<Rich, string> => {
  if (!source || source.text === '') return success([]);
  if (source.format === 'plain') return success([source.text]);
  if (source.format === 'markdown') return success(readImages(source.text));
  const read = readHtml(source.text, { keepBreaks: source.format === 'moodle' });
  if (!read.ok) return read;
  references.push(...read.value.references);
  return success(read.value.rich);
};

type Choice = Extract<GIFTQuestion, { type: 'MC' }>;

/** The parser returns a weighted right answer as not correct, with a weight. */
const weightOf = ({ weight, isCorrect }: Choice['choices'][number]) =>
  weight ?? (isCorrect ? 100 : 0);

const toItem = (question: Choice, line: number): Result<Item, string> => {
  const references: LooseReference[] = [];
  const stem = readText(question.stem);
  if (!stem.ok) return stem;
  const explanation = readText(question.globalFeedback, references);
  if (!explanation.ok) return explanation;
  const options: Item['options'] = [];
  for (const choice of question.choices) {
    const text = readText(choice.text);
    if (!text.ok) return text;
    const rationale = readText(choice.feedback);
    if (!rationale.ok) return rationale;
    options.push({ text: text.value, right: weightOf(choice) > 0, rationale: rationale.value });
  }
  return success({
    ...readTags(question.tags ?? []),
    references,
    place: { line },
    id: question.id ?? undefined,
    stem: stem.value,
    options,
    explanation: explanation.value,
    notes: partlyRight(question.choices.map(weightOf)),
  });
};

const lineOfError = (error: unknown, { lines, comments }: GiftBlock): number | undefined => {
  const location = (error as { location?: { start?: { line?: number } } }).location;
  const at = (location?.start?.line ?? 1) - comments.length - 1;
  return (lines[Math.min(at, lines.length - 1)] ?? lines[0])?.number;
};

const parseBlock = (block: GiftBlock): Result<GIFTQuestion[], string> => {
  const text = block.lines.map((line) => line.text).join('\n');
  if (text.length > blockLimit) return failed('is far too long for one question');
  // Shorter than the parser's own message.
  if (countOpen(block.lines) !== 0) return failed('has a brace without its other half');
  try {
    const comments = block.comments.map((line) => `${line}\n`).join('');
    return success(parse(comments + escapeLoose(text)));
  } catch (error) {
    const line = lineOfError(error, block);
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return failed(`is not GIFT on line ${line}: ${titleOf(what ?? '')}`);
  }
};

/** A category line precedes questions and is not one. */
const dropCategory = ({ lines, comments }: GiftBlock): GiftBlock => ({
  lines: lines[0]?.text.startsWith('$CATEGORY:') ? lines.slice(1) : lines,
  comments,
});

/** Reads GIFT question by question, so that a mistake in one does not affect the others. */
export const readGift: ReadSource = (text) => {
  const reading = emptyReading();
  const blocks = splitGift(text);
  if (blocks.length > mostItems) return failed(tooMany);
  for (const whole of blocks) {
    const block = dropCategory(whole);
    if (block.lines.length === 0) continue;
    const line = block.lines[0]?.number ?? 1;
    const title = block.lines.map((one) => one.text).join(' ');
    const add = (item: Result<Item, string>) => addItem(reading, { line }, title, item);
    const parsed = parseBlock(block);
    if (!parsed.ok) {
      add(parsed);
      continue;
    }
    if (parsed.value.length === 0) add(failed('holds no question'));
    for (const question of parsed.value) {
      if (question.type === 'Category') continue;
      const other = failed(kinds[question.type] ?? 'is of an unknown kind');
      add(question.type === 'MC' ? toItem(question, line) : other);
    }
  }
  return success(reading);
};

/** At the start of a text, `%` and `[` would open a weight or a format. */
const escapeGift = (html: string) =>
  html
    .replace(/[%[]/g, (sign) => (sign === '%' ? '&#37;' : '&#91;'))
    .replace(/[\\~=#{}:]/g, '\\$&');

const printOne = (question: Outgoing, address: Parameters<WriteQuestions>[1]): string => {
  const { id, stem, options, explanation, references } = question;
  const shares = shareOut(options.map((option) => option.right));
  const isSingle = options.filter((option) => option.right).length === 1;
  const feedback =
    (explanation === '' ? '' : printBlocks([explanation], address)) +
    printReferenceList(references);
  return [
    `// [id:${id}]${printTags(question)
      .map((tag) => ` [tag:${tag}]`)
      .join('')}`,
    `::${escapeGift(id)}::[html]${escapeGift(printBlocks(stem, address))} {`,
    ...options.map(({ text, right, rationale }, index) => {
      const sign = isSingle ? (right ? '=' : '~') : `~%${shares[index]}%`;
      return `${sign}${escapeGift(printInline(text, address))}${rationale === '' ? '' : `#${escapeGift(printInline([rationale], address))}`}`;
    }),
    ...(feedback === '' ? [] : [`####${escapeGift(feedback)}`]),
    '}',
    '',
  ].join('\n');
};

export const writeGift: WriteQuestions = (questions, address, { name }) => ({
  text: [
    `// ${name.replace(/\s+/g, ' ')}\n`,
    ...questions.map((one) => printOne(one, address)),
  ].join('\n'),
  rejected: [],
});
