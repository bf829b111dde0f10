import { printQuestion } from '#bank/parse/question-print.ts';
import { maskCode, metadataOf } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import {
  addItem,
  emptyReading,
  type Item,
  noteOnce,
  type Reading,
  type ReadSource,
} from '../item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import { parseParts } from '../question-parts.ts';
import { answerLine, readAiken, readOption } from './aiken.ts';
import { type FrontMatter, readFrontMatter } from './front-matter.ts';
import { describeImages, readMarkdownText } from './markdown-text.ts';

type Line = { number: number; text: string; isCode: boolean };

/** A question from its "###" on. Those of an export have an id and front matter. */
type Block = {
  line: number;
  title: string;
  id?: string | undefined;
  frontMatter: string[];
  lines: Line[];
  hasStem: boolean;
  hasOptions: boolean;
};

// These match one line, which may hold a U+2028 that `.` alone would stop at.
const question = /^###(?: +(.*))?$/s;
/** `- [x]`, `- (X)`, `[(X)]` and `[[X]]`. */
const checkbox =
  /^[ \t]*(?:(?:[-*+][ \t]+)?\[(?:\(([xX ])\)|\[([xX ])\])\]|(?:[-*+]|\d{1,3}[.)])[ \t]*(?:\[([^\][]{0,3})\](?!\()|\(([xX ])\)))[ \t]*(.*)$/s;
const explanation = /^(?:#{2,6}[ \t]+)?[*_ \t]*explanation[*_ \t]*(?::[*_ \t]*(.*))?$/is;
/** A link to a heading, "back to top" or a rule. */
const ornament =
  /^[-*_\d. \t]*\[[^\]]*\]\(#[^)]*\)[*_ \t]*$|^[^A-Za-z]*back to (?:the )?top[^A-Za-z]*$|^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/i;
const exported = /^<!-- certdeck (\S+)$/;
const fence = /^```[\w+#.-]*[ \t]*$/;
const heading = /^(#{1,6})[ \t]+(.*)$/s;
/** Above texts that several questions share. */
const caseHeading = /\b(?:case|scenario|passage|exhibit|testlet|situation|background|context)\b/i;

/** For each line, the next one from it on that a test finds. */
const findNext = (lines: readonly string[], test: (line: string) => boolean): number[] => {
  const next: number[] = [];
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    next[at] = test(lines[at] ?? '') ? at : (next[at + 1] ?? lines.length);
  }
  return next;
};

/**
 * Splits a file at its questions. Code that is still open at a checkbox was never closed, so it must
 * not swallow the next question. `stray` takes the lines that belong to none.
 */
const splitMarkdown = (source: string, stray: number[]): Block[] => {
  const lines = source.split('\n');
  const closings = findNext(lines, (line) => line.trimEnd() === '```');
  const boxes = findNext(lines, (line) => checkbox.test(line));
  const texts = findNext(lines, (line) => line.trim() !== '');
  const blocks: Block[] = [];
  let block: Block | undefined;
  let shared: Line[] | undefined;
  let codeEnd = -1;
  let isComment = false;
  const start = (line: number, title: string, id?: string) => {
    block = { line, title, id, frontMatter: [], lines: [], hasStem: false, hasOptions: false };
    blocks.push(block);
    return block;
  };
  /** Whether a heading stands above questions or other headings, with no text of its own. */
  const isSection = (at: number) => {
    const next = lines[texts[at + 1] ?? lines.length];
    return next === undefined || heading.test(next) || checkbox.test(next);
  };
  for (const [index, text] of lines.entries()) {
    const line = { number: index + 1, text, isCode: index <= codeEnd };
    const id = line.isCode ? undefined : exported.exec(text)?.[1];
    const isOwn = block?.id !== undefined;
    const closing = closings[index + 1] ?? lines.length;
    if (line.isCode) (block?.lines ?? shared)?.push(line);
    else if (id !== undefined) {
      isComment = true;
      start(line.number, id, id);
    } else if (isComment && isOwn && !block?.hasStem && !question.test(text)) {
      isComment = text !== '-->';
      if (isComment) block?.frontMatter.push(text);
    } else if (fence.test(text) && closing < (isOwn ? lines.length : (boxes[index + 1] ?? 0))) {
      codeEnd = closing;
      (block?.lines ?? shared)?.push({ ...line, isCode: true });
    } else if (question.test(text) && !(block?.hasStem && explanation.test(text))) {
      const [, stem = ''] = question.exec(text) ?? [];
      const isFirst = isOwn && !block?.hasStem;
      const holder = isFirst && block ? block : start(line.number, stem);
      isComment = false;
      holder.title = stem;
      holder.hasStem = true;
      if (!isFirst) holder.lines.push(...(shared ?? []));
      holder.lines.push({ ...line, text: stem });
    } else {
      const [, marks = '', words = ''] = explanation.test(text) ? [] : (heading.exec(text) ?? []);
      // One "#" may be a comment of a shell.
      const isText = marks.length > 2 || !block?.hasOptions || !isSection(index);
      const isEnd = !isOwn && (marks.length === 2 || (marks.length === 1 && !(block && isText)));
      if (isEnd) {
        block = undefined;
        shared = caseHeading.test(words) ? [] : undefined;
        continue;
      }
      const isOption = checkbox.test(text);
      if (!block && isOption) start(line.number, text);
      if (block && isOption) block.hasOptions = true;
      const kept = !isOwn && marks.length > 2 ? { ...line, text: words } : line;
      if (block || shared) (block?.lines ?? shared)?.push(kept);
      else if (text.trim() !== '' && !ornament.test(text)) stray.push(line.number);
    }
  }
  return blocks;
};

/** Rewrites the lines of a plain question in the bank's dialect. */
const normalizeLines = (lines: readonly Line[], note: (text: string) => void): Line[] => {
  let isExplained = false;
  return lines.flatMap((line): Line[] => {
    const { text, isCode } = line;
    if (isCode) return [line];
    const [found, one, two, three, four, option = ''] = checkbox.exec(text) ?? [];
    if (found !== undefined) {
      const mark = (one ?? two ?? three ?? four ?? '').trim().toLowerCase() || ' ';
      return [{ ...line, text: `- [${mark}] ${option}` }];
    }
    const [named, rest = ''] = explanation.exec(text) ?? [];
    if (named !== undefined) {
      isExplained = true;
      return [
        { ...line, text: '## Explanation' },
        { ...line, text: rest },
      ];
    }
    if (ornament.test(text)) return [];
    const isFeedback = isExplained || text.trimStart().startsWith('>');
    const described = isFeedback ? describeImages(text) : text;
    if (described !== text) note('a picture in an explanation is left out');
    return [{ ...line, text: described }];
  });
};

/** A line of a list as plain text has it: without its bullet, and without emphasis around a letter. */
const unmark = (text: string): string => {
  const bare = text.replace(/^[ \t]*[-*+][ \t]+(?=[*_(]{0,3}[A-Za-z][.):])/, '');
  const isAnswer = answerLine.test(bare.replace(/[*_]/g, ''));
  return isAnswer
    ? bare.replace(/[*_]/g, '')
    : bare.replace(/^([*_]{1,2})(\(?[A-Za-z][.)])\1/, '$2');
};

/** Reads options `A. text` and `Answer: A`; undefined for a question without that. */
const readLettered = (lines: readonly Line[]): Result<Item, string> | undefined => {
  const at = lines.findIndex(({ text, isCode }) => !isCode && explanation.test(text));
  const words = (at === -1 ? lines : lines.slice(0, at)).map(({ text }) => unmark(text));
  if (!words.some((line) => answerLine.test(line)) || !words.some(readOption)) return undefined;
  const read = readAiken(words.join('\n'));
  const { items = [], rejected = [] } = read.ok ? read.value : {};
  const [item] = items;
  if (!item || items.length + rejected.length > 1) {
    return failed(rejected[0]?.reason ?? 'has a text after its answer');
  }
  const [first, ...rest] = at === -1 ? [] : lines.slice(at).map(({ text }) => text);
  const said = [explanation.exec(first ?? '')?.[1] ?? '', ...rest].join('\n').trim();
  return success({ ...item, explanation: said || item.explanation });
};

/** Turns the texts of a question that is not ours into the bank's dialect. */
const toDialect = (item: Item): Item => ({
  ...item,
  stem: readMarkdownText(item.stem),
  options: item.options.map(({ text, right, rationale }) => ({
    ...{ text: readMarkdownText(text), right },
    rationale: readMarkdownText(rationale),
  })),
  explanation: readMarkdownText(item.explanation),
});

const toItem = (block: Block, note: (text: string) => void): Result<Item, string> => {
  const { line: first, id, frontMatter, lines } = block;
  const isOwn = id !== undefined;
  const lettered = isOwn || block.hasOptions ? undefined : readLettered(lines);
  if (lettered) return lettered.ok ? success(toDialect(lettered.value)) : lettered;
  const own = isOwn ? lines : normalizeLines(lines, note);
  const body = own.map((line) => line.text).join('\n');
  if (!isOwn && /<img[ \t\n]/i.test(maskCode(body))) {
    return failed('holds <img>: write ![what it shows](file)');
  }
  const parsed = parseParts(['---', ...frontMatter, '---', body].join('\n'));
  if (!parsed.ok) {
    const { line, message } = parsed.failure;
    const number = own[line - frontMatter.length - 3]?.number ?? first;
    return failed(`has a mistake on line ${number}: ${message}`);
  }
  const { stem, options, images } = parsed.value;
  if (options.length === 0) return failed('has no options');
  const links = images.map(({ alt, file }) => ({ alt, address: file }));
  const item = {
    ...metadataOf(parsed.value),
    id,
    stem: printMarkup(stem.join('\n\n'), links),
    options: options.map((option) => ({ ...option, text: printMarkup(option.text, links) })),
    explanation: parsed.value.explanation,
  };
  return success(isOwn ? item : toDialect(item));
};

/** Reads a file of one question under front matter, which may hold its stem. */
const readSingle = (
  { metadata, stem, explanation: said, body, line }: FrontMatter,
  reading: Reading,
): void => {
  const [block, ...others] = splitMarkdown(`### ${stem}\n\n${body}`, []);
  const lines = block?.lines.map((one) => ({ ...one, number: one.number + line - 3 })) ?? [];
  const note = (text: string) => noteOnce(reading, text);
  const item =
    block && others.length === 0
      ? toItem({ ...block, line: 1, lines }, note)
      : failed('has a heading within its stem');
  const whole = item.ok
    ? success({ ...item.value, ...metadata, explanation: item.value.explanation || said })
    : item;
  addItem(reading, ':1', stem || (lines.find(({ text }) => text.trim())?.text ?? ''), whole);
};

/**
 * Reads a Markdown bank: `### stem`, images, checkboxes as options, `> why` under them, and an
 * explanation under a heading or after "Explanation:". The bank's own parser reads each question.
 */
export const readMarkdown: ReadSource = (text) => {
  const reading = emptyReading();
  const matter = readFrontMatter(text, reading);
  const isList = /^###(?: |$)/m.test(text);
  const own = matter && !isList ? parseParts(text) : undefined;
  if (own?.ok && own.value.options.length > 0) {
    const { stem, images, options } = own.value;
    const links = images.map(({ alt, file }) => ({ alt, address: file }));
    const texts = options.map((option) => ({ ...option, text: printMarkup(option.text, links) }));
    const item = { ...own.value, stem: printMarkup(stem.join('\n\n'), links), options: texts };
    addItem(reading, ':1', '', success(item));
    return success(reading);
  }
  if (matter && !isList) {
    readSingle(matter, reading);
    return success(reading);
  }
  const stray: number[] = [];
  // The lines of front matter stay, empty, so that the others keep their numbers.
  const source = matter ? '\n'.repeat(matter.line - 1) + matter.body : text;
  const blocks = splitMarkdown(source, stray);
  if (blocks.length === 0) {
    const plain = readAiken(source.split('\n').map(unmark).join('\n'));
    if (plain.ok && plain.value.items.length > 0) {
      const items = plain.value.items.map((item) => ({ ...item, ...toDialect(item) }));
      return success({ ...plain.value, items });
    }
  }
  for (const block of blocks) {
    const item = toItem(block, (note) => noteOnce(reading, note));
    addItem(reading, `:${block.line}`, block.title, item);
  }
  if (stray.length > 0 && blocks.length > 0) {
    const shown = stray.slice(0, 5).join(', ') + (stray.length > 5 ? ' and others' : '');
    const lines = stray.length === 1 ? `line ${shown}` : `lines ${shown}`;
    noteOnce(reading, `the text on ${lines} belongs to no question and is left out`);
  }
  return success(reading);
};

/** Prints a question as its file has it, under a comment with its id and front matter. */
const printOne = (outgoing: Outgoing): string => {
  const images = outgoing.images.map(({ alt, address }) => ({ alt, file: address }));
  const file = printQuestion({ ...outgoing, images });
  const end = file.indexOf('\n---\n') + 1;
  const body = file.slice(end + '---\n'.length);
  return [
    `<!-- certdeck ${outgoing.id}`,
    `${file.slice('---\n'.length, end).replaceAll('>', '\\u003e')}-->`,
    body.startsWith('```') ? `###\n\n${body}` : `### ${body}`,
  ].join('\n');
};

export const writeMarkdown: WriteQuestions = (questions, { name }, reject) => {
  const texts = questions.flatMap((outgoing) => {
    const text = printOne(outgoing);
    if (!/\n<!-- certdeck \S+$/m.test(text)) return [text];
    reject(outgoing.id, 'has a line that starts a question in Markdown.');
    return [];
  });
  return [`# ${name.replace(/\s+/g, ' ')}\n`, ...texts].join('\n');
};
