import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSingleAnswer, judgeOption, percentOf } from '#exam/grading/grading.ts';
import { isSelectionCorrect, toggled } from '#exam/grading/kinds.ts';
import { statedCount } from '#exam/grading/stated-count.ts';

it.each([
  ['one answer', ['a'], true],
  ['the same answer twice', ['a', 'a'], true],
  ['two answers', ['a', 'b'], false],
  ['no answer', [], false],
])('whether %s makes a single-answer question: %j, %s', (_, answers, isSingle) => {
  expect(isSingleAnswer(answers)).toBe(isSingle);
});

it('a selection is correct exactly if it is the same set as the answers', () => {
  const texts = fc.array(fc.constantFrom('a', 'A', 'b', 'c'), { maxLength: 4 });
  const setOf = (list: string[]) => [...new Set(list)].sort().join();
  fc.assert(
    fc.property(texts, texts, (chosen, answers) => {
      expect(isSelectionCorrect(chosen, answers)).toBe(setOf(chosen) === setOf(answers));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['selects it', [], 2, true, [2]],
  ['replaces a single answer', [2], 0, true, [0]],
  ['keeps a single answer that is chosen again', [2], 2, true, [2]],
  ['adds one of several, in order', [2], 0, false, [0, 2]],
  ['removes one of several', [0, 2], 2, false, [0]],
])('choosing an option %s', (_, selection, position, isSingle, expected) => {
  const before = [...selection];
  const asked = { options: ['a', 'b', 'c'], answers: isSingle ? ['a'] : ['a', 'b'] };
  expect(toggled(asked, selection, position)).toEqual(expected);
  expect(selection).toEqual(before);
});

it.each([
  [['a'], 'a', true, 'correct'],
  [['a'], 'a', false, 'correct'],
  [['a', 'a'], 'a', false, 'correct'],
  [['a'], 'b', true, 'wrong'],
  [['a'], 'b', false, 'other'],
  [['a', 'c'], 'a', true, 'correct'],
  [['a', 'c'], 'c', false, 'missed'],
  [['a', 'c'], 'b', true, 'wrong'],
  [['a', 'c'], 'b', false, 'other'],
])(
  'with the answers %j, option %s is shown, if chosen is %s, as %s',
  (answers, text, isChosen, verdict) => {
    expect(judgeOption(text, isChosen, answers)).toBe(verdict);
  },
);

it.each([
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
  [0, 0, 0],
])('%d of %d is %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

describe('the number of answers that a stem states', () => {
  const options = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const ask = (stem: string, right: number, count = options.length) => ({
    question: stem,
    questionParts: [],
    options: options.slice(0, count),
    answers: options.slice(0, right),
  });

  it.each([
    ['Which help? (Choose TWO.)', 2, 2],
    ['Which help? (Choose two)', 2, 2],
    ['Choose 3', 3, 3],
    ['Which THREE help?', 3, 3],
    ['Which help?\nSelect THREE answers.', 3, 3],
    ['Learners choose two plans each. Which help? (Choose THREE.)', 3, 3],
    ['Which help? (Choose ONE.)', 1, undefined],
    ['Which help?', 2, undefined],
    ['Which help? (Choose all that apply.)', 2, undefined],
    ['Choose 20 or more.', 2, undefined],
    ['Nothing here. (Choose TWO.)', 0, undefined],
    // No right answer may be refused.
    ['Learners choose two plans each. Which help?', 3, undefined],
  ])('in %j with %d right', (stem, right, expected) => {
    expect(statedCount(ask(stem, right))).toBe(expected);
  });

  it('is found in the parts of a question, counts equal answers once, and fits the options', () => {
    const inParts = { ...ask('', 2), questionParts: ['Which help?', '[img-1]', '(Choose TWO.)'] };
    expect(statedCount(inParts)).toBe(2);
    expect(statedCount({ ...ask('Choose TWO', 2), answers: ['a', 'a'] })).toBeUndefined();
    expect(statedCount({ ...ask('Choose TWO', 2), answers: ['a', 'b', 'a'] })).toBe(2);
    expect(statedCount(ask('Choose THREE', 3, 2))).toBeUndefined();
  });

  it('is found in any case, between any other words', () => {
    const words = ['two', 'three', 'four', 'five', 'six'].map((word, index) => [word, index + 2]);
    const number = fc.oneof(
      fc.constantFrom(...(words as [string, number][])),
      fc.integer({ min: 2, max: 6 }).map((count): [string, number] => [`${count}`, count]),
    );
    const order = fc.constantFrom('choose', 'Choose', 'SELECT', 'select', 'Pick');
    const text = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        text,
        order,
        number,
        fc.boolean(),
        text,
        (before, verb, [word, count], up, after) => {
          const stem = `${before} (${verb} ${up ? word.toUpperCase() : word}.) ${after}`;
          expect(statedCount(ask(stem, count))).toBe(count);
        },
      ),
    );
  });
});
