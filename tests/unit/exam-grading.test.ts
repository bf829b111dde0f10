import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  isSelectionCorrect,
  isSingleAnswer,
  judgeOption,
  percentOf,
  toggleOption,
} from '#exam/grading.ts';

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
  expect(toggleOption(selection, position, isSingle)).toEqual(expected);
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
