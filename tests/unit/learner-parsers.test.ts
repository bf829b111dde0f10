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
};
const run = versioned(storedRun());
const history = versioned({ history: [recordOf('a')] });
const study = versioned({ cards: [card], reviews: [[1, 'q1', 1]], unscheduled: [], marks: [] });
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

const setups = [{ questions: 'some' }, { questions: 0 }, { minutes: 0 }];

it.each<[string, (value: object) => unknown, object, object[]]>([
  [
    'run',
    parseRun,
    run,
    [
      ...[{ questionIds: [] }, { questionIds: [1, 2] }, { index: -1 }, { index: 1.5 }],
      ...[{ selection: '1' }, { results: [{ questionId: 'q1' }] }, { flags: null }],
      { results: [{ ...resultOf('q1'), time: undefined }] },
      ...[{ startedAt: undefined }, { startedAt: '2026' }],
      ...[{ revision: '1' }, { seen: 'q1' }, { isFinished: 'yes' }, { setup: undefined }],
      ...[Number.NaN, Number.POSITIVE_INFINITY, -1].map((elapsed) => ({ elapsed })),
      ...setups.map((changes) => ({ setup: { ...setup, ...changes } })),
    ],
  ],
  [
    'history',
    parseHistory,
    history,
    [
      { history: undefined },
      ...[{ finishedAt: '1' }, { kind: 'other' }].map((changes) => ({
        history: [{ ...recordOf('a'), ...changes }],
      })),
    ],
  ],
  [
    'study',
    parseStudy,
    study,
    [
      ...[{ cards: undefined }, { cards: [{ ...card, due: Number.NaN }] }],
      ...[{ reviews: [['1', 'q1', 1]] }, { unscheduled: undefined }, { examDate: '2026-13-40' }],
      { today: { day: '2026-11-21', due: -1, fresh: 0 } },
    ],
  ],
  [
    'draft',
    (value) => parseDraft(JSON.stringify(value)),
    draft,
    [{ at: undefined }, { run: { ...storedRun(), index: -1 } }],
  ],
])('a stored %s counts as none if it is damaged or newer', (_, parse, good, bad) => {
  expect(parse(good)).toBeDefined();
  for (const changes of [...bad, { version: 2 }, { version: undefined }]) {
    expect(parse({ ...good, ...changes }), JSON.stringify(changes)).toBeUndefined();
  }
});
