import type { FrontMatter } from '../parse/question-file.ts';
import {
  type PictureSource,
  proseOf,
  type QuestionBody,
  stemText,
} from '../parse/question-source.ts';
import type { Fault, YamlText } from '../parse/yaml-text.ts';
import { pictureEndings } from '../picture/picture-format.ts';

const words = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];
const word = words.join('|');
const anyCase = `${word}|${word.toLowerCase()}|${words.map((text) => text[0] + text.slice(1).toLowerCase()).join('|')}|\\d`;

// "Which TWO actions", "Select the THREE best": a number in capitals soon after the asking word.
const inCapitals = new RegExp(
  `\\b(?:[Ww]hich|[Ww]hat|[Cc]hoose|[Ss]elect|[Pp]ick|[Ii]dentify)(?: [a-z]+){0,3} (${word})\\b`,
  'g',
);
// "(Choose two.)", "Select 3 answers.": the order itself, in any case, as a sentence of its own.
const asOrder = new RegExp(
  `(?:^|[.?!(]\\s*)(?:[Cc]hoose|[Ss]elect|[Pp]ick)(?: the)? (${anyCase})(?: [a-z]+){0,2}(?=[.)]|$)`,
  'gm',
);

// Spares nearly every stem the two searches.
const mayState = new RegExp(`\\b(?:${word})\\b|[Cc]hoose|[Ss]elect|[Pp]ick`);

const toNumber = (text: string) =>
  /^\d$/.test(text) ? Number(text) : words.indexOf(text.toUpperCase());

/** The numbers of right options that a stem states: "Which TWO …? (Choose two.)" states 2. */
export const findStatedCounts = (stem: string): number[] => {
  if (!mayState.test(stem)) return [];
  const matches = [...stem.matchAll(inCapitals), ...stem.matchAll(asOrder)];
  return [...new Set(matches.map((match) => toNumber(match[1] ?? '')))];
};

export type ExamRules = {
  /** Undefined when exam.yaml is refused itself. */
  domainIds: ReadonlySet<string> | undefined;
  documentation: readonly string[] | undefined;
};

const hostOf = (url: string) => /^https:\/\/([^/?#]+)/.exec(url)?.[1]?.toLowerCase() ?? '';

export const refuseMatter = (
  { value, lineOf }: YamlText<FrontMatter>,
  { domainIds, documentation }: ExamRules,
): Fault[] => {
  const faults: Fault[] = [];
  if (domainIds && !domainIds.has(value.domain)) {
    const known = [...domainIds].join(', ');
    const message = `The domain "${value.domain}" is not in exam.yaml: use one of ${known}.`;
    faults.push({ line: lineOf(['domain']), message });
  }
  value.references.forEach(({ url }, index) => {
    if (!documentation || documentation.includes(hostOf(url))) return;
    const message = `The reference is not on the vendor's documentation: use ${documentation.join(' or ')}.`;
    faults.push({ line: lineOf(['references', index, 'url']), message });
  });
  return faults;
};

const refuseOptions = ({ options, stemLine }: QuestionBody): Fault[] => {
  const faults: Fault[] = [];
  const lines = new Map<string, number>();
  for (const { text, why, line } of options) {
    const twin = lines.get(text);
    if (text === '') faults.push({ line, message: 'The option is empty: write its text.' });
    else if (twin !== undefined) {
      faults.push({
        line,
        message: `The option equals the one on line ${twin}: make them differ.`,
      });
    } else lines.set(text, line);
    if (why === '') {
      faults.push({ line, message: 'The option has no why: add a line "  > why" under it.' });
    }
  }
  const right = options.filter((option) => option.right).length;
  const line = options[0]?.line ?? stemLine;
  if (options.length === 0) {
    faults.push({
      line,
      message: 'The question has no options: add lines "- [x] text" and "- [ ] text".',
    });
  } else if (right === 0) {
    faults.push({ line, message: 'No option is right: mark the right one with "- [x]".' });
  } else if (right === options.length) {
    faults.push({ line, message: 'Only right options: add wrong ones with "- [ ]".' });
  }
  return faults;
};

const refuseCount = (body: QuestionBody): Fault[] => {
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

const refuseTexts = (body: QuestionBody): Fault[] => {
  const faults: Fault[] = [];
  if (stemText(body) === '') {
    faults.push({ line: body.stemLine, message: 'The stem has no text: write the question.' });
  }
  if (body.explanation === '') {
    const message = 'The question has no explanation: add "## Explanation" and a text at the end.';
    faults.push({ line: body.explanationLine, message });
  }
  return faults;
};

/** What makes a question's body unusable or wrong, apart from its pictures' files. */
export const refuseBody = (body: QuestionBody): Fault[] => [
  ...refuseTexts(body),
  ...refuseOptions(body),
  ...refuseCount(body),
];

const namePicture = (questionId: string, number: number) => `${questionId}.img-${number}`;

const endings = [...pictureEndings];
const isNamed = (file: string, stem: string) =>
  endings.some((ending) => file === `${stem}.${ending}`);

/** Pictures as the question's text has them, against the names of the files beside it. */
export const refusePictures = (
  questionId: string,
  pictures: readonly PictureSource[],
  files: ReadonlySet<string>,
): Fault[] =>
  pictures.flatMap(({ file, alt, line }, index) => {
    const faults: Fault[] = [];
    const name = namePicture(questionId, index + 1);
    if (alt === '') {
      const message = 'The picture has no alternative text: say between [ and ] what it shows.';
      faults.push({ line, message });
    }
    if (!isNamed(file, name)) {
      const message = `The picture "${file}" is number ${index + 1} in its file: name it ${name}.${endings.join(', .')}.`;
      faults.push({ line, message });
    } else if (!files.has(file)) {
      faults.push({ line, message: `There is no file ${file} beside the question: add it.` });
    }
    return faults;
  });
