import { metadataOf } from '#bank/parse/question-source.ts';
import { failed, success } from '#contract/result.ts';
import { addItem, emptyReading, type Item, type Reading, type ReadSource } from '../item.ts';
import { type Outgoing, printMarkup, type WriteQuestions } from '../outgoing.ts';
import {
  classifyLine,
  type ItemMeta,
  type LineKind,
  printMeta,
  readMeta,
} from './markdown-lines.ts';
import { readImages, readReferenceLines } from './markup.ts';

type Section = 'stem' | 'options' | 'after' | 'explanation' | 'references';

/** A question of a Markdown bank while it is read. */
type MarkdownDraft = {
  line: number;
  section: Section;
  /** Set when an export wrote the question, whose lines are then taken literally. */
  meta: ItemMeta | undefined;
  stem: string[];
  options: { text: string; right: boolean; rationale: string[] }[];
  explanation: string[];
  references: string[];
  notes: string[];
  reason: string | undefined;
};

const startDraft = (line: number, stem: string, meta?: ItemMeta): MarkdownDraft => ({
  line,
  section: 'stem',
  meta,
  stem: [stem],
  options: [],
  explanation: [],
  references: [],
  notes: [],
  reason: undefined,
});

const toItem = (draft: MarkdownDraft): Item => {
  const withTags = draft.meta === undefined;
  const rich = (lines: readonly string[], glue: string) =>
    readImages(lines.join(glue).trim(), withTags);
  const listed = readReferenceLines(draft.references.join('\n'));
  return {
    ...draft.meta,
    references: draft.meta?.references ?? listed,
    place: { line: draft.line },
    stem: rich(draft.stem, '\n'),
    options: draft.options.map(({ text, right, rationale }) => ({
      text: rich([text], ''),
      right,
      rationale: rich(rationale, ' '),
    })),
    explanation: rich(draft.explanation, '\n'),
    notes: draft.notes,
  };
};

const endDraft = (draft: MarkdownDraft, reading: Reading): void => {
  const reason = draft.reason ?? (draft.options.length === 0 ? 'has no options' : undefined);
  const item = reason === undefined ? success(toItem(draft)) : failed(reason);
  addItem(reading, { line: draft.line }, draft.stem.join(' '), item);
};

const explainedByText = 'the text after the options is taken as the explanation';

const addOption = (draft: MarkdownDraft, line: number, text: string, right: boolean) => {
  if (draft.section === 'explanation' || draft.section === 'references') {
    draft.reason ??= `has an option after its explanation, on line ${line}`;
  }
  draft.section = 'options';
  draft.options.push({ text, right, rationale: [] });
};

const addAfterOptions = (draft: MarkdownDraft, raw: string, kind: LineKind) => {
  const last = draft.options.at(-1);
  const continues =
    kind.kind === 'text' && (draft.section === 'options' || (kind.isIndented && !draft.meta));
  if (continues && last) {
    last.text += ` ${raw.trim()}`;
    return;
  }
  draft.section = 'explanation';
  draft.explanation.push(raw);
  draft.notes.push(explainedByText);
};

const addText = (draft: MarkdownDraft, raw: string, kind: LineKind) => {
  if (draft.section === 'stem') draft.stem.push(raw);
  else if (draft.section === 'references') draft.references.push(raw);
  else if (draft.section === 'explanation') {
    if (draft.meta || kind.kind !== 'ornament') draft.explanation.push(raw);
  } else if (kind.kind === 'empty') draft.section = 'after';
  else if (kind.kind !== 'ornament') addAfterOptions(draft, raw, kind);
};

const isTicked = /\[[xX]\]/;

const addLine = (draft: MarkdownDraft, line: number, raw: string, kind: LineKind) => {
  const isHeading = raw.startsWith('#');
  switch (kind.kind) {
    case 'option':
      return addOption(draft, line, kind.text, kind.right);
    case 'nearly':
      // It may be ticked, so it must not become part of a text.
      if (draft.section !== 'explanation' || isTicked.test(raw)) {
        draft.reason ??= `has a line that is nearly an option, ${line}: write "- [ ] text" or "- [x] text"`;
      }
      return addText(draft, raw, { kind: 'text', isIndented: false });
    case 'why': {
      const last = draft.options.at(-1);
      if (draft.section !== 'options' && draft.section !== 'after') {
        return addText(draft, raw, { kind: 'text', isIndented: false });
      }
      last?.rationale.push(kind.text);
      return;
    }
    case 'explanation':
    case 'references':
      if (draft.section === 'stem' || (draft.meta && !isHeading)) return addText(draft, raw, kind);
      draft.section = kind.kind;
      if (kind.text !== '') draft[kind.kind].push(kind.text);
      return;
    default:
      return addText(draft, raw, kind);
  }
};

/** In a question from an export a heading is text: the next one begins with a comment. */
const endsQuestion = (draft: MarkdownDraft | undefined, raw: string, kind: LineKind) =>
  kind.kind === 'heading' && !draft?.meta && !(draft?.section === 'stem' && /^#(?!#)/.test(raw));

const ownFence = /^```([\w+#.-]*)[ \t]*$/;
const foreignFence = /^[ \t]{0,3}(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^`]*$/;
const farthestFence = 300;

/** The code block that opens on a line, as the bank writes it, and its last line. */
const readFence = (lines: readonly string[], at: number, isOwn: boolean) => {
  const opening = lines[at] ?? '';
  const own = ownFence.exec(opening);
  const [, sign = '', language = ''] = foreignFence.exec(opening) ?? [];
  if (isOwn ? !own : sign === '') return undefined;
  const closes = (line: string) => (isOwn ? line.trimEnd() === '```' : line.trim() === sign);
  for (let end = at + 1; end < Math.min(lines.length, at + farthestFence); end += 1) {
    if (!closes(lines[end] ?? '')) continue;
    const code = lines.slice(at + 1, end);
    if (code.some((line) => line.startsWith('```'))) return undefined;
    return { end, text: [`\`\`\`${own?.[1] ?? language}`, ...code, '```'].join('\n') };
  }
  return undefined;
};

const addCode = (draft: MarkdownDraft, code: string) => {
  const option = draft.section === 'options' ? draft.options.at(-1) : undefined;
  if (option) option.text += `\n${code}\n`;
  else if (draft.section === 'after') addAfterOptions(draft, code, { kind: 'fence' });
  else if (draft.section === 'stem') draft.stem.push(code);
  else if (draft.section === 'explanation') draft.explanation.push(code);
};

/**
 * Reads a Markdown bank: `### stem`, images, `- [x]` and `- [ ]` lines, `> why` under them, and
 * an explanation under a heading or after "Explanation:". Other headings end a question.
 */
export const readMarkdown: ReadSource = (text) => {
  const reading = emptyReading();
  const lines = text.split('\n');
  let draft: MarkdownDraft | undefined;
  let meta: ItemMeta | undefined;
  let fenceEnd = -1;
  const end = () => {
    if (draft) endDraft(draft, reading);
    draft = undefined;
  };
  lines.forEach((raw, index) => {
    const line = index + 1;
    if (index <= fenceEnd) return;
    const kind = classifyLine(raw);
    if (kind.kind === 'meta') {
      end();
      meta = readMeta(kind.text);
      return;
    }
    if (kind.kind === 'question' || (meta && raw.startsWith('### '))) {
      end();
      draft = startDraft(line, raw.slice(3).trim(), meta);
      meta = undefined;
      return;
    }
    const code =
      kind.kind === 'fence' && draft && draft.section !== 'references'
        ? readFence(lines, index, draft.meta !== undefined)
        : undefined;
    if (draft && code) {
      addCode(draft, code.text);
      fenceEnd = code.end;
      return;
    }
    if (endsQuestion(draft, raw, kind)) end();
    else if (draft) addLine(draft, line, raw, kind);
    else if (kind.kind === 'option' || kind.kind === 'nearly') {
      draft = startDraft(line, '');
      draft.reason = 'has options but no "### " line with the question above them';
      addLine(draft, line, raw, kind);
    }
  });
  end();
  return success(reading);
};

const printOne = (question: Outgoing, address: Parameters<WriteQuestions>[1]): string => {
  const { id, stem, options, explanation, shuffle } = question;
  return [
    printMeta({ ...metadataOf(question), id, shuffle: shuffle === false ? false : undefined }),
    `### ${printMarkup(stem, address, '\n\n')}`,
    '',
    ...options.flatMap(({ text, right, rationale }) => [
      `- [${right ? 'x' : ' '}] ${printMarkup(text, address, '')}`,
      ...(rationale === '' ? [] : [`  > ${rationale}`]),
    ]),
    ...(explanation === '' ? [] : ['', '#### Explanation', '', explanation]),
    '',
  ].join('\n');
};

/** Whether the importer reads it as one question, since a line may look like another part. */
const isWhole = (text: string, question: Outgoing) => {
  const read = readMarkdown(text);
  const [item] = read.ok && read.value.rejected.length === 0 ? read.value.items : [];
  return item?.id === question.id && item.options.length === question.options.length;
};

export const writeMarkdown: WriteQuestions = (questions, address, { name }) => {
  const rejected: { id: string; reason: string }[] = [];
  const texts = questions.flatMap((question) => {
    // Inlined images would slow this check.
    const short = printOne(question, (image) => image.name);
    if (isWhole(short, question)) return printOne(question, address);
    rejected.push({
      id: question.id,
      reason: 'has a line that Markdown would take for another part',
    });
    return [];
  });
  return { text: [`# ${name.replace(/\s+/g, ' ')}\n`, ...texts].join('\n'), rejected };
};
