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

/**
 * Which of the guide's tasks and services some question is about: `named` services stand in a right
 * option, others in a stem that asks about a part of them.
 */
export const measureCoverage = (
  { tasks, services }: Coverage,
  questions: readonly QuestionSource[],
) => {
  const known = new Set(questions.map(({ task }) => task));
  const keys = questions.map(keysOf).join('\n');
  const stems = questions.map(stemText).join('\n');
  const found = services.map(({ name, match }) => {
    const pattern = patternOf([name, ...match]);
    return { name, isNamed: pattern.test(keys), isAsked: pattern.test(stems) };
  });
  return {
    tasks: { of: tasks.length, missing: tasks.filter((task) => !known.has(task)) },
    services: {
      of: services.length,
      named: found.filter(({ isNamed }) => isNamed).length,
      missing: found.flatMap(({ name, isNamed, isAsked }) => (isNamed || isAsked ? [] : [name])),
    },
  };
};

/** Every task and service that the exam guide names is some question's subject. */
export const findUncovered: Rule = (exam) => {
  if (!exam.coverage) return [];
  const { tasks, services } = measureCoverage(exam.coverage, exam.questions);
  const missing = [...tasks.missing, ...services.missing];
  if (missing.length === 0) return [];
  const message = `The guide names what no question is about (${missing.join(', ')}): write a question for each, or mend coverage.yaml.`;
  return [aboutExam(exam, message)];
};
