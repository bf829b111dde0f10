import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunSetup } from '#contract/learner.ts';
import { chooseQuestions, isMock, parseSetup, plainSetup, printSetup } from '#exam/run-setup.ts';

const anySetup: fc.Arbitrary<RunSetup> = fc.record({
  questions: fc.oneof(
    fc.constantFrom('all' as const, 'review' as const),
    fc.integer({ min: 1, max: 5000 }),
  ),
  isShuffled: fc.boolean(),
  minutes: fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined }),
});

describe('the query string of a run', () => {
  it('is empty for a plain Start', () => {
    expect(printSetup(plainSetup)).toBe('');
    expect(parseSetup('')).toEqual({ ...plainSetup, minutes: undefined });
  });

  it('spells out the setup', () => {
    expect(printSetup({ questions: 10, isShuffled: true, minutes: 90 })).toBe(
      '?questions=10&order=shuffled&minutes=90',
    );
    expect(printSetup({ questions: 'review', isShuffled: false })).toBe('?questions=review');
  });

  it('is parsed back to the same setup', () => {
    fc.assert(
      fc.property(anySetup, (setup) => {
        expect(parseSetup(printSetup(setup))).toEqual(setup);
      }),
    );
  });

  it.each([
    ...['0', '-3', '2.5', 'many', '', 'Infinity'].map((count) => `?questions=${count}`),
    ...['0', 'soon', '-1'].map((minutes) => `?minutes=${minutes}`),
    ...['?order=backwards', '?something=else', '?%E0%A4%A'],
  ])('falls back to the plain setup for %s', (search) => {
    expect(parseSetup(search)).toEqual({ ...plainSetup, minutes: undefined });
  });
});

it('only a run with a time limit is a mock exam', () => {
  expect(isMock(plainSetup)).toBe(false);
  expect(isMock({ ...plainSetup, minutes: 30 })).toBe(true);
});

const ids = ['q1', 'q2', 'q3', 'q4', 'q5'];
const anyIds = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 30 });
/** Numbers like those of Math.random. */
const anyRandom = fc
  .infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
  .map((stream) => () => stream.next().value as number);

describe('the questions of a run', () => {
  it.each<[string, Partial<RunSetup>, string[], string[]]>([
    ['are the whole exam for a plain Start, whatever is due', {}, ['q2'], ids],
    ['are those due for a review', { questions: 'review' }, ['q4', 'gone', 'q2'], ['q2', 'q4']],
    ['are the whole exam for a review with nothing due', { questions: 'review' }, ['gone'], ids],
  ])('%s', (_, setup, due, expected) => {
    const whole = { ...plainSetup, ...setup };
    expect(chooseQuestions(ids, whole, new Set(due), Math.random)).toEqual(expected);
  });

  it.each<[string, Partial<RunSetup>, number, string[]]>([
    ['are drawn from the whole exam', { questions: 2 }, 0, ['q2', 'q3']],
    ['are put in the exam’s order', { questions: 3 }, 0.5, ['q1', 'q2', 'q4']],
    ['are as drawn if shuffled', { questions: 3, isShuffled: true }, 0.5, ['q1', 'q4', 'q2']],
    ['are shuffled', { isShuffled: true }, 0, ['q2', 'q3', 'q4', 'q5', 'q1']],
  ])('%s, without changing the exam’s own list', (_, setup, random, expected) => {
    const exam = Object.freeze([...ids]) as string[];
    const chosen = chooseQuestions(exam, { ...plainSetup, ...setup }, new Set(), () => random);
    expect(chosen).toEqual(expected);
  });

  it('are as many as asked for, each once, and in the exam’s order unless shuffled', () => {
    fc.assert(
      fc.property(anyIds, anySetup, anyRandom, (questionIds, setup, random) => {
        const chosen = chooseQuestions(questionIds, setup, new Set(), random);
        const wanted = typeof setup.questions === 'number' ? setup.questions : questionIds.length;
        expect(chosen).toHaveLength(Math.min(wanted, questionIds.length));
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(questionIds).toEqual(expect.arrayContaining(chosen));
        if (!setup.isShuffled) {
          const places = chosen.map((id) => questionIds.indexOf(id));
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      }),
    );
  });
});
