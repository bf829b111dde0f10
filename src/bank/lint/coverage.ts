import { type QuestionSource, stemText } from '../parse/question-source.ts';
import type { Coverage } from '../parse/schemas.ts';
import type { ExamSource } from '../read/bank-source.ts';
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

export type CoverageReport = {
  tasks: { of: number; missing: string[] };
  /** `named` stand in a right option; others stand in a stem, which asks about a part of them. */
  services: { of: number; named: number; missing: string[] };
};

/** Which of the guide's tasks and services some question is about. */
export const measureCoverage = (
  { tasks, services }: Coverage,
  questions: readonly QuestionSource[],
): CoverageReport => {
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

/** The list must be of the guide that exam.yaml names, and know every task of the questions. */
export const findStaleCoverage: Rule = (exam: ExamSource) => {
  const { coverage, outline, questions } = exam;
  if (!coverage) return [];
  const unknown = new Set(questions.flatMap(({ task = [] }) => task));
  for (const task of coverage.tasks) unknown.delete(task);
  const messages = [...unknown].map(
    (task) => `coverage.yaml has no task "${task}": add it there or correct the questions.`,
  );
  if (coverage.version !== outline.version) {
    messages.push(
      `coverage.yaml is of guide ${coverage.version}, exam.yaml of ${outline.version}: compare it with that guide.`,
    );
  }
  return messages.map((message) => aboutExam(exam, message));
};
