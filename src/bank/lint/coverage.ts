import { type QuestionSource, stemText } from '../parse/question-source.ts';
import type { Coverage } from '../parse/schemas.ts';
import { aboutExam, type Rule } from './warning.ts';

/** Finds a name as whole words, in any case, with or without a plural "s". */
const patternOf = (names: readonly string[]) => {
  const words = names.map((name) =>
    name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/ /g, '\\s'),
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})s?(?![\\p{L}\\p{N}])`, 'iu');
};

const keysOf = ({ options }: QuestionSource) =>
  options
    .filter(({ right }) => right)
    .map(({ text }) => text)
    .join('\n');

type Subject = Coverage['services'][number];

const findMissing = (subjects: readonly Subject[], texts: readonly string[]) => {
  const text = texts.join('\n');
  return {
    of: subjects.length,
    missing: subjects
      .filter(({ name, match }) => !patternOf([name, ...match]).test(text))
      .map(({ name }) => name),
  };
};

/** The guide's tasks and services that no question asks, a service as its right option, and the cases that none tells of. */
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

/** The questions that tell of one of the cases. */
export const findCaseQuestions = (
  { cases }: Pick<Coverage, 'cases'>,
  questions: readonly QuestionSource[],
) => {
  const patterns = cases.map(({ name, match }) => patternOf([name, ...match]));
  return questions.filter((question) =>
    patterns.some((pattern) => pattern.test(stemText(question))),
  );
};

/** Every task, service, and case that the exam guide names is some question's subject. */
export const findUncovered: Rule = (exam) => {
  if (!exam.coverage) return [];
  const { tasks, services, cases } = measureCoverage(exam.coverage, exam.questions);
  const missing = [...tasks.missing, ...services.missing, ...cases.missing];
  if (missing.length === 0) return [];
  const message = `The guide names what no question is about (${missing.join(', ')}): write a question for each, or mend coverage.yaml.`;
  return [aboutExam(exam, message)];
};
