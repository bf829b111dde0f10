import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSelectionCorrect,
  isSingleAnswer,
  judgeOption,
  percentOf,
  toggleOption,
} from '#exam/grading.ts';

const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 6 });
const sortedSet = (list: string[]) => [...new Set(list)].sort();

describe('whether a question takes one answer', () => {
  it.each([
    ['one answer', ['a'], true],
    ['the same answer twice', ['a', 'a'], true],
    ['two answers', ['a', 'b'], false],
    ['no answer at all', [], false],
  ])('%s: %j', (_, answers, isSingle) => {
    expect(isSingleAnswer(answers)).toBe(isSingle);
  });
});

describe('a selection', () => {
  it.each([
    ['the only answer', ['a'], ['a'], true],
    ['all answers in another order', ['b', 'a'], ['a', 'b'], true],
    ['a wrong option', ['b'], ['a'], false],
    ['too few', ['a'], ['a', 'b'], false],
    ['too many', ['a', 'b', 'c'], ['a', 'b'], false],
    ['as many, one of them wrong', ['a', 'c'], ['a', 'b'], false],
    ['nothing', [], ['a'], false],
    ['both of two equal options', ['a', 'a'], ['a'], true],
    ['an answer in another case', ['A'], ['a'], false],
  ])('of %s', (_, chosen, answers, isCorrect) => {
    expect(isSelectionCorrect(chosen, answers)).toBe(isCorrect);
  });

  it('is correct exactly when it and the answers are the same set', () => {
    fc.assert(
      fc.property(texts, texts, (chosen, answers) => {
        const areSame = sortedSet(chosen).join() === sortedSet(answers).join();
        expect(isSelectionCorrect(chosen, answers)).toBe(areSame);
      }),
    );
  });
});

describe('choosing an option', () => {
  it('replaces the selection of a single-answer question', () => {
    expect(toggleOption([], 2, true)).toEqual([2]);
    expect(toggleOption([2], 0, true)).toEqual([0]);
  });

  it('keeps the option of a single-answer question that is chosen again', () => {
    expect(toggleOption([2], 2, true)).toEqual([2]);
  });

  it('toggles each option of a multi-answer question', () => {
    expect(toggleOption([], 2, false)).toEqual([2]);
    expect(toggleOption([2], 0, false)).toEqual([0, 2]);
    expect(toggleOption([0, 2], 2, false)).toEqual([0]);
  });

  it('is undone by choosing again, where several may be chosen', () => {
    const positions = fc.uniqueArray(fc.nat({ max: 9 })).map((list) => list.sort((a, b) => a - b));
    fc.assert(
      fc.property(positions, fc.nat({ max: 9 }), (selection, position) => {
        expect(toggleOption(toggleOption(selection, position, false), position, false)).toEqual(
          selection,
        );
      }),
    );
  });

  it('leaves the selection that it was given as it was', () => {
    const selection = [0, 2];
    toggleOption(selection, 1, false);
    expect(selection).toEqual([0, 2]);
  });
});

describe('the verdict on an option', () => {
  it.each([
    ['correct and chosen', 'a', true, 'correct'],
    ['correct and not chosen', 'a', false, 'correct'],
    ['wrongly chosen', 'b', true, 'wrong'],
    ['rightly left alone', 'b', false, 'other'],
  ])('that is %s', (_, text, isChosen, verdict) => {
    expect(judgeOption(text, isChosen, ['a'])).toBe(verdict);
  });
});

it.each([
  [1, 3, 33],
  [2, 3, 67],
  [3, 3, 100],
  [0, 0, 0],
])('%d of %d are %d percent', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});
