import { describe, expect, it } from 'vitest';
import {
  amountText,
  examCountText,
  matchesSearch,
  questionCountText,
  runKindText,
  searchWords,
  standingText,
} from '#exam/labels.ts';

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

describe('how much there is to practice', () => {
  const provider = (examCount: number, questionCount?: number) => ({
    id: 'aws',
    name: 'AWS',
    examCount,
    questionCount,
  });

  it.each([
    [
      'in questions where every provider says so',
      [provider(1, 40), provider(2, 60)],
      '100 original questions',
    ],
    ['one question', [provider(1, 1), provider(0, 0)], '1 original question'],
    ['in exams where one does not', [provider(1, 40), provider(2)], '3 exams · original questions'],
    ['one exam', [provider(1)], '1 exam · original questions'],
    ['not at all without providers', [], ''],
  ])('is told %s', (_, providers, words) => {
    expect(amountText(providers)).toBe(words);
  });
});

it('a run is named after what it asks', () => {
  expect(runKindText('all', 65)).toBe('Whole exam');
  expect(runKindText('set', 10)).toBe('Set of 10');
  expect(runKindText('review', 7)).toBe('Review of 7');
  expect(runKindText('mock', 65)).toBe('Mock exam of 65');
});

it('an exam’s standing is told in the order of its bar', () => {
  const counts = { known: 12, due: 3, unseen: 50 };
  expect(standingText(counts)).toBe('12 known · 3 to review · 50 not seen');
});

describe('the words that a question is looked for by', () => {
  const question = { question: '', questionParts: [], options: [], answers: [] };

  it('are its first twelve, without markers and marks of code', () => {
    const words =
      'Which  `disk`[img-12]is\nfastest when a small server reads one large file at once?';
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
    ['Cloud Practitioner', ' cloud ', true],
    ['Cloud Practitioner', 'cloudp', false],
    ['C# & "x"?', '# &', true],
    ['100%', '%', true],
    ['日本', '本', true],
    ['v1.2', 'v1x2', false],
  ])('finds in %j the words %j: %s', (name, search, isFound) => {
    expect(matchesSearch(name, search)).toBe(isFound);
  });
});
