import type { LocalDiagnostic } from '../diagnostic.ts';
import { type OptionLine, readOptionLine } from './option-line.ts';
import type { PromptSource, QuestionBody } from './question-source.ts';
import {
  imageElsewhere,
  opensImage,
  splitImages,
  tidyText,
  unclosedCode,
} from './question-texts.ts';

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
};

/** Opens or closes code, like the one for whole texts in `#wording/code.ts`. */
const fence = /^```([\w+#.-]*)[ \t]*$/;

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
  if (opensImage(text)) draft.diagnostics.push({ line, message: imageElsewhere });
};

const addHeading = (draft: Draft, line: number, text: string) => {
  if (!explanationHeading.test(text)) draft.diagnostics.push({ line, message: messages.heading });
  else if (draft.section === 'explanation') {
    draft.diagnostics.push({ line, message: messages.again });
  } else {
    draft.section = 'explanation';
    draft.explanationLine = line;
  }
};

const addText = (draft: Draft, line: number, raw: string) => {
  if (draft.section === 'options' && raw.trim() !== '') {
    draft.diagnostics.push({ line, message: messages.loose });
  }
  if (draft.section === 'explanation' && opensImage(raw)) {
    draft.diagnostics.push({ line, message: imageElsewhere });
  }
};

/** Whether the line is code, or opens or closes it. Options have no fenced code. */
const isCode = (draft: Draft, line: number, raw: string): boolean => {
  const match = fence.exec(raw);
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
  const read = readOptionLine(raw, draft.kind);
  if (read) return addOption(draft, line, read);
  if (nearlyOption.test(start)) {
    const message = draft.kind === 'match' ? messages.pair : messages.option;
    draft.diagnostics.push({ line, message });
  } else if (start.startsWith('>')) addRationale(draft, line, start.slice(1).trim());
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
    diagnostics.push({ line: draft.codeLine, message: unclosedCode });
  draft.explanation = tidyText(text.slice(explanationStart));
  return draft;
};
