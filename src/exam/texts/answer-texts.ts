import type { Question } from '#contract/wire.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import { judgeOption, type OptionVerdict } from '../grading/grading.ts';
import { type Asked, type Kind, kindOf, NO, restoredSelection, YES } from '../grading/kinds.ts';
import { letterOf } from './labels.ts';
import { plainText } from './search.ts';

const listed = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const lettersOf = ({ options }: Asked, has: (text: string) => boolean) =>
  options.flatMap((text, position) => (has(text) ? letterOf(position) : []));

/** The letters of the answers in their order. */
const answerLetters = ({ options, answers }: Asked) =>
  answers.map((text) => letterOf(options.indexOf(text))).join(', ');

const rightTexts: Record<Kind, (asked: Asked) => string> = {
  choice: (asked) => {
    const right = lettersOf(asked, (text) => asked.answers.includes(text));
    if (right.length === 0) return '';
    return right.length === 1 ? `The answer is ${right[0]}.` : `The answers are ${listed(right)}.`;
  },
  series: (asked) => {
    const yes = lettersOf(asked, (text) => asked.answers.includes(text));
    const no = lettersOf(asked, (text) => !asked.answers.includes(text));
    return [yes.length > 0 && `Yes: ${listed(yes)}.`, no.length > 0 && `No: ${listed(no)}.`]
      .filter(Boolean)
      .join(' ');
  },
  order: (asked) => `The order is ${answerLetters(asked)}.`,
  match: (asked) => `From the top: ${answerLetters(asked)}.`,
};

/** The right answer by its letters, as 'The answer is D.'; '' if no option is right. */
export const rightAnswerText = (asked: Asked) => rightTexts[kindOf(asked)](asked);

/** What was answered, or what is right, in one line. */
export type AnswerLine = { text: string; verdict: Exclude<OptionVerdict, 'other'> };

type Given = Pick<QuestionResult, 'selectedAnswers' | 'positions'>;

const wordOf = (value: number | undefined) => ({ [YES]: 'Yes', [NO]: 'No' })[value ?? 0] ?? '–';

/** The answer as a whole, and below a wrong one the right one. */
const wholeLines = (given: string, right: string): AnswerLine[] => [
  ...(given === right ? [] : [{ text: given, verdict: 'wrong' as const }]),
  { text: right, verdict: 'correct' },
];

type NameOf = (text: string) => string;

const lines: Record<Kind, (question: Question, given: Given, nameOf: NameOf) => AnswerLine[]> = {
  choice: ({ answers }, { selectedAnswers }, nameOf) => {
    const texts = [...new Set([...selectedAnswers, ...answers])];
    return texts.flatMap((text) => {
      const verdict = judgeOption(text, selectedAnswers.includes(text), answers);
      return verdict === 'other' ? [] : { text: nameOf(text), verdict };
    });
  },
  series: (question, given, nameOf) => {
    const values = restoredSelection(question, given);
    return question.options.flatMap((text, at) => {
      const right = question.answers.includes(text) ? YES : NO;
      const lineOf = (value: number | undefined) => `${nameOf(text)}: ${wordOf(value)}`;
      return wholeLines(lineOf(values[at]), lineOf(right));
    });
  },
  order: ({ answers }, { selectedAnswers }, nameOf) =>
    wholeLines(selectedAnswers.map(nameOf).join(' → '), answers.map(nameOf).join(' → ')),
  match: ({ answers, prompts }, { selectedAnswers }, nameOf) =>
    answers.flatMap((answer, at) => {
      const prompt = nameOf(prompts?.[at] ?? '');
      const given = selectedAnswers[at] ?? '';
      return wholeLines(`${prompt}: ${nameOf(given) || '–'}`, `${prompt}: ${nameOf(answer)}`);
    }),
};

/** What a learner answered, what of it was right, and what would have been. */
export const answerLines = (question: Question, given: Given): AnswerLine[] => {
  const nameOf = (text: string) => plainText({ ...question, question: text, questionParts: [] });
  return lines[kindOf(question)](question, given, nameOf);
};

/** What is right, in the words of the question. */
export const rightTextsOf = (question: Question) =>
  answerLines(question, { selectedAnswers: question.answers, positions: [] }).map(
    ({ text }) => text,
  );
