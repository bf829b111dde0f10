import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Asked,
  chosenTexts,
  isRight,
  isWhole,
  kindOf,
  NO,
  restoredSelection,
  toggled,
  withValue,
  YES,
} from '#exam/grading/kinds.ts';
import { seededRandom, shuffle } from '#primitives/shuffle.ts';

const series: Asked = {
  kind: 'series',
  options: ['The sky is blue', 'Water is dry', 'Two is even'],
  answers: ['The sky is blue', 'Two is even'],
};
const order: Asked = {
  kind: 'order',
  options: ['Stop', 'Detach', 'Shout', 'Attach'],
  answers: ['Detach', 'Attach', 'Stop'],
};
const match: Asked = {
  kind: 'match',
  options: ['Blob', 'Queue', 'Table'],
  answers: ['Queue', 'Blob', 'Queue'],
  prompts: ['Messages', 'Pictures', 'Jobs'],
};

describe('the kind of a question', () => {
  it.each([
    ['none is a choice', { options: ['a', 'b'], answers: ['a'] }, 'choice'],
    [
      'one that nobody knows is the choice that it also is',
      { ...series, kind: 'hotspot' },
      'choice',
    ],
    ['a name of every object is none', { ...series, kind: 'constructor' }, 'choice'],
    ['a series', series, 'series'],
    ['an order', order, 'order'],
    ['a match', match, 'match'],
    [
      'a match without a prompt for each answer is a choice',
      { ...match, prompts: ['Jobs'] },
      'choice',
    ],
    ['a match without prompts is a choice', { ...match, prompts: undefined }, 'choice'],
    [
      'an order with a step that is no option is a choice',
      { ...order, answers: ['Sing'] },
      'choice',
    ],
    ['an order with a step twice is a choice', { ...order, answers: ['Stop', 'Stop'] }, 'choice'],
    ['a series without a true statement is a choice', { ...series, answers: [] }, 'choice'],
  ])('%s', (_, asked, kind) => {
    expect(kindOf(asked as Asked)).toBe(kind);
  });
});

describe('an answer is right if', () => {
  it.each([
    ['each statement is judged right', series, [YES, NO, YES], true],
    ['not: one is judged wrong', series, [YES, YES, YES], false],
    ['not: one is open', series, [YES, 0, YES], false],
    ['the right steps stand in their order', order, [1, 3, 0], true],
    ['not: they stand in another order', order, [0, 1, 3], false],
    ['not: one is missing', order, [1, 3], false],
    ['not: one is too many', order, [1, 3, 0, 2], false],
    ['each prompt has its own', match, [2, 1, 2], true],
    ['not: one has another', match, [2, 1, 1], false],
    ['not: one has none', match, [2, 1, 0], false],
  ] as const)('%s', (_, asked, selection, verdict) => {
    expect(isRight(asked, [...selection])).toBe(verdict);
  });
});

describe('an answer can be checked once', () => {
  it.each([
    ['each statement is judged', series, [NO, NO, NO], true],
    ['not before', series, [YES, NO], false],
    ['any step is chosen', order, [2], true],
    ['not before', order, [], false],
    ['each prompt has an option', match, [1, 1, 1], true],
    ['not before', match, [1, 1], false],
  ] as const)('%s', (_, asked, selection, can) => {
    expect(isWhole(asked, [...selection])).toBe(can);
  });
});

describe('a tap', () => {
  it('says yes to a statement, then no, then yes', () => {
    const once = toggled(series, [], 1);
    expect(once).toEqual([0, YES, 0]);
    expect(toggled(series, once, 1)).toEqual([0, NO, 0]);
    expect(toggled(series, [0, NO, 0], 1)).toEqual(once);
  });

  it('puts a step last, and takes it out while the rest close up', () => {
    const three = [3, 0, 1].reduce(
      (selection, at) => toggled(order, selection, at),
      [] as number[],
    );
    expect(chosenTexts(order, three)).toEqual(['Attach', 'Stop', 'Detach']);
    expect(toggled(order, three, 0)).toEqual([3, 1]);
  });

  it('on an option says nothing about a prompt', () => {
    expect(toggled(match, [0, 2, 0], 1)).toEqual([0, 2, 0]);
  });
});

it('a value taken back leaves nothing chosen', () => {
  expect(withValue([0, 2, 0], 3, 1, 0)).toEqual([]);
  expect(withValue([], 3, 2, 1)).toEqual([0, 0, 1]);
});

it('the texts of a match keep a place for each prompt', () => {
  expect(chosenTexts(match, [0, 1])).toEqual(['', 'Blob', '']);
});

const texts = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 6,
});

/** A question of each kind with an answer to it, right ones among them. */
const answered = fc
  .record({ texts, seed: fc.string(), kind: fc.constantFrom('choice', 'series', 'order', 'match') })
  .map(({ texts: options, seed, kind }) => {
    const random = seededRandom(seed);
    const count = 1 + Math.floor(random() * options.length);
    const chosen = shuffle(options, random).slice(0, count);
    const answers = kind === 'match' ? [...chosen, chosen[0] ?? ''] : chosen;
    const asked: Asked = { kind, options, answers, prompts: answers.map((_, at) => `${at}`) };
    const guess = random() < 0.5 ? answers : shuffle(options, random).slice(0, answers.length);
    const positions = guess.map((text) => options.indexOf(text));
    const selection = {
      choice: positions.toSorted((a, b) => a - b),
      series: options.map((text) => (guess.includes(text) ? YES : NO)),
      order: positions,
      match: answers.map((_, at) => (positions[at] ?? -1) + 1),
    }[kind as 'choice'];
    return { asked, selection, moved: { ...asked, options: shuffle(options, random) } };
  });

describe('whatever the question', () => {
  it('moving its options changes no verdict, and brings the same texts back', () => {
    fc.assert(
      fc.property(answered, ({ asked, selection, moved }) => {
        const result = { positions: selection, selectedAnswers: chosenTexts(asked, selection) };
        const restored = restoredSelection(moved, result);
        expect(isRight(moved, restored)).toBe(isRight(asked, selection));
        expect(chosenTexts(moved, restored).toSorted()).toEqual(result.selectedAnswers.toSorted());
      }),
    );
  });

  it('an option that is gone is chosen no more, and the others are', () => {
    fc.assert(
      fc.property(answered, fc.nat({ max: 5 }), ({ asked, selection }, at) => {
        const selectedAnswers = chosenTexts(asked, selection);
        const gone = asked.options[at % asked.options.length] ?? '';
        const left = { ...asked, options: asked.options.filter((text) => text !== gone) };
        const restored = restoredSelection(left, { positions: selection, selectedAnswers });
        const isPlace = (number: number) => Number.isInteger(number) && number >= 0;
        expect(restored.every(isPlace)).toBe(true);
        if (kindOf(left) !== kindOf(asked)) return;
        const kept = (text: string) => (text === gone ? '' : text);
        expect(chosenTexts(left, restored).filter(Boolean).toSorted()).toEqual(
          selectedAnswers.map(kept).filter(Boolean).toSorted(),
        );
      }),
    );
  });

  it('a stored answer comes back as it was where nothing has moved', () => {
    fc.assert(
      fc.property(answered, ({ asked, selection }) => {
        const result = { positions: selection, selectedAnswers: chosenTexts(asked, selection) };
        expect(restoredSelection(asked, result)).toEqual(selection);
      }),
    );
  });

  it('its own answers are right, and every list of numbers has a verdict', () => {
    fc.assert(
      fc.property(answered, fc.array(fc.nat(9)), ({ asked }, any) => {
        const own = restoredSelection(asked, { positions: [-1], selectedAnswers: asked.answers });
        expect(isRight(asked, own)).toBe(true);
        expect(isRight(asked, any)).toBeTypeOf('boolean');
        expect(isWhole(asked, any)).toBeTypeOf('boolean');
      }),
    );
  });
});

it('equal options stay apart by their place', () => {
  const twins: Asked = { kind: 'order', options: ['Wait', 'Go', 'Wait'], answers: ['Go', 'Wait'] };
  expect(isRight(twins, [1, 2])).toBe(true);
  expect(restoredSelection(twins, { positions: [1, 2], selectedAnswers: ['Go', 'Wait'] })).toEqual([
    1, 2,
  ]);
});
