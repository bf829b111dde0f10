import { printQuestion } from '#bank/parse/question-print.ts';
import { metadataOf } from '#bank/parse/question-source.ts';
import { splitCode } from '#contract/code.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { parseParts } from '../exam-folder.ts';
import { addItem, emptyReading, type Item, type ReadSource } from '../item.ts';
import { oneLine, replaceImages } from '../normalize-item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import { readHtml } from './html.ts';
import { readReferences } from './records.ts';

type Line = { number: number; text: string };

/** A question from its "###" on. Those of an export have an id and front matter. */
type Block = { line: number; id?: string; frontMatter: string[]; lines: Line[]; reason?: string };

const question = /^###(?:[ \t]+(.*))?$/s;
const checkbox = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]*\[([^\]]{0,3})\](?!\()[ \t]*(.*)$/s;
const section = /^(?:#{2,6}[ \t]+)?[*_ \t]*(explanation|references?)[*_ \t]*(?::(.*))?$/is;
const ornament =
  /^[*_ \t]*\[[^\]]*\]\(#[^)]*\)[*_ \t]*$|^[^A-Za-z]*back to (?:the )?top[^A-Za-z]*$|^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/i;
const answerKey = /^[^A-Za-z]{0,8}(?:correct )?answers?[^A-Za-z]{0,4}[:=]/i;
const comment = /^<!-- certdeck (\S+)$/;

const fence = /^[ \t]*```[\w+#.-]*[ \t]*$/;
const farthestFence = 300;

/**
 * The line that closes the code opened at `at`; undefined if none does. A fence that was never
 * closed must not swallow the next question, so code can't hold both a "###" line and a checkbox.
 */
const findFenceEnd = (lines: readonly string[], at: number): number | undefined => {
  if (!fence.test(lines[at] ?? '')) return undefined;
  const rest = lines.slice(at + 1, at + farthestFence);
  const length = rest.findIndex((line) => line.trim() === '```');
  const code = rest.slice(0, length);
  const isSwallowing =
    code.some((line) => question.test(line)) && code.some((line) => checkbox.test(line));
  return length === -1 || isSwallowing ? undefined : at + 1 + length;
};

const hasOptions = ({ lines }: Block) => lines.some(({ text }) => checkbox.test(text));

/** Splits a file at its questions. Other headings end a question, too. */
const splitMarkdown = (source: string): Block[] => {
  const lines = source.split('\n');
  const blocks: Block[] = [];
  let block: Block | undefined;
  let exported: Pick<Block, 'id' | 'frontMatter'> | undefined;
  const start = (line: number, text: string) => {
    block = { line, frontMatter: [], ...exported, lines: [{ number: line, text }] };
    blocks.push(block);
    exported = undefined;
    return block;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const text = lines[at] ?? '';
    const fenceEnd = findFenceEnd(lines, at);
    const id = comment.exec(text)?.[1];
    const heading = question.exec(text);
    if (fenceEnd !== undefined) {
      for (let code = at; code <= fenceEnd; code += 1) {
        block?.lines.push({ number: code + 1, text: lines[code] ?? '' });
      }
      at = fenceEnd;
    } else if (id !== undefined) {
      const length = lines.slice(at, at + farthestFence).indexOf('-->');
      block = undefined;
      exported = { id, frontMatter: lines.slice(at + 1, at + length) };
      if (length !== -1) at += length;
    } else if (heading && !(block?.id === undefined && block && section.test(text))) {
      start(at + 1, heading[1] ?? '');
    } else if (block && block.id === undefined && /^#{1,6}[ \t]/.test(text)) {
      // A shell comment in a stem is no heading.
      const ends = !section.test(text) && (!/^#[ \t]/.test(text) || hasOptions(block));
      if (ends) block = undefined;
      else block.lines.push({ number: at + 1, text });
    } else if (block) block.lines.push({ number: at + 1, text });
    else if (checkbox.test(text)) {
      start(at + 1, text).reason = 'has options but no "### " line with the question above them';
    }
  }
  return blocks;
};

const imageTag = /<img\b(?:[^>"'\n]|"[^"\n]*"|'[^'\n]*')*>/gi;

/** Rewrites images in HTML, and addresses with parentheses, as the bank's parser reads them. */
const normalizeImages = (text: string): string => {
  const converted = splitCode(text)
    .map(({ kind, source }) =>
      kind === 'text' && source.includes('<img')
        ? source.replace(imageTag, (tag) => {
            const image = readHtml(tag);
            return image.ok ? image.value.text : tag;
          })
        : source,
    )
    .join('');
  return replaceImages(converted, (alt, address) => {
    const encoded = address.replaceAll('(', '%28').replaceAll(')', '%29');
    return `![${alt}](${encoded})`;
  });
};

type Normalized = { lines: Line[]; references: string[]; notes: string[] };

/** Rewrites a plain question of another bank in the bank's dialect. */
const normalizeLines = (lines: readonly Line[]): Normalized => {
  const out: Line[] = [];
  const references: string[] = [];
  const notes: string[] = [];
  const texts = lines.map(({ text }) => text);
  let part = 'stem' as 'stem' | 'options' | 'explanation' | 'references';
  /** The last option, while lines may still continue it. */
  let option: Line | undefined;
  let isApart = false;
  const explain = (number: number) => {
    part = 'explanation';
    out.push({ number, text: '## Explanation' });
  };
  for (let at = 0; at < lines.length; at += 1) {
    const { number, text } = lines[at] as Line;
    const fenceEnd = findFenceEnd(texts, at);
    const box = checkbox.exec(text);
    const [, title, titled = ''] = (part !== 'stem' && section.exec(text)) || [];
    const isIndented = /^(?: {2}|\t)/.test(text);
    if (fenceEnd !== undefined) {
      const code = texts.slice(at, fenceEnd + 1);
      if (option && (isIndented || !isApart)) {
        option.text = oneLine([option.text, ...code.map((line) => line.trim())].join('\n'));
      } else {
        if (part === 'options') explain(number);
        out.push(...code.map((line, index) => ({ number: number + index, text: line })));
      }
      at = fenceEnd;
    } else if (box) {
      const mark = box[1]?.trim() ?? '';
      option = { number, text: `- [${mark.toLowerCase() || ' '}] ${box[2] ?? ''}` };
      isApart = false;
      if (part === 'stem') part = 'options';
      out.push(option);
    } else if (part === 'stem') out.push({ number, text });
    else if (text.trim() === '') {
      isApart = true;
      out.push({ number, text });
    } else if (ornament.test(text)) isApart = true;
    else if (title) {
      option = undefined;
      if (/^e/i.test(title)) explain(number);
      else part = 'references';
      const rest = titled.replace(/^[*_ \t]+/, '');
      if (part === 'references') references.push(rest);
      else out.push({ number, text: rest });
    } else if (part === 'references') references.push(text);
    else if (part === 'explanation' || text.trimStart().startsWith('>')) out.push({ number, text });
    else if (option && (isIndented || !isApart) && !answerKey.test(text)) {
      option.text += ` ${text.trim()}`;
    } else {
      notes.push('the text after the options is taken as the explanation');
      explain(number);
      out.push({ number, text });
    }
  }
  return { lines: out, references, notes };
};

const toItem = (block: Block): Result<Item, string> => {
  if (block.reason !== undefined) return failed(block.reason);
  const { lines, references, notes }: Normalized =
    block.id === undefined
      ? normalizeLines(block.lines)
      : { lines: block.lines, references: [], notes: [] };
  const text = lines.map((line) => line.text).join('\n');
  const head = ['---', ...block.frontMatter, '---'];
  const parsed = parseParts([...head, normalizeImages(text)].join('\n'));
  if (!parsed.ok) {
    const { line, message } = parsed.failure;
    const number = lines[line - head.length - 1]?.number ?? block.line;
    return failed(`has a mistake on line ${number}: ${message.replace(/\.$/, '')}`);
  }
  const { stem, options, explanation, images } = parsed.value;
  const metadata = metadataOf(parsed.value);
  if (options.length === 0) return failed('has no options');
  const links = images.map(({ alt, file }) => ({ alt, address: file }));
  const listed = readReferences(references.join('\n'));
  return success({
    ...metadata,
    references: [...(metadata.references ?? []), ...listed],
    id: block.id,
    place: { line: block.line },
    stem: printMarkup(stem.join('\n\n'), links),
    options: options.map(({ text: shown, right, rationale }) => ({
      text: printMarkup(shown, links),
      right,
      rationale,
    })),
    explanation,
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
  const [item, ...others] = read.ok ? [...read.value.items, ...read.value.rejected] : [];
  return (
    others.length === 0 &&
    item !== undefined &&
    'id' in item &&
    item.id === id &&
    item.options.length === options.length
  );
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
