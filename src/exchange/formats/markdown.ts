import { printQuestion } from '#bank/parse/question-print.ts';
import { maskCode, metadataOf } from '#bank/parse/question-source.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { parseParts } from '../exam-folder.ts';
import { addItem, emptyReading, type Item, type ReadSource } from '../item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';

type Line = { number: number; text: string; isCode: boolean };

/** A question from its "###" on. Those of an export have an id and front matter. */
type Block = {
  line: number;
  id?: string | undefined;
  frontMatter: string[];
  lines: Line[];
  hasOptions: boolean;
};

// These match one line, which may hold a U+2028 that `.` alone would stop at.
const question = /^###(?: +(.*))?$/s;
const checkbox = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*\[([^\]]{0,3})\](?!\()[ \t]*(.*)$/s;
const explanation = /^(?:#{2,6}[ \t]+)?[*_ \t]*explanation[*_ \t]*(?::[*_ \t]*(.*))?$/is;
/** A link to a heading, "back to top" or a rule. */
const ornament =
  /^[*_ \t]*\[[^\]]*\]\(#[^)]*\)[*_ \t]*$|^[^A-Za-z]*back to (?:the )?top[^A-Za-z]*$|^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/i;
const exported = /^<!-- certdeck (\S+)$/;
const fence = /^```[\w+#.-]*[ \t]*$/;

/**
 * Splits a file at its questions. Code that is still open at a checkbox was never closed, so it must
 * not swallow the next question.
 */
const splitMarkdown = (source: string): Block[] => {
  const blocks: Block[] = [];
  let block: Block | undefined;
  let isCode = false;
  let isComment = false;
  const start = (line: number, id?: string) => {
    isCode = false;
    block = { line, id, frontMatter: [], lines: [], hasOptions: false };
    blocks.push(block);
    return block;
  };
  for (const [index, text] of source.split('\n').entries()) {
    const number = index + 1;
    const id = exported.exec(text)?.[1];
    const isHidden = isCode && (block?.id !== undefined || block?.hasOptions === false);
    const isFirst = block?.lines.length === 0;
    const heading = isHidden || (!isFirst && explanation.test(text)) ? null : question.exec(text);
    if (id !== undefined) {
      isComment = true;
      start(number, id);
    } else if (heading) {
      isComment = false;
      const holder = isFirst && block ? block : start(number);
      holder.lines.push({ number, text: heading[1] ?? '', isCode });
    } else if (isComment) {
      isComment = text !== '-->';
      if (isComment) block?.frontMatter.push(text);
    } else {
      const isOption = checkbox.test(text);
      // A shell comment in a stem is no heading.
      const isHeading = (block?.hasOptions ? /^#{1,6}[ \t]/ : /^##{1,5}[ \t]/).test(text);
      if (isHeading && !isCode && block?.id === undefined && !explanation.test(text)) {
        block = undefined;
      }
      if (!block && isOption) start(number);
      isCode = isCode ? text.trimEnd() !== '```' : fence.test(text);
      block?.lines.push({ number, text, isCode });
      if (block && isOption) block.hasOptions = true;
    }
  }
  return blocks;
};

/** Rewrites a line of a plain question in the bank's dialect. */
const normalizeLine = (line: Line): Line[] => {
  const { text, isCode } = line;
  if (isCode) return [line];
  const [, mark, option = ''] = checkbox.exec(text) ?? [];
  if (mark !== undefined) {
    return [{ ...line, text: `- [${mark.trim().toLowerCase() || ' '}] ${option}` }];
  }
  const [heading, rest = ''] = explanation.exec(text) ?? [];
  if (heading !== undefined) {
    return [
      { ...line, text: '## Explanation' },
      { ...line, text: rest },
    ];
  }
  return ornament.test(text) ? [] : [line];
};

const toItem = ({ line: first, id, frontMatter, lines }: Block): Result<Item, string> => {
  const own = id === undefined ? lines.flatMap(normalizeLine) : lines;
  const body = own.map((line) => line.text).join('\n');
  if (id === undefined && /<img[ \t\n]/i.test(maskCode(body))) {
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
  return success({
    ...metadataOf(parsed.value),
    id,
    stem: printMarkup(stem.join('\n\n'), links),
    options: options.map((option) => ({ ...option, text: printMarkup(option.text, links) })),
    explanation: parsed.value.explanation,
  });
};

/**
 * Reads a Markdown bank: `### stem`, images, checkboxes as options, `> why` under them, and an
 * explanation under a heading or after "Explanation:". The bank's own parser reads each question.
 */
export const readMarkdown: ReadSource = (text) => {
  const reading = emptyReading();
  for (const block of splitMarkdown(text)) {
    addItem(reading, `:${block.line}`, block.lines[0]?.text ?? '', toItem(block));
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
