import { splitFences } from '#wording/code.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';
import { type OptionLine, readOptionLine } from './option-line.ts';
import {
  findImages,
  type ImageSource,
  marker,
  markers,
  maskCode,
  type PromptSource,
  type QuestionBody,
} from './question-source.ts';

const typedMarker = /\[img-\d+\]/;
const typed = "A marker such as [img-1] is the compiler's: write ![what it shows](file) instead.";

const unclear = 'A picture is not written as ![what it shows](file): correct it.';

const countLines = (text: string) => text.split('\n').length - 1;

/** Whether the text opens an image outside of code. */
const opensImage = (text: string) => text.includes('![') && maskCode(text).includes('![');

/**
 * Splits text at its images outside of code, and adds them to those already found. Nearly all texts
 * have none, which takes two searches to see.
 */
const splitImages = (
  text: string,
  line: number,
  images: ImageSource[],
  diagnostics: LocalDiagnostic[],
): string[] => {
  if (!text.includes('[')) return [text];
  if (typedMarker.test(text)) {
    diagnostics.push({
      line: line + countLines(text.slice(0, text.search(typedMarker))),
      message: typed,
    });
  }
  if (!text.includes('![')) return [text];
  const pieces: string[] = [];
  let end = 0;
  for (const { alt, file, index, end: next } of findImages(text)) {
    pieces.push(text.slice(end, index));
    end = next;
    images.push({ alt, file, line: line + countLines(text.slice(0, index)) });
    pieces.push(marker(images.length));
  }
  pieces.push(text.slice(end));
  if (pieces.some(opensImage)) {
    diagnostics.push({
      line,
      message: unclear,
    });
  }
  return pieces;
};

const nearlyOption = /^[-*+] *\[/;
const heading = /^##+(?: |$)/;
const explanationHeading = /^## Explanation\s*$/;

const messages = {
  option: 'This looks like an option: write "- [ ] text" or "- [x] text" at the start of the line.',
  pair: 'This looks like an option: in a match, write "- prompt => option" or "- => option".',
  loose:
    'Unexpected line between options: an option is one line, its rationale the "> " line under it.',
  rationale: 'A "> " line belongs under the option it explains: move it there.',
  heading: 'The only heading is "## Explanation": remove this one.',
  again: 'There are two explanations: join them.',
  late: 'Options come before "## Explanation": move this one up.',
  code: 'The code block that starts here is never closed: put ``` on a line of its own after it.',
  image: 'A picture can only be in the stem or in an option: move it.',
};

/** Opens or closes code, like the one for whole texts in `#wording/code.ts`. */
const fence = /^```([\w+#.-]*)[ \t]*$/;

const tidyWords = (text: string) =>
  /\s\n|\n\n\n/.test(text)
    ? text
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
    : text;

/**
 * Separates paragraphs by one empty line and keeps single line breaks. Code is a paragraph of its
 * own and stays unchanged.
 */
export const tidyText = (text: string) =>
  splitFences(text)
    .map(({ kind, source }) => (kind === 'block' ? source : tidyWords(source).trim()))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');

const countMarkers = (text: string) => text.match(markers)?.length ?? 0;

/**
 * Why a line can't stand in a question file. What may have images has a marker for each; without
 * their number it may have none, and markers are words.
 */
export const findUnfitLine = (text: string, images?: number): string | undefined => {
  if (!text.includes('[')) return images ? typed : undefined;
  const words = maskCode(text);
  if (words.includes('![')) return images === undefined ? messages.image : unclear;
  const isMarked = [text, words].some((one) => countMarkers(one) !== images);
  return images !== undefined && isMarked ? typed : undefined;
};

/** The same for a tidy text of several lines. */
export const findUnfitBlock = (text: string, images?: number): string | undefined => {
  const isOpen = text.includes('```') && /(?<![^\n])```[\w+#.-]*(?![^\n])/.test(maskCode(text));
  return findUnfitLine(text, images) ?? (isOpen ? messages.code : undefined);
};

const countBreaksBefore = (text: string) => {
  const content = text.search(/\S/);
  return content < 1 ? 0 : text.slice(0, content).split('\n').length - 1;
};

type Draft = QuestionBody & {
  prompts: PromptSource[];
  section: 'stem' | 'options' | 'explanation';
  /** The line that opened the code being read. */
  codeLine: number | undefined;
  kind: string | undefined;
  diagnostics: LocalDiagnostic[];
};

const endStem = (draft: Draft, text: string) => {
  draft.stemLine += countBreaksBefore(text);
  draft.stem = splitImages(text.trim(), draft.stemLine, draft.images, draft.diagnostics)
    .map(tidyText)
    .filter((piece) => piece !== '');
};

const addOption = (draft: Draft, line: number, read: OptionLine) => {
  if (draft.section === 'explanation') draft.diagnostics.push({ line, message: messages.late });
  else draft.section = 'options';
  const textOf = (raw: string) => {
    const pieces = splitImages(raw, line, draft.images, draft.diagnostics);
    return (pieces.length === 1 ? raw : pieces.join('')).trim();
  };
  if (!('prompt' in read)) {
    draft.options.push({ ...read, text: textOf(read.text), rationale: '', line });
    return;
  }
  const [prompt, answer] = [textOf(read.prompt), textOf(read.text)];
  if (prompt) draft.prompts.push({ text: prompt, answer, rationale: '', line });
  // What several prompts need is one option.
  const isKnown = prompt !== '' && draft.options.some(({ text }) => text === answer);
  if (!isKnown) draft.options.push({ text: answer, right: prompt !== '', rationale: '', line });
};

/** What the line before explains: a pair's rationale belongs to its prompt. */
const lastOf = ({ options, prompts }: Draft) => {
  const [option, prompt] = [options.at(-1), prompts.at(-1)];
  return prompt && prompt.line >= (option?.line ?? 0) ? prompt : option;
};

const addRationale = (draft: Draft, line: number, text: string) => {
  const last = draft.section === 'options' ? lastOf(draft) : undefined;
  if (!last) draft.diagnostics.push({ line, message: messages.rationale });
  else last.rationale = last.rationale ? `${last.rationale} ${text}` : text;
  if (opensImage(text)) draft.diagnostics.push({ line, message: messages.image });
};

const addHeading = (draft: Draft, line: number, text: string) => {
  const isExplanation = explanationHeading.test(text);
  if (!isExplanation) draft.diagnostics.push({ line, message: messages.heading });
  else if (draft.section === 'explanation')
    draft.diagnostics.push({ line, message: messages.again });
  if (!isExplanation || draft.section === 'explanation') return;
  draft.section = 'explanation';
  draft.explanationLine = line;
};

const addText = (draft: Draft, line: number, raw: string) => {
  if (draft.section === 'options' && raw.trim() !== '') {
    draft.diagnostics.push({ line, message: messages.loose });
  }
  if (draft.section === 'explanation' && opensImage(raw)) {
    draft.diagnostics.push({ line, message: messages.image });
  }
};

const marks = new Set(['-', '*', '+', '>', '#']);

/** Whether the line is code, or opens or closes it. Options have no fenced code. */
const isCode = (draft: Draft, line: number, raw: string): boolean => {
  const match = raw.startsWith('```') ? fence.exec(raw) : null;
  if (draft.codeLine !== undefined) {
    if (match?.[1] === '') draft.codeLine = undefined;
    return true;
  }
  if (!match || draft.section === 'options') return false;
  draft.codeLine = line;
  return true;
};

const addLine = (draft: Draft, line: number, raw: string) => {
  const start = raw.trimStart();
  const first = start[0];
  const read = readOptionLine(raw, draft.kind);
  if (read) return addOption(draft, line, read);
  if (first === undefined || !marks.has(first)) return addText(draft, line, raw);
  if (nearlyOption.test(start)) {
    const message = draft.kind === 'match' ? messages.pair : messages.option;
    draft.diagnostics.push({ line, message });
  } else if (first === '>') addRationale(draft, line, start.slice(1).trim());
  else if (heading.test(start)) addHeading(draft, line, start);
  else addText(draft, line, raw);
};

/**
 * Reads the part below the front matter, which starts at `firstLine` of the file. It keeps slices,
 * which V8 stores as pointers into `text`, so a large bank is in memory only once.
 */
export const parseBody = (
  text: string,
  firstLine: number,
  diagnostics: LocalDiagnostic[],
  kind?: string,
): QuestionBody => {
  const draft: Draft = {
    section: 'stem',
    codeLine: undefined,
    kind,
    diagnostics,
    stem: [],
    stemLine: firstLine,
    options: [],
    prompts: [],
    explanation: '',
    explanationLine: firstLine,
    images: [],
  };
  let explanationStart = text.length;
  for (let start = 0, line = firstLine; start < text.length; line += 1) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const before = draft.section;
    const raw = text.slice(start, end);
    if (!isCode(draft, line, raw)) {
      // The stem's images are numbered before the first option's.
      if (before === 'stem' && (readOptionLine(raw, kind) || explanationHeading.test(raw))) {
        endStem(draft, text.slice(0, start));
      }
      addLine(draft, line, raw);
      if (before !== 'explanation' && draft.section === 'explanation') explanationStart = end;
    }
    start = end + 1;
  }
  if (draft.section === 'stem') endStem(draft, text);
  if (draft.codeLine !== undefined)
    diagnostics.push({ line: draft.codeLine, message: messages.code });
  draft.explanation = tidyText(text.slice(explanationStart));
  return draft;
};
