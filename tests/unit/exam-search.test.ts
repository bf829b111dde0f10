import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/wire.ts';
import { elsewhereOf, entryOf, excerptOf, findEntries, plainText } from '#exam/texts/search.ts';

const question: Question = {
  question: '',
  questionParts: ['A bakery keeps its recipes in', '[img-1]', 'Which disk does it need?'],
  options: ['A magnetic disk', 'A solid-state disk'],
  answers: ['A solid-state disk'],
  explanation: 'Flash has no moving parts.',
  optionNotes: ['Slow.', 'Quick.'],
  imageAlts: { 'img-1': 'a cellar' },
};
const entry = (isAnswered = true, note = '') => entryOf('q1', question, { note, isAnswered });
const finds = (search: string, isAnswered = true, note = '') =>
  findEntries([entry(isAnswered, note)], search).length === 1;

it('an image is its alternative text, and nothing without one', () => {
  expect(plainText(question)).toBe(
    'A bakery keeps its recipes in a cellar Which disk does it need?',
  );
  const { imageAlts: _, ...bare } = question;
  expect(plainText(bare)).toContain('recipes in  Which');
});

it('code is words without its marks', () => {
  const coded = {
    ...question,
    questionParts: ['Which of `az vm` and', '```\naz ad\n```', 'fits?'],
  };
  expect(plainText(coded)).toBe('Which of az vm and az ad fits?');
  const options = ['Run `az login`'];
  expect(entryOf('q1', { ...question, options }, { note: '', isAnswered: false }).texts).toContain(
    'Run az login',
  );
});

describe('a search', () => {
  it.each([
    ['', true],
    ['  ', true],
    ['BAKERY', true],
    ['disk flash', true],
    ['solid quick', true],
    ['cellar', true],
    ['brewery', false],
    ['disk brewery', false],
    ['.*', false],
  ])('for %j finds a question in stem, options and explanations: %s', (search, isFound) => {
    expect(finds(search)).toBe(isFound);
  });

  it('finds nothing that gives an unanswered question away, but its notes', () => {
    expect(finds('flash', false)).toBe(false);
    expect(finds('quick', false)).toBe(false);
    expect(finds('solid', false)).toBe(true);
    expect(finds('remember', false, 'Remember this')).toBe(true);
  });

  it('finds prompts, and their rationales once they are answered', () => {
    const asked = { ...question, prompts: ['Keep `logs`'], promptNotes: ['They are cold.'] };
    const finds = (search: string, isAnswered: boolean) =>
      findEntries([entryOf('q1', asked, { note: '', isAnswered })], search).length;
    expect([finds('keep logs', false), finds('cold', false), finds('cold', true)]).toEqual([
      1, 0, 1,
    ]);
  });
});

describe('what a search was found in', () => {
  it.each([
    ['disk', 'the stem, which is shown anyway', ''],
    ['solid', 'an option', 'A solid-state disk'],
    ['flash parts', 'an explanation', 'Flash has no moving parts.'],
    ['brewery', 'nothing', ''],
  ])('for %j is %s', (search, _, text) => {
    expect(elsewhereOf(entry(), search)).toBe(text);
  });
});

describe('an excerpt', () => {
  const stem = plainText(question);
  const marked = (search: string, text = stem) =>
    excerptOf(text, search)
      .map((piece, place) => (place % 2 === 1 ? `[${piece}]` : piece))
      .join('');

  it.each([
    ['', 'A bakery keeps its recipes in a cellar Which disk does it need?'],
    ['DISK', 'A bakery keeps its recipes in a cellar Which [disk] does it need?'],
    ['flash disk', 'A bakery keeps its recipes in a cellar Which [disk] does it need?'],
    ['it', 'A bakery keeps [it]s recipes in a cellar Which disk does [it] need?'],
  ])('for %j marks every word found: %s', (search, text) => {
    expect(marked(search)).toBe(text);
  });

  it('begins near the first word found, at the start of a word', () => {
    const note = `${'lorem ipsum '.repeat(20)}needle in hay`;
    expect(marked('needle', note)).toBe(`… ipsum ${'lorem ipsum '.repeat(3)}[needle] in hay`);
  });

  it('marks nothing where lower case has another length', () => {
    expect(marked('needle', 'İ needle')).toBe('İ needle');
  });
});

it('a word is found in either Unicode form', () => {
  for (const form of ['NFC', 'NFD']) {
    const note = 'the café'.normalize(form);
    expect(finds('café'.normalize('NFC'), true, note)).toBe(true);
    expect(finds('café'.normalize('NFD'), true, note)).toBe(true);
  }
});
