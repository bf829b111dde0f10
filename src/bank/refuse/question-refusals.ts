import type { FrontMatter } from '../parse/front-matter.ts';
import { proseOf, type QuestionBody, stemText } from '../parse/question-source.ts';
import type { Fault, YamlText } from '../parse/yaml-text.ts';
import { findStatedCounts } from './count-statement.ts';

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
