import { maskCode, metadataOf } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import {
  type Entry,
  type Item,
  itemsOf,
  mapTexts,
  type Note,
  parseParts,
  type QuestionParts,
} from '../../item.ts';
import { describeImages, readMarkdownText } from '../../markup/markdown-text.ts';
import { printMarkup } from '../../outgoing.ts';
import { answerLine, readOption } from '../aiken/lines.ts';
import { readAiken } from '../aiken/read.ts';
import type { Reader, ReadText } from '../format.ts';
import {
  type Block,
  checkbox,
  explanation,
  isOrnament,
  type Line,
  splitMarkdown,
} from './blocks.ts';
import { type FrontMatter, isList, readFrontMatter } from './front-matter.ts';

/** Whether a line goes on with the option above it. */
const isContinued = (text: string) => /^[ \t]{2,}[^ \t>]/.test(text);

/** Rewrites the lines of a plain question in the bank's dialect. */
const normalizeLines = (lines: readonly Line[], note: Note): Line[] => {
  const isBox = ({ text, isCode }: Line) => !isCode && checkbox.test(text);
  const last = lines.findLastIndex(isBox);
  const written: Line[] = [];
  let isExplained = false;
  const explain = (line: Line, words: string) => {
    isExplained = true;
    written.push({ ...line, text: '## Explanation' }, { ...line, text: words });
  };
  for (const [at, line] of lines.entries()) {
    const { text, isCode } = line;
    const before = written.at(-1);
    const [found, one, two, three, four, option = ''] = isCode ? [] : (checkbox.exec(text) ?? []);
    const [named, rest = ''] = isCode ? [] : (explanation.exec(text) ?? []);
    if (isCode) written.push(line);
    else if (found !== undefined) {
      const mark = (one ?? two ?? three ?? four ?? '').trim().toLowerCase() || ' ';
      written.push({ ...line, text: `- [${mark}] ${option}` });
    } else if (named !== undefined) explain(line, rest);
    else if (before && isContinued(text) && checkbox.test(before.text)) {
      written[written.length - 1] = { ...before, text: `${before.text} ${text.trim()}` };
    } else if (!isOrnament(text)) {
      const isRationale = text.trimStart().startsWith('>');
      const isAfter = last !== -1 && at > last;
      const described = isExplained || isRationale || isAfter ? describeImages(text) : text;
      if (described !== text) note('a picture in an explanation is left out');
      // A link to the source, say.
      const isKey = answerLine.test(text);
      if (isAfter && !isExplained && !isRationale && !isKey && text.trim() !== '')
        explain(line, described);
      else written.push({ ...line, text: described });
    }
  }
  return written;
};

/** Tags around an answer that is folded away, with the word on which one taps. */
const folding = /^[ \t]*<\/?(?:details|summary)\b/i;

/** Strips the bullet from a lettered line, and the emphasis from its letter. */
const unmark = (text: string): string => {
  const bare = text.replace(/^[ \t]*[-*+][ \t]+(?=[*_(]{0,3}[A-Za-z][.):])/, '');
  const plain = bare.replace(/[*_]/g, '');
  return answerLine.test(plain) ? plain : bare.replace(/^([*_]{1,2})(\(?[A-Za-z][.)])\1/, '$2');
};

/** Reads a question with options `A. text` and `Answer: A`; undefined for any other. */
const readLettered = (lines: readonly Line[]): Result<Item, string> | undefined => {
  const at = lines.findIndex(({ text, isCode }) => !isCode && explanation.test(text));
  const words = (at === -1 ? lines : lines.slice(0, at)).map(({ text }) => unmark(text));
  if (!words.some((line) => answerLine.test(line)) || !words.some(readOption)) return undefined;
  const items = readAiken(words.join('\n')).map((entry) => entry.item);
  const item = items.find((one) => !one.ok) ?? items[0];
  if (!item?.ok || items.length > 1) {
    return failed(item && !item.ok ? item.failure : 'has a text after its answer');
  }
  const [first = '', ...rest] = at === -1 ? [] : lines.slice(at).map(({ text }) => text);
  const said = [explanation.exec(first)?.[1] ?? '', ...rest].join('\n').trim();
  return success({ ...item.value, explanation: said || item.value.explanation });
};

/** Turns a foreign question's texts into the bank's dialect. */
const toDialect = <T extends Item>(item: T): T => mapTexts(item, readMarkdownText);

/** Makes an item of a question in the bank's own format. */
const itemOf = (parts: QuestionParts): Item => {
  const links = parts.images.map(({ alt, file }) => ({ alt, address: file }));
  return {
    ...metadataOf(parts),
    stem: printMarkup(parts.stem.join('\n\n'), links),
    options: parts.options.map(({ text, right, rationale, step }) => ({
      ...{ text: printMarkup(text, links), right, rationale, step },
    })),
    prompts: parts.kind === 'match' ? parts.prompts : undefined,
    explanation: parts.explanation,
  };
};

const readBlock = (block: Block, note: Note): Result<Item, string> => {
  const { id, frontMatter } = block;
  const isOwn = id !== undefined;
  const lettered = isOwn || block.hasOptions ? undefined : readLettered(block.lines);
  if (lettered) return lettered.ok ? success(toDialect(lettered.value)) : lettered;
  if (!isOwn && !block.hasStem) return failed('has no heading: put "## " before each question');
  const lines = isOwn ? block.lines : normalizeLines(block.lines, note);
  const body = lines.map((line) => line.text).join('\n');
  if (!isOwn && /<img[ \t\n]/i.test(maskCode(body))) {
    return failed('holds <img>: write ![what it shows](file)');
  }
  const parsed = parseParts(['---', ...frontMatter, '---', body].join('\n'));
  if (!parsed.ok) {
    const { line, message } = parsed.failure;
    const number = lines[line - frontMatter.length - 3]?.number ?? block.line;
    return failed(`has a mistake on line ${number}: ${message}`);
  }
  if (parsed.value.options.length === 0) return failed('has no options');
  const item = { ...itemOf(parsed.value), id };
  return success(isOwn ? item : toDialect(item));
};

/** Reads a file with a single question below front matter, which may contain the stem. */
const readSingle = (matter: FrontMatter, note: Note): Entry => {
  const { blocks } = splitMarkdown(`### ${matter.stem}\n\n${matter.body}`);
  const [block, ...others] = blocks;
  const lines = block?.lines.map((one) => ({ ...one, number: one.number + matter.line - 3 })) ?? [];
  const item =
    block && others.length === 0
      ? readBlock({ ...block, line: 1, lines }, note)
      : failed<string>('has a heading within its stem');
  const title = matter.stem || (lines.find(({ text }) => text.trim())?.text ?? '');
  const explained = item.ok && (item.value.explanation || matter.explanation);
  const whole = item.ok
    ? success({ ...item.value, ...matter.metadata, explanation: explained || '' })
    : item;
  return { place: ':1', title, item: whole };
};

const noteStray = (note: Note, stray: readonly number[]) => {
  if (stray.length === 0) return;
  const shown = stray.slice(0, 5).join(', ') + (stray.length > 5 ? ' and others' : '');
  const lines = stray.length === 1 ? `line ${shown}` : `lines ${shown}`;
  note(`the text on ${lines} belongs to no question and is left out`);
};

/** Writes the questions in mkdocs' `<quiz>` under headings, each on its line. */
const openQuizTags = (source: string): string => {
  if (!/^[ \t]*<quiz>[ \t]*$/m.test(source)) return source;
  let isFirst = false;
  return source
    .split('\n')
    .map((line) => {
      const tag = line.trim().toLowerCase();
      if (tag === '<quiz>' || tag === '</quiz>') {
        isFirst = tag === '<quiz>';
        return '## ';
      }
      if (!isFirst || tag === '') return line;
      isFirst = false;
      return `### ${line.replace(/^#+[ \t]+/, '')}`;
    })
    .join('\n');
};

/** Reads a list of questions, with headings or lettered without them. */
const readList = (text: string, note: Note): Entry[] => {
  const source = openQuizTags(text);
  const { blocks, stray } = splitMarkdown(source);
  if (blocks.length === 0) {
    const isAround = (line: string) => folding.test(line) || /^#{1,2}[ \t]/.test(line);
    const lines = source.split('\n').map((line) => (isAround(line) ? '' : unmark(line)));
    const plain = readAiken(lines.join('\n'));
    if (itemsOf(plain).length === 0) return [];
    return plain.map(({ item, ...entry }) => ({
      ...entry,
      item: item.ok ? success(toDialect(item.value)) : item,
    }));
  }
  const entries = blocks.map((block) => ({
    place: `:${block.line}`,
    title: block.title,
    item: readBlock(block, note),
  }));
  noteStray(note, stray);
  return entries;
};

/**
 * Reads a Markdown bank: `### stem`, images, checkboxes as options, `> why` under them, and an
 * explanation under a heading or after "Explanation:". The bank's own parser reads each question.
 */
const read: ReadText = (text, note) => {
  const matter = readFrontMatter(text, note);
  if (!matter) return success(readList(text, note));
  if (isList(text)) {
    // Empty lines replace the front matter, so that line numbers stay right.
    return success(readList('\n'.repeat(matter.line - 1) + matter.body, note));
  }
  const own = parseParts(text);
  const isOwn = own.ok && own.value.options.length > 0;
  return success([
    isOwn ? { place: ':1', title: '', item: success(itemOf(own.value)) } : readSingle(matter, note),
  ]);
};

export const markdownReader: Reader = {
  read,
  looksLike: (text) => /^(?:[-*] \[[ xX]\]|#{1,6} )/m.test(text),
  shape: '"### stem" above "- [x] right" and "- [ ] wrong", or "A. option" above "Answer: A"',
};
