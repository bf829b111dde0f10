import { expect, it } from 'vitest';
import type { Question } from '#contract/wire.ts';
import { answerLines, rightAnswerText, rightTextsOf } from '#exam/texts/answer-texts.ts';

const options = ['a', 'b', 'c', 'd'];
const asked = (given: Partial<Question>): Question => ({
  question: 'Which?',
  questionParts: [],
  options,
  answers: ['b'],
  ...given,
});
const series = asked({ kind: 'series', answers: ['a', 'c'] });
const order = asked({ kind: 'order', answers: ['b', 'd', 'a'] });
const match = asked({ kind: 'match', prompts: ['one', 'two'], answers: ['c', 'a'] });

it.each([
  ['one', asked({}), 'The answer is B.'],
  ['several', asked({ answers: ['b', 'd'] }), 'The answers are B and D.'],
  ['a series', series, 'Yes: A and C. No: B and D.'],
  ['a series of yes alone', asked({ kind: 'series', answers: options }), 'Yes: A, B, C and D.'],
  ['an order', order, 'The order is B, D, A.'],
  ['a match', match, 'From the top: C, A.'],
])('the right answer is told by its letters: %s', (_, question, text) => {
  expect(rightAnswerText(question)).toBe(text);
});

const linesOf = (question: Question, selectedAnswers: string[], positions: number[]) =>
  answerLines(question, { selectedAnswers, positions }).map(
    ({ verdict, text }) => `${verdict}: ${text}`,
  );

it.each([
  ['a right one', asked({}), ['b'], [1], ['correct: b']],
  ['a wrong one', asked({}), ['a'], [0], ['wrong: a', 'correct: b']],
  [
    'several, one missed',
    asked({ answers: ['a', 'b'] }),
    ['a', 'c'],
    [0, 2],
    ['correct: a', 'wrong: c', 'missed: b'],
  ],
  [
    'a series',
    series,
    ['a', 'b'],
    [1, 1, 2, 2],
    [
      'correct: a: Yes',
      'wrong: b: Yes',
      'correct: b: No',
      'wrong: c: No',
      'correct: c: Yes',
      'correct: d: No',
    ],
  ],
  ['an order', order, ['b', 'a'], [1, 0], ['wrong: b → a', 'correct: b → d → a']],
  ['a right order', order, ['b', 'd', 'a'], [1, 3, 0], ['correct: b → d → a']],
  ['a match', match, ['c', 'd'], [3, 4], ['correct: one: c', 'wrong: two: d', 'correct: two: a']],
  [
    'a match with an open prompt',
    match,
    ['c', ''],
    [3, 0],
    ['correct: one: c', 'wrong: two: –', 'correct: two: a'],
  ],
])('tells what was answered and what is right: %s', (_, question, chosen, positions, lines) => {
  expect(linesOf(question, chosen, positions)).toEqual(lines);
});

it.each([
  ['several', asked({ answers: ['d', 'b'] }), ['d', 'b']],
  ['a series', series, ['a: Yes', 'b: No', 'c: Yes', 'd: No']],
  ['an order', order, ['b → d → a']],
  ['a match', match, ['one: c', 'two: a']],
])('tells what is right alone: %s', (_, question, texts) => {
  expect(rightTextsOf(question)).toEqual(texts);
});

it('names pictures by their words, and code without its marks', () => {
  const question = asked({ options: ['`ls`', '[img-1]'], imageAlts: { 'img-1': 'A cat' } });
  expect(linesOf({ ...question, answers: ['[img-1]'] }, ['`ls`'], [0])).toEqual([
    'wrong: ls',
    'correct: A cat',
  ]);
});
