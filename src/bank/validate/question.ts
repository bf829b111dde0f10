import { findStatedCounts } from '#wording/stated-counts.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';
import { imageEndings } from '../image/image-format.ts';
import type { FrontMatter } from '../parse/question-file.ts';
import {
  type ImageSource,
  proseOf,
  type QuestionBody,
  stemText,
} from '../parse/question-source.ts';
import type { YamlText } from '../parse/yaml-text.ts';

/**
 * What a question is refused for. To add a reason: return a diagnostic, "what is wrong: what to do
 * about it.", with its line, from `findFlaws` (imports refuse it too), `checkBody` (a file in the
 * bank must not have it), `checkMetadata` (front matter) or `checkImages`; then name it in the
 * specification and add its case to bank-diagnostics.test.ts.
 */
export type ExamRules = {
  /** Undefined when exam.yaml is invalid. */
  domainIds: ReadonlySet<string> | undefined;
  documentation: readonly string[] | undefined;
};

const hostOf = (url: string) => /^https:\/\/([^/?#]+)/.exec(url)?.[1]?.toLowerCase() ?? '';

/** Finds references to pages that are not the vendor's own. */
export const checkReferences = (
  { value, lineOf }: YamlText<Pick<FrontMatter, 'references'>>,
  documentation: ExamRules['documentation'],
): LocalDiagnostic[] =>
  value.references.flatMap(({ url }, index) => {
    if (!documentation || documentation.includes(hostOf(url))) return [];
    const message = `The reference is not on the vendor's documentation: use ${documentation.join(' or ')}.`;
    return [{ line: lineOf(['references', index, 'url']), message }];
  });

export const checkMetadata = (
  matter: YamlText<FrontMatter>,
  { domainIds, documentation }: ExamRules,
): LocalDiagnostic[] => {
  const { domain } = matter.value;
  const references = checkReferences(matter, documentation);
  if (!domainIds || domainIds.has(domain)) return references;
  const known = [...domainIds].join(', ');
  const message = `The domain "${domain}" is not in exam.yaml: use one of ${known}.`;
  return [{ line: matter.lineOf(['domain']), message }, ...references];
};

type CheckedBody = QuestionBody & { kind?: string | undefined };

/** They name no format, since imports give them for files of any. */
const messages = {
  none: 'The question has no options: add right and wrong ones.',
  noRight: 'No option is right: mark the right one.',
  onlyRight: 'Only right options: add a wrong one.',
  fewSteps: 'An order needs two numbered steps: add what is missing.',
  steps: 'The steps are numbered 1, 2, 3 from top to bottom: correct this number.',
  fewPrompts: 'A match needs two prompts, each with its option: add what is missing.',
  onePair: 'Every prompt has the same option: add one that another prompt needs.',
};

/** Empty and equal texts of a list. */
const findTwins = (list: readonly { text: string; line: number }[], what: string) => {
  const known = new Map<string, number>();
  return list.flatMap(({ text, line }, index) => {
    const twin = known.get(text);
    const name = `${what} ${index + 1}`;
    if (text === '') return [{ line, message: `${name} is empty: write its text.` }];
    known.set(text, twin ?? index + 1);
    if (twin === undefined) return [];
    return [{ line, message: `${name} equals ${what.toLowerCase()} ${twin}: make them differ.` }];
  });
};

/** The answers of a kind, as a learner needs them to have one right answer. */
const findKindFlaws = ({ kind, options, prompts = [], stemLine }: CheckedBody) => {
  const [first] = options;
  const line = first?.line ?? stemLine;
  const right = options.filter((option) => option.right);
  if (!first) return [{ line, message: messages.none }];
  if (kind === 'match') {
    if (prompts.length < 2) return [{ line, message: messages.fewPrompts }];
    const isTold = prompts.every(({ answer }) => answer === prompts[0]?.answer);
    if (isTold || options.length < 2) return [{ line, message: messages.onePair }];
    return findTwins(prompts, 'Prompt');
  }
  if (right.length === 0) return [{ line, message: messages.noRight }];
  if (kind !== 'order') {
    return right.length === options.length ? [{ line, message: messages.onlyRight }] : [];
  }
  if (right.length < 2) return [{ line, message: messages.fewSteps }];
  const wrong = right.find(({ step }, index) => step !== index + 1);
  return wrong ? [{ line: wrong.line, message: messages.steps }] : [];
};

/** Finds what no question may have, not even one that is still incomplete. */
export const findFlaws = (body: CheckedBody): LocalDiagnostic[] => {
  const flaws = [...findTwins(body.options, 'Option'), ...findKindFlaws(body)];
  if (stemText(body).trim() !== '') return flaws;
  return [{ line: body.stemLine, message: 'The stem has no text: write the question.' }, ...flaws];
};

const findMissing = ({
  options,
  prompts = [],
  explanation,
  explanationLine,
}: QuestionBody): LocalDiagnostic[] => {
  const message = 'This option has no rationale: add a line "  > rationale" under it.';
  // What a match uses is explained with its prompts.
  const explained = prompts.length > 0 ? options.filter(({ right }) => !right) : options;
  const diagnostics = [...prompts, ...explained]
    .filter(({ rationale }) => rationale === '')
    .map(({ line }) => ({ line, message }));
  if (explanation !== '') return diagnostics;
  const add = 'The question has no explanation: add "## Explanation" and a text at the end.';
  return [...diagnostics, { line: explanationLine, message: add }];
};

const checkCount = (body: QuestionBody): LocalDiagnostic[] => {
  const right = body.options.filter((option) => option.right).length;
  const stated = findStatedCounts(proseOf(stemText(body)));
  const wrong = stated.find((count) => count !== right);
  const refuse = (message: string) => [{ line: body.stemLine, message }];
  if (right > 0 && wrong !== undefined) {
    return refuse(`The stem asks for ${wrong} but ${right} are right: make them agree.`);
  }
  return right > 1 && stated.length === 0
    ? refuse(`${right} options are right: say so in the stem, as in "Which TWO …?".`)
    : [];
};

/** Checks a question's body, except for its image files. */
export const checkBody = (body: CheckedBody): LocalDiagnostic[] => [
  ...findFlaws(body),
  ...findMissing(body),
  // Only a choice tells how many to choose.
  ...(body.kind ? [] : checkCount(body)),
];

const isNamed = (file: string, stem: string) =>
  imageEndings.some((ending) => file === `${stem}.${ending}`);

/** Checks the images in a question's text against the files beside it. */
export const checkImages = (
  questionId: string,
  images: readonly ImageSource[],
  files: ReadonlySet<string>,
): LocalDiagnostic[] =>
  images.flatMap(({ file, alt, line }, index) => {
    const diagnostics: LocalDiagnostic[] = [];
    const name = `${questionId}.img-${index + 1}`;
    if (alt === '') {
      const message = 'The picture has no alternative text: say between [ and ] what it shows.';
      diagnostics.push({ line, message });
    }
    if (!isNamed(file, name)) {
      const message = `The picture "${file}" is number ${index + 1} in its file: name it ${name}.${imageEndings.join(', .')}.`;
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
