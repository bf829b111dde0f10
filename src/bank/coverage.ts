import { type QuestionSource, stemText } from './parse/question-source.ts';
import type { Coverage } from './parse/schemas.ts';

type Subject = Coverage['services'][number];

/** A pattern for any of these texts. */
export const oneOf = (texts: readonly string[]) =>
  texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/ /g, '\\s')).join('|');

/** Finds names as whole words, in any case, with or without a plural "s". */
export const anyOf = (names: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${oneOf(names)})s?(?![\\p{L}\\p{N}])`, 'iu');

const patternOf = ({ name, match }: Subject) => anyOf([name, ...match]);

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

/** Right options that name what the guide has as out of scope. */
export const findOutOfScope = ({ outOfScope }: Coverage, { options }: QuestionSource) =>
  options
    .filter(({ right }) => right)
    .flatMap(({ text, line }) =>
      outOfScope
        .filter((subject) => patternOf(subject).test(text))
        .map(({ name }) => ({ name, line })),
    );

/** The tasks without a question, the services no right option names, and the cases no stem uses. */
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

/** How many of the questions use one of the cases. */
export const countCaseQuestions = (
  cases: readonly Subject[],
  questions: readonly QuestionSource[],
) => {
  const patterns = cases.map(patternOf);
  return questions.map(stemText).filter((stem) => patterns.some((one) => one.test(stem))).length;
};
