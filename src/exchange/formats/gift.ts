import { type GIFTQuestion, parse, type TextFormat } from 'gift-pegjs';
import { failed, type Result, success } from '#contract/result.ts';
import {
  addItem,
  emptyReading,
  type Item,
  type ReadSource,
  type Reference,
  titleOf,
} from '../item.ts';
import type { Outgoing, WriteQuestions } from '../outgoing.ts';
import { mostItems, tooMany } from '../source-file.ts';
import { printBlocks, printInline, printReferenceList, readHtml } from './html.ts';
import { partlyRight, printTags, readTags, shareOut } from './marks.ts';

/** The lines of a question in a GIFT file, with their numbers, and the comments above them. */
type GiftBlock = { lines: { number: number; text: string }[]; comments: string[] };

/** The number of opened braces minus closed ones; `\{` and `\}` are text. */
const countOpen = ({ lines }: GiftBlock): number => {
  let open = 0;
  for (const { text } of lines) {
    for (const [found] of text.matchAll(/\\.|[{}]/g)) {
      if (found === '{') open += 1;
      else if (found === '}') open -= 1;
    }
  }
  return open;
};

const splitAtEmptyLines = (text: string): GiftBlock[] => {
  const blocks: GiftBlock[] = [];
  let block: GiftBlock = { lines: [], comments: [] };
  const end = () => {
    if (block.lines.length > 0) blocks.push(block);
    block = { lines: [], comments: [] };
  };
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('$CATEGORY:')) end();
    else if (line.trimStart().startsWith('//')) {
      if (block.lines.length === 0) block.comments.push(line);
    } else if (line.trim() !== '') block.lines.push({ number: index + 1, text: line });
    else if (block.lines.length > 0) end();
  }
  end();
  return blocks;
};

/** Splits a file into questions. An empty line inside braces that close again is ignored. */
const splitGift = (text: string): GiftBlock[] => {
  const blocks: GiftBlock[] = [];
  let open = 0;
  for (const block of splitAtEmptyLines(text)) {
    const own = countOpen(block);
    const last = blocks.at(-1);
    if (last && open > 0 && own < 0 && block.comments.length === 0) {
      for (const line of block.lines) last.lines.push(line);
      open += own;
    } else {
      blocks.push(block);
      open = own;
    }
  }
  return blocks;
};

/**
 * Moodle accepts a plain `:` anywhere, and `=`, `~`, `#` before the answers; the grammar wants them
 * escaped. Titles between `::` and numbers (`{#1:2}`) stay unchanged.
 */
const escapeLoose = (text: string): string => {
  const [title = '', inner = ''] = /^\s*::((?:[^:\\]|\\.|:(?!:))*)::/s.exec(text) ?? [];
  const brace = /(?<!\\)\{/.exec(text)?.index ?? text.length;
  const escapePlain = (part: string, signs: RegExp) =>
    part.replace(signs, (found) => (found.length > 1 ? found : `\\${found}`));
  const answers = text.slice(brace);
  return [
    title && `::${escapePlain(inner, /\\.|:/gs)}::`,
    escapePlain(text.slice(title.length, brace), /\\.|[:=~#]/gs),
    /^\{\s*#(?!#)/.test(answers) ? answers : escapePlain(answers, /\\.|:/gs),
  ].join('');
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

type ReadText = (source: TextFormat | null, references?: Reference[]) => string;
type Choice = Extract<GIFTQuestion, { type: 'MC' }>;

/** The parser returns a weighted right answer as not correct, with a weight. */
const weightOf = ({ weight, isCorrect }: Choice['choices'][number]) =>
  weight ?? (isCorrect ? 100 : 0);

const toItem = (question: Choice, line: number, read: ReadText): Item => {
  const references: Reference[] = [];
  return {
    ...readTags(question.tags ?? []),
    references,
    place: { line },
    id: question.id ?? undefined,
    stem: read(question.stem),
    options: question.choices.map((choice) => ({
      text: read(choice.text),
      right: weightOf(choice) > 0,
      rationale: read(choice.feedback),
    })),
    explanation: read(question.globalFeedback, references),
    notes: partlyRight(question.choices.map(weightOf)),
  };
};

/** The grammar takes time for each character, and more than linear time for some comments. */
const longestBlock = 64 * 1024;
const dataUrl = /data\\?:image\/[\w+]+;base64,[A-Za-z0-9+/]*(?:\\?=){0,2}/g;

const readBlock = (block: GiftBlock): Result<Item, string> => {
  const urls: string[] = [];
  // A source has no NUL, so what stands for an embedded image can't be text.
  const text = [...block.comments, escapeLoose(block.lines.map((line) => line.text).join('\n'))]
    .join('\n')
    .replace(dataUrl, (url) => `\0${urls.push(url.replaceAll('\\', '')) - 1}\0`);
  if (text.length > longestBlock) return failed('is far too long for one question');
  if (countOpen(block) !== 0) return failed('has a brace without its other half');
  let failure: string | undefined;
  const read: ReadText = (source, references = []) => {
    const raw = (source?.text ?? '').replace(/\0(\d+)\0/g, (_, at: string) => urls[+at] ?? '');
    if (source?.format === 'plain' || source?.format === 'markdown') return raw;
    const html = readHtml(raw, { keepBreaks: source?.format === 'moodle' });
    if (!html.ok) {
      failure ??= html.failure;
      return '';
    }
    references.push(...html.value.references);
    return html.value.text;
  };
  try {
    const [question] = parse(text);
    if (question?.type !== 'MC') return failed(kinds[question?.type ?? 'Description']);
    const item = toItem(question, block.lines[0]?.number ?? 1, read);
    return failure === undefined ? success(item) : failed(failure);
  } catch (error) {
    return failed(
      `is not GIFT: ${titleOf(error instanceof Error ? error.message : String(error))}`,
    );
  }
};

/** Reads GIFT question by question, so that a mistake in one does not affect the others. */
export const readGift: ReadSource = (text) => {
  const reading = emptyReading();
  const blocks = splitGift(text);
  if (blocks.length > mostItems) return failed(tooMany);
  for (const block of blocks) {
    const title = block.lines.map((line) => line.text).join(' ');
    addItem(reading, { line: block.lines[0]?.number ?? 1 }, title, readBlock(block));
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
  const feedback = printBlocks(explanation) + printReferenceList(references);
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
