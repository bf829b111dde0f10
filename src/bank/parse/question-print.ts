import { printOptionLine } from './option-line.ts';
import {
  type ImageSource,
  type Metadata,
  marker,
  markers,
  metadataOf,
  type OptionSource,
  type PromptSource,
} from './question-source.ts';

export type PrintableQuestion = Metadata & {
  /** Text and `[img-n]` in turn. */
  stem: readonly string[];
  options: readonly Omit<OptionSource, 'line'>[];
  prompts?: readonly Omit<PromptSource, 'line'>[] | undefined;
  explanation: string;
  images: readonly Omit<ImageSource, 'line'>[];
};

// A JSON string is a double-quoted YAML string. Plain words need no quotes.
const isPlain = (text: string) =>
  /^(?!(?:true|false|null|yes|no|on|off)$)[A-Za-z](?:[\w ./()-]*[\w./()-])?$/i.test(text) ||
  /^https:\/\/[\w./#?=&%-]+$/.test(text) ||
  /^\d{4}-\d\d-\d\d$/.test(text);

/** A text as a YAML value. */
export const printScalar = (text: string) => (isPlain(text) ? text : JSON.stringify(text));

const printPair = (key: string, value: string | number | boolean | undefined) => {
  if (value === undefined) return [];
  return [`${key}: ${typeof value === 'string' ? printScalar(value) : value}`];
};

const printReferences = (references: NonNullable<Metadata['references']>) => {
  const lines = references.flatMap(({ title, url }) =>
    [...printPair('title', title), ...printPair('url', url)].map(
      (line, index) => `${index === 0 ? '  - ' : '    '}${line}`,
    ),
  );
  return lines.length === 0 ? [] : ['references:', ...lines];
};

/** Options are shuffled unless the file says otherwise. */
const printMetadata = (question: Metadata) =>
  Object.entries(metadataOf(question)).flatMap(([key, value]) =>
    Array.isArray(value) ? printReferences(value) : value === true ? [] : printPair(key, value),
  );

/** The lines of a question's answers with their rationales: a match has its pairs, then what is left over. */
const listLines = ({ kind, options, prompts = [] }: PrintableQuestion) => {
  if (kind !== 'match') {
    return options.map((option) => ({ print: printOptionLine(option), ...option }));
  }
  const leftOver = options
    .filter(({ right }) => !right)
    .map((option) => ({ ...option, prompt: '' }));
  const pairs = prompts.map((pair) => ({ ...pair, prompt: pair.text, text: pair.answer }));
  return [...pairs, ...leftOver].map(({ prompt, text, rationale }) => ({
    print: printOptionLine({ prompt, text }),
    rationale,
  }));
};

/** The text of a question file. Missing parts are left out. */
export const printQuestion = (question: PrintableQuestion): string => {
  const { stem, explanation, images } = question;
  const links = new Map(
    images.map(({ alt, file }, index) => [marker(index + 1), `![${alt}](${file})`]),
  );
  const show = (text: string) => text.replace(markers, (found) => links.get(found) ?? found);
  const lines = [
    '---',
    ...printMetadata(question),
    '---',
    stem.map(show).join('\n\n'),
    '',
    ...listLines(question).flatMap(({ print, rationale }) => [
      show(print),
      ...(rationale === '' ? [] : [`  > ${rationale}`]),
    ]),
    ...(explanation === '' ? [] : ['', '## Explanation', '', explanation]),
  ];
  return `${lines.join('\n')}\n`;
};
