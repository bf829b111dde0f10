import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/wire.ts';
import { arrangeOptions } from '#exam/run/option-order.ts';
import { startedRun } from '#exam/run/run.ts';
import { parseSetup } from '#exam/run/run-setup.ts';

const texts = ['first', 'second', 'third', 'fourth', 'fifth'];
const question: Question = {
  question: 'Which?',
  questionParts: ['Which?'],
  options: texts,
  optionNotes: texts.map((text) => `${text} is as it is`),
  answers: ['second'],
};
const runOf = (id: string, search: string) => startedRun(['q'], parseSetup(search), id);
const inRun = (id: string, search = '?questions=10', changes: Partial<Question> = {}) =>
  arrangeOptions({ ...question, ...changes }, runOf(id, search), 'q');

describe('the options of a question', () => {
  it('stay in their order for as long as a run lasts, each with its note', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const { options, optionNotes } = inRun(id);
        expect(inRun(id).options).toEqual(options);
        expect(options.toSorted()).toEqual(texts.toSorted());
        expect(optionNotes).toEqual(options.map((text) => `${text} is as it is`));
      }),
    );
  });

  it('come at every place about equally often', () => {
    const runs = Array.from({ length: 1000 }, (_, run) => inRun(`run ${run}`).options);
    for (const place of texts.keys()) {
      const share = runs.filter((options) => options[place] === 'second').length;
      expect(share, `place ${place}`).toBeGreaterThan(150);
      expect(share, `place ${place}`).toBeLessThan(250);
    }
  });

  it.each(['?from=due', '?questions=1', '?in=d1', '?minutes=90', '?order=shuffled'])(
    'are shuffled in a run of %s',
    (search) => {
      const orders = new Set(
        Array.from({ length: 20 }, (_, id) => `${inRun(`${id}`, search).options}`),
      );
      expect(orders.size).toBeGreaterThan(10);
    },
  );

  it.each([
    ['a whole exam', '', {}],
    ['what the API fixes', '?questions=1', { shuffle: false }],
    ['an option that speaks of all', '?questions=1', { options: [...texts, 'None of the above'] }],
    ['an option that names two', '?questions=1', { options: [...texts, 'Both A and B'] }],
    ['an explanation that names one', '?questions=1', { explanation: 'Option B is too slow.' }],
    ['a note that names one', '?questions=1', { optionNotes: ['Unlike answer (C), slow.'] }],
  ])('keep the order of the API in %s', (_, search, changes) => {
    for (const id of ['a', 'b', 'c', 'd']) {
      expect(inRun(id, search, changes)).toEqual({ ...question, ...changes });
    }
  });

  it.each<[isNamed: boolean, explanation: string]>([
    [true, 'Options A and C are slow.'],
    [true, 'See answer (D).'],
    [true, 'Choice 2 is right.'],
    [true, 'Neither B nor C is.'],
    [true, 'Both (A) and (B) are.'],
    [true, 'Unlike the option above, it is fast.'],
    [true, 'The previous answer was close.'],
    [false, 'Option 1.5 of the guide has it.'],
    [false, 'Option A-1 is a part of the console.'],
    [false, 'An answer I would give is yes.'],
    [false, 'Choice 9 has no place here.'],
    [false, 'The above holds for vitamin B and C.'],
    [false, 'The next step is the option to restore.'],
  ])('are named by their places: %s for “%s”', (isNamed, explanation) => {
    const orders = new Set(
      Array.from(
        { length: 20 },
        (_, id) => `${inRun(`${id}`, '?from=due', { explanation }).options}`,
      ),
    );
    expect(orders.has(`${texts}`) && orders.size === 1).toBe(isNamed);
  });
});
