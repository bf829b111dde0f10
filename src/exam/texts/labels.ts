import type { Provider } from '#contract/wire.ts';
import { counted } from '#primitives/counted.ts';

/** How many exams a provider's card on home lists; its heading leads to all of them. */
export const LISTED = 5;

/** '1 Exam' or 'N Exams' on a provider's card (spec: Strings). */
export const examCountText = (count: number) => counted(count, 'Exam');

/** How much there is to practice: questions if every provider says how many, otherwise exams. */
export const amountText = (providers: Provider[]) => {
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const questions = providers.flatMap(({ questionCount }) => questionCount ?? []);
  const total = sum(questions);
  if (providers.length === 0) return '';
  if (questions.length === providers.length) {
    return counted(total, 'original question');
  }
  const exams = examCountText(sum(providers.map(({ examCount }) => examCount)));
  return `${exams.toLowerCase()} · original questions`;
};

/** Singular for 1 or less (spec: Strings). */
export const questionCountText = (count: number) =>
  count <= 1 ? `${count} question` : `${count} questions`;

/** The key that chooses an option: a letter for the first six, a number for the others. */
export const letterOf = (position: number) => 'ABCDEF'[position] ?? `${position + 1}`;

/**
 * Splits an exam's name, as it is shown, before the code in parentheses at its end, which may be none.
 * A dash between words stays on the line of the word before it.
 */
export const splitExamName = (name: string): [start: string, code: string] => {
  const code = /\([^()]{1,14}\)$/.exec(name)?.[0] ?? '';
  const start = name.slice(0, name.length - code.length);
  return [start.replace(/ (?=\p{Pd} )/gu, '\u00a0'), code];
};
