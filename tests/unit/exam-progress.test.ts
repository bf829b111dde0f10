import { expect, it } from 'vitest';
import { lastAndBest, lastMockOf, lastScore } from '#exam/progress/progress.ts';
import { plainSetup } from '#exam/run/run-setup.ts';
import { emptyStudy, type RunRecord } from '#learner/schemas.ts';
import { recordOf, reviewOf } from '#support/stored-runs.ts';

const record = (runId: string, correct = 0, changes: Partial<RunRecord> = {}) =>
  recordOf(runId, { correct, answered: 10, total: 10, ...changes });

const thirds = { answered: 3, total: 3 };
const third = (correct: number) => record('a', correct, thirds);
const of = (kind: RunRecord['kind'], correct: number, answered = 10) =>
  record(kind, correct, { kind, answered });

it.each<[string, RunRecord[], ReturnType<typeof lastAndBest>]>([
  ['are absent without runs', [], undefined],
  ['are whole percentages', [third(1), third(2), third(0)], { kind: 'all', last: 0, best: 67 }],
  [
    'are those of whole and mock exams',
    [of('all', 5), of('mock', 6), of('set', 10), of('review', 10)],
    { kind: 'mock', last: 60, best: 60 },
  ],
  ['leave out an incomplete run', [of('all', 1, 1)], undefined],
  [
    'count the unanswered questions of a mock exam that was mostly answered',
    [of('mock', 4, 8)],
    { kind: 'mock', last: 40, best: 40 },
  ],
  [
    'leave out a mock exam that was left early',
    [of('mock', 4, 8), of('mock', 1, 7)],
    { kind: 'mock', last: 40, best: 40 },
  ],
  [
    'count one that was handed in early',
    [record('handed in', 1, { kind: 'mock', answered: 2, isHandedIn: true })],
    { kind: 'mock', last: 10, best: 10 },
  ],
])('the last and the best score %s', (_, history, scores) => {
  expect(lastAndBest(history)).toEqual(scores);
});

it.each([
  ['whole runs of its length', plainSetup, 10, [50, 60]],
  ['mock exams of its length', { ...plainSetup, minutes: 90 }, 10, [90]],
  ['nothing of another length', plainSetup, 12, []],
  ['nothing, for a review', { questions: 'again' as const, isShuffled: false }, 10, []],
  ['nothing, for a set', { questions: 10, isShuffled: false }, 10, []],
])('a run is compared with %s', (_, setup, total, scores) => {
  const history = [
    record('a', 5),
    record('b', 9, { kind: 'mock' }),
    record('long', 9, { kind: 'mock', answered: 20, total: 20 }),
    record('c', 6),
    record('d', 5, { kind: 'review' }),
    record('e', 5, { kind: 'set' }),
    record('left', 1, { answered: 1 }),
    record('now', 8),
  ];
  const questionIds = Array.from({ length: total }, (_, place) => `q${place}`);
  expect(lastScore(history, { id: 'now', setup, questionIds })).toBe(scores.at(-1));
});

it('the last mock exam is its score, its blanks, and what was answered since', () => {
  const mock = record('mock', 6, { kind: 'mock', answered: 8, finishedAt: 5000 });
  const reviews = [reviewOf(5000, 'q1', false), reviewOf(5001, 'q1'), reviewOf(5002, 'q2', false)];
  const known = { history: [mock, record('later', 1)], study: { ...emptyStudy, reviews } };
  const last = lastMockOf(known);
  expect(last).toMatchObject({ runId: 'mock', percent: 60, most: 90 });
  expect(lastMockOf({ ...known, history: [record('all', 1)] })).toBeUndefined();
});
