import { printQuestion } from '#bank/parse/question-print.ts';
import { metadataOf } from '#bank/parse/question-source.ts';
import { splitCode } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { parseParts } from '../exam-folder.ts';
import { addItem, emptyReading, type Item, type ReadSource } from '../item.ts';
import { oneLine, replaceImages } from '../normalize-item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import { readHtml } from './html.ts';

type Line = { number: number; text: string; isCode?: boolean };

/** A question from its "###" on. Those of an export have an id and front matter. */
type Block = { line: number; id?: string; frontMatter: string[]; lines: Line[]; reason?: string };

const question = /^###(?:[ \t]+(.*))?$/s;
const checkbox = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*\[([^\]]{0,3})\](?!\()[ \t]*(.*)$/s;
const explanation = /^(?:#{2,6}[ \t]+)?[*_ \t]*explanation[*_ \t]*(?::[*_ \t]*(.*))?$/is;
/** A link to a heading, "back to top" or a rule. */
const ornament =
  /^[*_ \t]*\[[^\]]*\]\(#[^)]*\)[*_ \t]*$|^[^A-Za-z]*back to (?:the )?top[^A-Za-z]*$|^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/i;
const answerKey = /^[^A-Za-z]{0,8}(?:correct )?answers?[^A-Za-z]{0,4}[:=]/i;
const exported = /^<!-- certdeck (\S+)$/;

const fence = /^[ \t]*```[\w+#.-]*[ \t]*$/;
const mostLines = 300;

/**
 * Numbers the lines and marks code. A fence that was never closed must not swallow the next
 * question, so code can't hold both a "###" line and a checkbox.
 */
const markCode = (source: string): Line[] => {
  const lines: Line[] = source.split('\n').map((text, index) => ({ number: index + 1, text }));
  for (let at = 0; at < lines.length; at += 1) {
    if (!fence.test(lines[at]?.text ?? '')) continue;
    const rest = lines.slice(at + 1, at + mostLines);
    const end = rest.findIndex(({ text }) => text.trim() === '```');
    const has = (pattern: RegExp) => rest.slice(0, end).some(({ text }) => pattern.test(text));
    if (end === -1 || (has(question) && has(checkbox))) continue;
    for (const line of lines.slice(at, at + end + 2)) line.isCode = true;
    at += end + 1;
  }
  return lines;
};

/** Splits a file at its questions. Other headings end a question, too. */
const splitMarkdown = (source: string): Block[] => {
  const lines = markCode(source);
  const blocks: Block[] = [];
  let block: Block | undefined;
  let comment: { id: string; frontMatter: string[] } | undefined;
  const start = (number: number, text: string) => {
    block = { line: number, frontMatter: [], ...comment, lines: [{ number, text }] };
    blocks.push(block);
    comment = undefined;
    return block;
  };
  const endsBlock = ({ lines: own, id }: Block, text: string) =>
    id === undefined &&
    /^#{1,6}[ \t]/.test(text) &&
    !explanation.test(text) &&
    // A shell comment in a stem is no heading.
    (!text.startsWith('# ') || own.some((line) => checkbox.test(line.text)));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const { number, text, isCode } = line;
    const [, id] = (!isCode && exported.exec(text)) || [];
    const heading = isCode || (block && explanation.test(text)) ? null : question.exec(text);
    if (id !== undefined) {
      const rest = lines.slice(at + 1, at + mostLines).map((other) => other.text);
      const end = rest.indexOf('-->');
      block = undefined;
      comment = { id, frontMatter: rest.slice(0, end) };
      at += end + 1;
    } else if (heading) start(number, heading[1] ?? '');
    else if (block && (isCode || !endsBlock(block, text))) block.lines.push(line);
    else {
      block = undefined;
      if (isCode || !checkbox.test(text)) continue;
      start(number, text).reason = 'has options but no "### " line with the question above them';
    }
  }
  return blocks;
};

/** Stops at any further "<", which keeps it linear. */
const imageTag = /<img\b(?:[^<>"'\n]|"[^"<\n]*"|'[^'<\n]*')*>/gi;

/** Rewrites images in HTML as Markdown. */
const convertImageTags = (text: string): string =>
  splitCode(text)
    .map(({ kind, source }) =>
      kind === 'text' && source.includes('<img')
        ? source.replace(imageTag, (tag) => {
            const image = readHtml(tag);
            return image.ok ? image.value.text : tag;
          })
        : source,
    )
    .join('');

/** Encodes parentheses in the addresses of images, which the bank's parser does not read. */
const encodeParentheses = (text: string): string =>
  replaceImages(text, (alt, address) => {
    const encoded = address.replaceAll('(', '%28').replaceAll(')', '%29');
    return `![${alt}](${encoded})`;
  });

/** Rewrites a plain question of another bank in the bank's dialect. */
const normalizeLines = (lines: readonly Line[], notes: string[]): Line[] => {
  const out: Line[] = [];
  let part = 'stem' as 'stem' | 'options' | 'explanation';
  /** The last option with its lines, and whether an empty line came after it. */
  let option: { line: Line; texts: string[]; isApart: boolean } | undefined;
  const explain = (number: number, text: string) => {
    part = 'explanation';
    out.push({ number, text: '## Explanation' }, { number, text });
  };
  const addAfterStem = ({ number, text, isCode }: Line) => {
    const continues = option && (!option.isApart || /^(?: {2}|\t)/.test(text));
    const heading = isCode ? null : explanation.exec(text);
    if (text.trim() === '' && !isCode) {
      if (option) option.isApart = true;
      out.push({ number, text });
    } else if (ornament.test(text)) {
      if (option) option.isApart = true;
    } else if (heading) explain(number, heading[1] ?? '');
    else if (part === 'explanation' || text.trimStart().startsWith('>')) out.push({ number, text });
    else if (option && continues && !answerKey.test(text)) {
      option.texts.push(text.trim());
      option.line.text = oneLine(option.texts.join('\n'));
    } else {
      notes.push('the text after the options is taken as the explanation');
      explain(number, text);
    }
  };
  for (const line of lines) {
    const [, mark, text = ''] = (!line.isCode && checkbox.exec(line.text)) || [];
    if (mark !== undefined) {
      const shown = `- [${mark.trim().toLowerCase() || ' '}] ${text}`;
      option = { line: { number: line.number, text: shown }, texts: [shown], isApart: false };
      out.push(option.line);
      if (part === 'stem') part = 'options';
    } else if (part === 'stem') out.push(line);
    else addAfterStem(line);
  }
  return out;
};

const toItem = ({ line: place, id, frontMatter, lines, reason }: Block): Result<Item, string> => {
  if (reason !== undefined) return failed(reason);
  const notes: string[] = [];
  const own = id === undefined ? normalizeLines(lines, notes) : lines;
  const text = own.map((line) => line.text).join('\n');
  const body = id === undefined ? encodeParentheses(convertImageTags(text)) : text;
  const parsed = parseParts(['---', ...frontMatter, '---', body].join('\n'));
  if (!parsed.ok) {
    const { line, message } = parsed.failure;
    const number = own[line - frontMatter.length - 3]?.number ?? place;
    return failed(`has a mistake on line ${number}: ${message.replace(/\.$/, '')}`);
  }
  const { stem, options, images } = parsed.value;
  if (options.length === 0) return failed('has no options');
  const links = images.map(({ alt, file }) => ({ alt, address: file }));
  return success({
    ...metadataOf(parsed.value),
    id,
    place: { line: place },
    stem: printMarkup(stem.join('\n\n'), links),
    options: options.map((option) => ({ ...option, text: printMarkup(option.text, links) })),
    explanation: parsed.value.explanation,
    notes,
  });
};

/**
 * Reads a Markdown bank: `### stem`, images, checkboxes as options, `> why` under them, and an
 * explanation under a heading or after "Explanation:". The bank's own parser reads each question.
 */
export const readMarkdown: ReadSource = (text) => {
  const reading = emptyReading();
  for (const block of splitMarkdown(text)) {
    const title = block.reason ? '' : (block.lines[0]?.text ?? '');
    addItem(reading, { line: block.line }, title, toItem(block));
  }
  return success(reading);
};

const printOne = (outgoing: Outgoing, images: Outgoing['images']): string => {
  const named = images.map(({ alt, address }) => ({ alt, file: address }));
  const file = printQuestion({ ...outgoing, images: named });
  const end = file.indexOf('\n---\n') + 1;
  const body = file.slice(end + '---\n'.length);
  return [
    `<!-- certdeck ${outgoing.id}`,
    `${file.slice('---\n'.length, end).replaceAll('>', '\\u003e')}-->`,
    body.startsWith('```') ? `###\n\n${body}` : `### ${body}`,
  ].join('\n');
};

/** Whether the importer reads it as one question, since a line may look like another part. */
const isWhole = (text: string, { id, options }: Outgoing) => {
  const read = readMarkdown(text);
  const { items = [], rejected = [] } = read.ok ? read.value : {};
  const [item] = items;
  const isOne = items.length === 1 && rejected.length === 0;
  return isOne && item?.id === id && item.options.length === options.length;
};

/** Prints a question as its file has it, under a comment with its id and front matter. */
export const writeMarkdown: WriteQuestions = (questions, { name }, reject) => {
  const texts = questions.flatMap((outgoing) => {
    // Inlined images would slow this check.
    const images = outgoing.images.map((image) => ({ ...image, address: image.file }));
    if (isWhole(printOne(outgoing, images), outgoing)) return printOne(outgoing, outgoing.images);
    reject(outgoing.id, 'has a line that Markdown would take for another part');
    return [];
  });
  return [`# ${name.replace(/\s+/g, ' ')}\n`, ...texts].join('\n');
};
