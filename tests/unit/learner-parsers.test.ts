import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDraft, parseHistory, parseRun, parseStudy } from '#storage/learner-parsers.ts';
import {
  anyHistory,
  anyStoredRun,
  anyStudy,
  recordOf,
  resultOf,
  storedRun,
  versioned,
} from '#support/stored-runs.ts';

const setup = { questions: 'all', isShuffled: false };
const card = {
  questionId: 'q1',
  due: 2,
  lastReview: 1,
  stability: 2.3,
  difficulty: 5,
  reps: 1,
  lapses: 0,
};
const run = versioned(storedRun());
const history = versioned({ history: [recordOf('a')] });
const study = versioned({ cards: [card], reviews: [[1, 'q1', 1]], unscheduled: [] });
const draft = { version: 1, id: 'stored', revision: 2, elapsed: 3, at: 4, run: storedRun() };

describe('stored data', () => {
  it('is read back as it was written, whatever the ids', () => {
    fc.assert(
      fc.property(anyStoredRun, anyHistory, anyStudy, (anyRun, anyRecords, anyCards) => {
        expect(parseRun(versioned(anyRun))).toEqual(anyRun);
        expect(parseHistory(versioned({ history: anyRecords }))).toEqual({ history: anyRecords });
        expect(parseStudy(versioned(anyCards))).toEqual(anyCards);
      }),
    );
  });

  it('is never read from anything else, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.anything(), fc.oneof(fc.string(), fc.json()), (value, text) => {
        expect([parseRun(value), parseHistory(value), parseStudy(value)]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
        expect(parseDraft(text)).toBeUndefined();
      }),
    );
  });
});

const parseDraftObject = (value: object) => parseDraft(JSON.stringify(value));

describe.each<[string, (value: object) => unknown, object, [string, object][]]>([
  [
    'run',
    parseRun,
    run,
    [
      ['a newer version', { version: 2 }],
      ['no version', { version: undefined }],
      ['no questions', { questionIds: [] }],
      ['numbers for questions', { questionIds: [1, 2] }],
      ['a negative index', { index: -1 }],
      ['a fractional index', { index: 1.5 }],
      ['a text as its selection', { selection: '1' }],
      ['an incomplete result', { results: [{ questionId: 'q1' }] }],
      ['a result without a time', { results: [{ ...resultOf('q1'), time: undefined }] }],
      ['null for flags', { flags: null }],
      ['a text as its revision', { revision: '1' }],
      ['a text for what was seen', { seen: 'q1' }],
      ['NaN as its time', { elapsed: Number.NaN }],
      ['an infinite time', { elapsed: Number.POSITIVE_INFINITY }],
      ['a negative time', { elapsed: -1 }],
      ['a text for whether it is finished', { isFinished: 'yes' }],
      ['an unknown choice of questions', { setup: { ...setup, questions: 'some' } }],
      ['zero questions to choose', { setup: { ...setup, questions: 0 } }],
      ['zero minutes', { setup: { ...setup, minutes: 0 } }],
      ['no setup', { setup: undefined }],
    ],
  ],
  [
    'history',
    parseHistory,
    history,
    [
      ['a newer version', { version: 2 }],
      ['no list', { history: undefined }],
      ['a text as a date', { history: [{ ...recordOf('a'), finishedAt: '1' }] }],
      ['an unknown kind', { history: [{ ...recordOf('a'), kind: 'other' }] }],
    ],
  ],
  [
    'study',
    parseStudy,
    study,
    [
      ['a newer version', { version: 2 }],
      ['no cards', { cards: undefined }],
      ['NaN as a due date', { cards: [{ ...card, due: Number.NaN }] }],
      ['a text as an answer’s time', { reviews: [['1', 'q1', 1]] }],
      ['no unscheduled answers', { unscheduled: undefined }],
      ['an exam date that is no day', { examDate: '2026-13-40' }],
    ],
  ],
  [
    'draft',
    parseDraftObject,
    draft,
    [
      ['a newer version', { version: 2 }],
      ['no time of writing', { at: undefined }],
      ['a damaged run', { run: { ...storedRun(), index: -1 } }],
    ],
  ],
])('a stored %s counts as none with', (_, parse, good, bad) => {
  it.each(bad)('%s', (_, changes) => {
    expect(parse(good)).toBeDefined();
    expect(parse({ ...good, ...changes })).toBeUndefined();
  });
});
