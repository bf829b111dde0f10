import { expect, it } from 'vitest';
import { rightAnswerText } from '#exam/texts/answer-texts.ts';
import {
  amountText,
  examCountText,
  letterOf,
  questionCountText,
  splitExamName,
} from '#exam/texts/labels.ts';
import { matchesSearch } from '#exam/texts/search.ts';
import { continueMockText, runKindText, searchWords } from '#exam/texts/study-texts.ts';

it.each([
  [0, '0 Exams', '0 question'],
  [1, '1 Exam', '1 question'],
  [2, '2 Exams', '2 questions'],
  [120, '120 Exams', '120 questions'],
])('%i is shown as %s and %s', (count, exams, questions) => {
  expect(examCountText(count)).toBe(exams);
  expect(questionCountText(count)).toBe(questions);
});

const provider = (examCount: number, questionCount?: number) => ({
  id: 'aws',
  name: 'AWS',
  examCount,
  questionCount,
});

it.each([
  ['counts questions', [provider(1, 40), provider(2, 60)], '100 original questions'],
  ['counts thousands', [provider(9, 2023)], '2,023 original questions'],
  ['counts one question', [provider(1, 1), provider(0, 0)], '1 original question'],
  [
    'counts exams if a provider doesn’t say how many questions it has',
    [provider(1, 40), provider(2)],
    '3 exams · original questions',
  ],
  ['counts one exam', [provider(1)], '1 exam · original questions'],
  ['is empty without providers', [], ''],
])('how much there is to practice %s', (_, providers, text) => {
  expect(amountText(providers)).toBe(text);
});

it.each([
  ['all', 65, 'Whole exam'],
  ['set', 10, 'Set of 10'],
  ['review', 7, 'Review of 7'],
  ['mock', 65, 'Mock exam of 65'],
] as const)('a run of the kind %s over %i questions is called %s', (kind, count, text) => {
  expect(runKindText(kind, count)).toBe(text);
});

it.each([
  [215_000, 'Continue mock · 3:35 left'],
  [5999, 'Continue mock · 0:05 left'],
  [3_815_000, 'Continue mock · 1:03:35 left'],
  [36_000_000, 'Continue mock · 10:00:00 left'],
])('a mock exam with %i ms left is called %s', (left, text) => {
  expect(continueMockText(left)).toBe(text);
});

it('searches the web for the first twelve words of a question, without markers and code marks', () => {
  const question = { question: '', questionParts: [], options: [], answers: [] };
  const text = 'Which  `disk`[img-12]is\nfastest when a small server reads one large file at once?';
  const words = 'Which disk is fastest when a small server reads one large file';
  expect(searchWords({ ...question, question: text })).toBe(words);
  expect(searchWords({ ...question, questionParts: text.split(' ') })).toBe(words);
  expect(searchWords({ ...question, question: '[img-1]' })).toBe('');
});

it.each([
  [
    'AWS Certified Developer - Associate (DVA-C02)',
    'AWS Certified Developer\u00a0- Associate ',
    '(DVA-C02)',
  ],
  ['One – two — three', 'One\u00a0– two\u00a0— three', ''],
  ['Built-in -1 (no code at the end) x', 'Built-in -1 (no code at the end) x', ''],
])('shows %j with its dashes beside the words before them and its code apart', (name, ...parts) => {
  expect(splitExamName(name)).toEqual(parts);
});

it.each([
  ['Cloud Practitioner', 'cloud', true],
  ['Cloud Practitioner', 'PRACT', true],
  ['Cloud Practitioner', 'd P', true],
  ['Cloud Practitioner', '', true],
  ['Cloud Practitioner', ' cloud ', true],
  ['Cloud Practitioner', 'cloudp', false],
  ['C# & "x"?', '# &', true],
  ['100%', '%', true],
  ['日本', '本', true],
  ['v1.2', 'v1x2', false],
])('an exam called %j matches the search %j: %s', (name, search, isFound) => {
  expect(matchesSearch(name, search)).toBe(isFound);
});

it('the first six options have letters, the others numbers', () => {
  expect(Array.from({ length: 10 }, (_, place) => letterOf(place)).join('')).toBe('ABCDEF78910');
});

const eight = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

it.each([
  ['one', eight, ['d'], 'The answer is D.'],
  ['one with a number', eight, ['g'], 'The answer is 7.'],
  ['two', eight, ['b', 'd'], 'The answers are B and D.'],
  ['three in the order of the options', eight, ['h', 'a', 'c'], 'The answers are A, C and 8.'],
  ['equal options', ['a', 'a', 'b'], ['a'], 'The answers are A and B.'],
  ['one that is no option', eight, ['elsewhere'], ''],
  ['one beside what is no option', eight, ['elsewhere', 'a'], 'The answer is A.'],
  ['none', [], [], ''],
])('names the right options by their keys: %s', (_, options, answers, text) => {
  expect(rightAnswerText({ options, answers })).toBe(text);
});
