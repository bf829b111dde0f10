import { describe, expect, it } from 'vitest';
import {
  emptyStudy,
  type Learned,
  type Review,
  type RunRecord,
  type StoredRun,
} from '#contract/learner.ts';
import { lastMockText } from '#exam/labels.ts';
import {
  earlierScores,
  historyAfter,
  lastAndBest,
  lastMockOf,
  learn,
  learnedFrom,
  learnReplaced,
} from '#exam/progress.ts';
import { type Run, type RunEvent, reduceRun, startedRun } from '#exam/run.ts';
import { plainSetup } from '#exam/run-setup.ts';
import { toStoredRun } from '#exam/stored-run.ts';
import { noneLearned, recordOf, storedRun } from '#support/stored-runs.ts';

const record = (runId: string, correct = 0, changes: Partial<RunRecord> = {}) =>
  recordOf(runId, { correct, answered: 10, total: 10, ...changes });

describe('the history of an exam', () => {
  it('has each run once, as it last ended, the latest last', () => {
    const history = [record('a', 3), record('b', 5), record('a', 7)].reduce(historyAfter, []);
    expect(history).toEqual([record('b', 5), record('a', 7)]);
  });

  it('has no more than the last 200 runs', () => {
    const runs = Array.from({ length: 250 }, (_, number) => record(`${number}`));
    const history = runs.reduce(historyAfter, []);
    expect(history).toHaveLength(200);
    expect(history.at(0)?.runId).toBe('50');
    expect(history.at(-1)?.runId).toBe('249');
  });
});

describe('an event', () => {
  const question = { options: ['right', 'wrong'], answers: ['right'] };
  const check = { type: 'answerChecked', question, now: 5000 } as const;
  const choose = (position: number) => ({ type: 'optionChosen', position, question }) as const;
  const play = (run: Run, ...events: RunEvent[]) => events.reduce(reduceRun, run);
  const learnOf = (run: Run, event: RunEvent, now = 5000, known: Learned = noneLearned) =>
    learn(known, toStoredRun(run, now), learnedFrom(run, event), now);
  const start = () => startedRun(['q1', 'q2']);
  const missed = play(start(), choose(1), check);

  it('teaches nothing unless it is an answer', () => {
    const flag = { type: 'flagToggled' } as const;
    expect(learnOf(start(), flag)).toEqual(noneLearned);
    expect(learnedFrom(missed, flag)).toEqual([]);
  });

  it('teaches the answer it checks, and none before', () => {
    const run = play(missed, { type: 'questionOpened', index: 1 }, choose(0), check);
    expect(learnedFrom(run, check).map(({ questionId }) => questionId)).toEqual(['q2']);
  });

  it('adds its answer to the study unscheduled, and leaves the rest as it is', () => {
    const before: Review = [1000, 'q0', 1];
    const known = {
      history: [],
      study: {
        cards: [],
        reviews: [before],
        unscheduled: [before],
        marks: [],
        examDate: '2026-12-12',
      },
    };
    const answers = [before, [5000, 'q1', 0]];
    expect(learnOf(missed, check, 5000, known)).toEqual({
      history: [],
      study: { ...known.study, reviews: answers, unscheduled: answers },
    });
  });

  it('drops the oldest of more than 10,000 answers', () => {
    const reviews = Array.from({ length: 10_000 }, (_, at): Review => [at, 'q0', 1]);
    const known = { history: [], study: { ...emptyStudy, reviews } };
    expect(learnOf(missed, check, 5000, known).study.reviews).toEqual([
      ...reviews.slice(1),
      [5000, 'q1', 0],
    ]);
  });

  it('adds the run to the history once it has ended', () => {
    const run = play(startedRun(['q1'], undefined, 'id', 1000), choose(0), check);
    const counts = { correct: 1, answered: 1, total: 1 };
    const times = { finishedAt: 6000, elapsed: 4000 };
    expect(learnOf(run, check, 6000).history).toEqual([
      { runId: 'id', kind: 'all', ...counts, ...times },
    ]);
  });

  it('counts a checked question without options as answered', () => {
    const open = { ...check, question: { options: [], answers: [] } };
    const { history, study } = learnOf(play(startedRun(['q1']), open), open);
    expect(history).toMatchObject([{ answered: 1, total: 1 }]);
    expect(study.reviews).toEqual([]);
  });

  it('that ends a held-out mock exam opens its questions, answered or blank', () => {
    const setup = { questions: 2, isShuffled: true, minutes: 90, isHeldOut: true };
    const sat = play(startedRun(['h1', 'h2'], setup, 'id', 1000), choose(0));
    const end = { type: 'runFinished', now: 9000 } as const;
    expect(learnOf(sat, choose(0)).study).not.toHaveProperty('opened');
    const known = { history: [], study: { ...emptyStudy, opened: ['h0', 'h1'] } };
    expect(learnOf(play(sat, end), end, 9000, known).study.opened).toEqual(['h0', 'h1', 'h2']);
  });

  it('that ends another run teaches nothing, and adds the run to the history', () => {
    const end = { type: 'runFinished', now: 9000 } as const;
    const run = play(missed, end);
    expect(learnedFrom(run, end)).toEqual([]);
    expect(learnOf(run, end, 9000).history).toMatchObject([{ kind: 'all', answered: 1, total: 2 }]);
  });

  it('that ends a mock exam teaches all of its answers', () => {
    const setup = { questions: 'all', isShuffled: false, minutes: 30 } as const;
    const end = { type: 'runFinished', now: 9000 } as const;
    const run = play(startedRun(['q1', 'q2'], setup), choose(1), end);
    expect(learnOf(run, end, 9000)).toMatchObject({
      history: [{ kind: 'mock', answered: 1, total: 2 }],
      study: { reviews: [[9000, 'q1', 0]] },
    });
  });
});

describe('a run that another one replaces', () => {
  const replace = (changes: Partial<StoredRun>, known: Learned = noneLearned) =>
    learnReplaced(known, storedRun(changes), 9000);

  it('ended there: it enters the history with its counts, and teaches nothing new', () => {
    expect(replace({ seen: ['q3'] })).toEqual({
      history: [
        {
          ...{ runId: 'stored', kind: 'all', finishedAt: 9000 },
          ...{ correct: 1, answered: 3, total: 4, elapsed: 61_000 },
        },
      ],
      study: emptyStudy,
    });
  });

  it('is in the history once, as it was left', () => {
    const known = { ...noneLearned, history: [recordOf('stored', { answered: 1 })] };
    expect(replace({ endedAfter: 5 }, known).history).toMatchObject([{ answered: 2, elapsed: 5 }]);
  });

  it('teaches the choices of an open mock exam', () => {
    const setup = { questions: 'all', isShuffled: false, minutes: 30 } as const;
    const reviews = [
      [9000, 'q1', 1],
      [9000, 'q2', 0],
    ];
    expect(replace({ setup })).toMatchObject({ history: [{ kind: 'mock' }], study: { reviews } });
  });

  it.each<[string, Partial<StoredRun>]>([
    ['without answers', { results: [] }],
    ['that is in the history already', { isFinished: true, endedAfter: 9 }],
  ])('%s changes nothing', (_, changes) => {
    expect(replace(changes)).toBe(noneLearned);
  });
});

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
    'count the unanswered questions of a mock exam',
    [of('mock', 1, 1)],
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
  expect(earlierScores(history, { id: 'now', setup, questionIds })).toEqual(scores);
});

it('the last mock exam is its score, its blanks, and what was answered since', () => {
  const mock = record('mock', 6, { kind: 'mock', answered: 8, finishedAt: 5000 });
  const reviews: Review[] = [
    [5000, 'q1', 0],
    [5001, 'q1', 1],
    [5002, 'q2', 0],
  ];
  const known = { history: [mock, record('later', 1)], study: { ...emptyStudy, reviews } };
  const last = lastMockOf(known);
  expect(last).toMatchObject({ runId: 'mock', percent: 60, blank: 2, since: 2, most: 90 });
  expect(last && lastMockText(last)).toBe('Last mock 60%, 2 blank, 2 answers since');
  expect(lastMockOf({ ...known, history: [record('all', 1)] })).toBeUndefined();
});
