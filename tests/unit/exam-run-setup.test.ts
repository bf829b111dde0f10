import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printRunQuery } from '#contract/routes.ts';
import { isMock, parseSetup, plainSetup } from '#exam/run/run-setup.ts';
import { type RunSetup, sources } from '#learner/schemas.ts';

/** The address of a setup, as screens print it. */
const printSetup = ({ questions, ...setup }: RunSetup) =>
  printRunQuery({ ...setup, questions: typeof questions === 'number' ? questions : undefined });

const anySetup: fc.Arbitrary<RunSetup> = fc.record({
  questions: fc.oneof(fc.constant('all' as const), fc.integer({ min: 1, max: 5000 })),
  from: fc.option(fc.constantFrom(...sources), { nil: undefined }),
  topics: fc.option(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), { nil: undefined }),
  isShuffled: fc.boolean(),
  minutes: fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined }),
});

describe('the query string of a run', () => {
  it('is empty for a plain Start', () => {
    expect(printSetup(plainSetup)).toBe('');
    expect(parseSetup('')).toEqual(plainSetup);
  });

  it('spells out the setup', () => {
    expect(printSetup({ questions: 10, isShuffled: true, minutes: 90 })).toBe(
      '?questions=10&minutes=90&order=shuffled',
    );
    expect(
      printSetup({ questions: 'all', from: 'due', topics: ['a', '2.1'], isShuffled: false }),
    ).toBe('?in=a&in=2.1&from=due');
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
    ...['?order=backwards', '?something=else', '?from=nowhere', '?in=', '?%E0%A4%A'],
  ])('falls back to the plain setup for %s', (search) => {
    expect(parseSetup(search)).toEqual(plainSetup);
  });
});

it('only a run with a time limit is a mock exam', () => {
  expect(isMock(plainSetup)).toBe(false);
  expect(isMock({ ...plainSetup, minutes: 30 })).toBe(true);
});
