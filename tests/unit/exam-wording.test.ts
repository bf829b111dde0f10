import { describe, expect, it } from 'vitest';
import { examCountText, matchesSearch, questionCountText, searchWords } from '#exam/wording.ts';

it.each([
  [0, '0 Exams'],
  [1, '1 Exam'],
  [2, '2 Exams'],
  [120, '120 Exams'],
])('a provider with %i exams has %s', (count, words) => {
  expect(examCountText(count)).toBe(words);
});

it.each([
  [0, '0 question'],
  [1, '1 question'],
  [2, '2 questions'],
  [45, '45 questions'],
])('an exam with %i questions has %s', (count, words) => {
  expect(questionCountText(count)).toBe(words);
});

describe('the words that a question is looked for by', () => {
  const question = { question: '', questionParts: [], options: [], answers: [] };

  it('are its first twelve, without markers and marks of code', () => {
    const words =
      'Which  `disk` [img-1] is\nfastest when a small server reads one large file at once?';
    const first = 'Which disk is fastest when a small server reads one large file';
    expect(searchWords({ ...question, question: words })).toBe(first);
    expect(searchWords({ ...question, questionParts: words.split(' ') })).toBe(first);
  });

  it('may be none', () => {
    expect(searchWords({ ...question, question: '[img-1]' })).toBe('');
  });
});

describe('the search', () => {
  it.each([
    ['Cloud Practitioner', 'cloud', true],
    ['Cloud Practitioner', 'PRACT', true],
    ['Cloud Practitioner', 'd P', true],
    ['Cloud Practitioner', '', true],
    ['Cloud Practitioner', 'cloudp', false],
    ['C# & "x"?', '# &', true],
    ['100%', '%', true],
    ['日本', '本', true],
    ['v1.2', 'v1x2', false],
  ])('finds in %j the words %j: %s', (name, search, isFound) => {
    expect(matchesSearch(name, search)).toBe(isFound);
  });
});
