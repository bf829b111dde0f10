import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseProgress,
  parseRunNote,
  parseSavedRun,
  parseStudy,
} from '#storage/learner-parsers.ts';
import { anyKeptRun, anyProgress, anyStudy, keptRun } from '#support/kept-runs.ts';

const stored = (changes: object) => ({ version: 1, ...keptRun(), ...changes });

describe('a run read back from the device', () => {
  it('is the one that was written, whatever it is', () => {
    fc.assert(
      fc.property(anyKeptRun, (run) => {
        expect(parseSavedRun(structuredClone({ version: 2, ...run }))).toMatchObject(run);
      }),
    );
  });

  it.each([
    ['of a later version', { version: 3 }],
    ['of no version', { version: undefined }],
    ['without questions', { questionIds: [] }],
    ['with questions that are no texts', { questionIds: [1, 2] }],
    ['at no place', { index: -1 }],
    ['between two places', { index: 1.5 }],
    ['with a selection that is no list', { selection: '1' }],
    ['with a result that says nothing', { results: [{ questionId: 'q1' }] }],
    ['with flags that are no list', { flags: null }],
    ['with a revision that is no number', { revision: '1' }],
    ['with what was seen that is no list', { seen: 'q1' }],
    ['with no time', { elapsed: Number.NaN }],
    ['with endless time', { elapsed: Number.POSITIVE_INFINITY }],
    ['with negative time', { elapsed: -1 }],
    ['that is neither finished nor not', { isFinished: 'yes' }],
    ['over an unknown kind of questions', { setup: { questions: 'some', isShuffled: false } }],
    ['over no questions', { setup: { questions: 0, isShuffled: false } }],
    ['with no minutes', { setup: { questions: 'all', isShuffled: false, minutes: 0 } }],
    ['without a setup', { setup: undefined }],
  ])('counts as none when it is one %s', (_, changes) => {
    expect(parseSavedRun(stored({}))).toBeDefined();
    expect(parseSavedRun(stored(changes))).toBeUndefined();
  });

  it('counts as none for anything else, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseSavedRun(value)).toBeUndefined();
        expect(parseProgress(value)).toBeUndefined();
        expect(parseStudy(value)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseRunNote(text)).toBeUndefined();
      }),
    );
  });
});

describe('progress read back from the device', () => {
  const record = {
    runId: 'a',
    finishedAt: 1,
    correct: 1,
    answered: 2,
    total: 3,
    elapsed: 4,
  };

  it('is what was written, whatever it is', () => {
    fc.assert(
      fc.property(anyProgress, (progress) => {
        expect(parseProgress(structuredClone({ version: 2, ...progress }))).toMatchObject(progress);
      }),
    );
  });

  it.each([
    ['of a later version', { version: 3, history: [record], practise: {} }],
    ['without a history', { version: 1, practise: {} }],
    [
      'with a run of no date',
      { version: 1, history: [{ ...record, finishedAt: '1' }], practise: {} },
    ],
    ['with half a question', { version: 1, history: [record], practise: { q1: 0.5 } }],
    ['with a practice list that is none', { version: 1, history: [record], practise: 3 }],
  ])('counts as none when it is %s', (_, value) => {
    expect(parseProgress({ version: 1, history: [record], practise: { q1: 1 } })).toBeDefined();
    expect(parseProgress(value)).toBeUndefined();
  });
});

describe('spaced review read back from the device', () => {
  const card = {
    questionId: 'q1',
    due: 2,
    lastReview: 1,
    stability: 2.3,
    difficulty: 5,
    reps: 1,
    lapses: 0,
  };
  const study = (changes: object) => ({
    version: 1,
    cards: [card],
    reviews: [[1, 'q1', 1]],
    ...changes,
  });

  it('is what was written, whatever it is', () => {
    fc.assert(
      fc.property(anyStudy, (any) => {
        expect(parseStudy(structuredClone({ version: 1, ...any }))).toMatchObject(any);
      }),
    );
  });

  it.each([
    ['of a later version', { version: 2 }],
    ['without cards', { cards: undefined }],
    ['with a card that is due at no time', { cards: [{ ...card, due: Number.NaN }] }],
    ['with an answer at no time', { reviews: [['1', 'q1', 1]] }],
    ['with an exam on no day', { examDate: '2026-13-40' }],
  ])('counts as none when it is %s', (_, changes) => {
    expect(parseStudy(study({}))).toBeDefined();
    expect(parseStudy(study(changes))).toBeUndefined();
  });
});
