import type { LocalDiagnostic } from '../diagnostic.ts';
import { imageEndings } from '../image/image-format.ts';
import type { FrontMatter } from '../parse/question-file.ts';
import {
  type ImageSource,
  type OptionSource,
  proseOf,
  type QuestionBody,
  stemText,
} from '../parse/question-source.ts';
import type { YamlText } from '../parse/yaml-text.ts';

const words = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];
const word = words.join('|');
const anyCase = `${word}|${word.toLowerCase()}|${words.map((text) => text[0] + text.slice(1).toLowerCase()).join('|')}|\\d`;

// "Which TWO actions", "Select the THREE best": a number in capitals after the question word.
const inCapitals = new RegExp(
  `\\b(?:[Ww]hich|[Ww]hat|[Cc]hoose|[Ss]elect|[Pp]ick|[Ii]dentify)(?: [a-z]+){0,3} (${word})\\b`,
  'g',
);
// "(Choose two.)", "Select 3 answers.": an instruction of its own, in any case.
const asOrder = new RegExp(
  `(?:^|[.?!(]\\s*)(?:[Cc]hoose|[Ss]elect|[Pp]ick)(?: the)? (${anyCase})(?: [a-z]+){0,2}(?=[.)]|$)`,
  'gm',
);

// Saves the two searches for nearly every stem.
const mayState = new RegExp(`\\b(?:${word})\\b|[Cc]hoose|[Ss]elect|[Pp]ick`);

const toNumber = (text: string) =>
  /^\d$/.test(text) ? Number(text) : words.indexOf(text.toUpperCase());

/** The numbers of right options that a stem states, such as 2 for "Which TWO …? (Choose two.)". */
export const findStatedCounts = (stem: string): number[] => {
  if (!mayState.test(stem)) return [];
  const matches = [...stem.matchAll(inCapitals), ...stem.matchAll(asOrder)];
  return [...new Set(matches.map((match) => toNumber(match[1] ?? '')))];
};

export type ExamRules = {
  /** Undefined when exam.yaml is invalid. */
  domainIds: ReadonlySet<string> | undefined;
  documentation: readonly string[] | undefined;
};

const hostOf = (url: string) => /^https:\/\/([^/?#]+)/.exec(url)?.[1]?.toLowerCase() ?? '';

export const checkMetadata = (
  { value, lineOf }: YamlText<FrontMatter>,
  { domainIds, documentation }: ExamRules,
): LocalDiagnostic[] => {
  const diagnostics: LocalDiagnostic[] = [];
  if (domainIds && !domainIds.has(value.domain)) {
    const known = [...domainIds].join(', ');
    const message = `The domain "${value.domain}" is not in exam.yaml: use one of ${known}.`;
    diagnostics.push({ line: lineOf(['domain']), message });
  }
  value.references.forEach(({ url }, index) => {
    if (!documentation || documentation.includes(hostOf(url))) return;
    const message = `The reference is not on the vendor's documentation: use ${documentation.join(' or ')}.`;
    diagnostics.push({ line: lineOf(['references', index, 'url']), message });
  });
  return diagnostics;
};

/** What is wrong with a question in any format. Options count from 0. */
export type Flaw =
  | { kind: 'no-text' | 'no-options' | 'none-right' | 'all-right' }
  | { kind: 'empty-option' | 'no-why'; option: number }
  | { kind: 'twin'; option: number; twin: number };

/** Finds the flaws of a question in any format; `words` is its stem without images. */
export const findFlaws = (
  words: string,
  options: readonly Pick<OptionSource, 'text' | 'right' | 'rationale'>[],
): Flaw[] => {
  const flaws: Flaw[] = [];
  if (words.trim() === '') flaws.push({ kind: 'no-text' });
  if (options.length === 0) return [...flaws, { kind: 'no-options' }];
  const known = new Map<string, number>();
  for (const [option, { text, rationale }] of options.entries()) {
    const twin = known.get(text);
    if (text === '') flaws.push({ kind: 'empty-option', option });
    else if (twin !== undefined) flaws.push({ kind: 'twin', option, twin });
    else known.set(text, option);
    if (rationale === '') flaws.push({ kind: 'no-why', option });
  }
  const right = options.filter((option) => option.right).length;
  if (right === 0) flaws.push({ kind: 'none-right' });
  else if (right === options.length) flaws.push({ kind: 'all-right' });
  return flaws;
};

const describeFlaw = (flaw: Flaw, { options, stemLine }: QuestionBody): LocalDiagnostic => {
  const line = options[0]?.line ?? stemLine;
  const lineOf = (option: number) => options[option]?.line ?? line;
  switch (flaw.kind) {
    case 'no-text':
      return { line: stemLine, message: 'The stem has no text: write the question.' };
    case 'no-options':
      return {
        line,
        message: 'The question has no options: add lines "- [x] text" and "- [ ] text".',
      };
    case 'empty-option':
      return { line: lineOf(flaw.option), message: 'The option is empty: write its text.' };
    case 'no-why':
      return {
        line: lineOf(flaw.option),
        message: 'The option has no why: add a line "  > why" under it.',
      };
    case 'twin':
      return {
        line: lineOf(flaw.option),
        message: `The option equals the one on line ${lineOf(flaw.twin)}: make them differ.`,
      };
    case 'none-right':
      return { line, message: 'No option is right: mark the right one with "- [x]".' };
    case 'all-right':
      return { line, message: 'Only right options: add wrong ones with "- [ ]".' };
  }
};

const checkCount = (body: QuestionBody): LocalDiagnostic[] => {
  const right = body.options.filter((option) => option.right).length;
  const stated = findStatedCounts(proseOf(stemText(body)));
  const wrong = stated.find((count) => count !== right);
  const line = body.stemLine;
  if (right > 0 && wrong !== undefined) {
    return [
      { line, message: `The stem asks for ${wrong} but ${right} are right: make them agree.` },
    ];
  }
  return right > 1 && stated.length === 0
    ? [{ line, message: `${right} options are right: say so in the stem, as in "Which TWO …?".` }]
    : [];
};

const checkExplanation = ({ explanation, explanationLine }: QuestionBody): LocalDiagnostic[] => {
  const message = 'The question has no explanation: add "## Explanation" and a text at the end.';
  return explanation === '' ? [{ line: explanationLine, message }] : [];
};

/** Checks a question's body, except for its image files. */
export const checkBody = (body: QuestionBody): LocalDiagnostic[] => [
  ...findFlaws(stemText(body), body.options).map((flaw) => describeFlaw(flaw, body)),
  ...checkExplanation(body),
  ...checkCount(body),
];

const nameImage = (questionId: string, number: number) => `${questionId}.img-${number}`;

const endings = [...imageEndings];
const isNamed = (file: string, stem: string) =>
  endings.some((ending) => file === `${stem}.${ending}`);

/** Checks the images in a question's text against the files beside it. */
export const checkImages = (
  questionId: string,
  images: readonly ImageSource[],
  files: ReadonlySet<string>,
): LocalDiagnostic[] =>
  images.flatMap(({ file, alt, line }, index) => {
    const diagnostics: LocalDiagnostic[] = [];
    const name = nameImage(questionId, index + 1);
    if (alt === '') {
      const message = 'The picture has no alternative text: say between [ and ] what it shows.';
      diagnostics.push({ line, message });
    }
    if (!isNamed(file, name)) {
      const message = `The picture "${file}" is number ${index + 1} in its file: name it ${name}.${endings.join(', .')}.`;
      diagnostics.push({ line, message });
    } else if (!files.has(file)) {
      diagnostics.push({ line, message: `There is no file ${file} beside the question: add it.` });
    }
    return diagnostics;
  });

const longestId = 100;
// Names that Windows reserves for devices.
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Whether an id is valid for a new question: it must fit file names and addresses anywhere. */
export const isQuestionId = (id: string): boolean =>
  id.length <= longestId && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id) && !reserved.test(id);
