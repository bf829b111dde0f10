import { type QuestionSource, stemText } from '../parse/question-source.ts';
import type { Coverage } from '../parse/schemas.ts';
import { aboutExam, type Rule } from './warning.ts';

type Subject = Coverage['services'][number];

/** Finds a subject's names as whole words, in any case, with or without a plural "s". */
const patternOf = ({ name, match }: Subject) => {
  const names = [name, ...match].map((one) =>
    one.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/ /g, '\\s'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})s?(?![\\p{L}\\p{N}])`, 'iu');
};

const keysOf = ({ options }: QuestionSource) =>
  options
    .filter(({ right }) => right)
    .map(({ text }) => text)
    .join('\n');

const findMissing = (subjects: readonly Subject[], texts: readonly string[]) => {
  const text = texts.join('\n');
  return {
    of: subjects.length,
    missing: subjects.filter((subject) => !patternOf(subject).test(text)).map(({ name }) => name),
  };
};

/** Which tasks no question asks, which services no right option names, and which cases no stem tells. */
export const measureCoverage = (
  { tasks, services, cases }: Coverage,
  questions: readonly QuestionSource[],
) => {
  const known = new Set(questions.map(({ task }) => task));
  return {
    tasks: { of: tasks.length, missing: tasks.filter((task) => !known.has(task)) },
    services: findMissing(services, questions.map(keysOf)),
    cases: findMissing(cases, questions.map(stemText)),
  };
};

/** How many of the questions tell of one of the cases. */
export const countCaseQuestions = (
  cases: readonly Subject[],
  questions: readonly QuestionSource[],
) => {
  const patterns = cases.map(patternOf);
  return questions.map(stemText).filter((stem) => patterns.some((one) => one.test(stem))).length;
};

/** Each task has a question, each service is named by a right option, and each case is told. */
export const findUncovered: Rule = (exam) => {
  if (!exam.coverage) return [];
  const { tasks, services, cases } = measureCoverage(exam.coverage, exam.questions);
  const missing = [...tasks.missing, ...services.missing, ...cases.missing];
  if (missing.length === 0) return [];
  const message = `Tasks without a question, services that no right option names, or cases that no stem tells (${missing.join(', ')}): write a question for each, or mend coverage.yaml.`;
  return [aboutExam(exam, message)];
};
