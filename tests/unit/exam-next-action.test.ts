import { expect, it } from 'vitest';
import { nextAction } from '#exam/next-action.ts';
import { plainSetup } from '#exam/run-setup.ts';
import { emptyStudy, type StoredRun } from '#learner/schemas.ts';
import { resultOf, reviewOf, storedRun } from '#support/stored-runs.ts';

const NOW = 10 ** 12;
const DAY = 24 * 60 * 60 * 1000;

const open = storedRun({ id: 'open' });
const review = storedRun({ id: 'review', setup: { ...plainSetup, from: 'due' } });
const mock = storedRun({ id: 'mock', setup: { ...plainSetup, minutes: 30 } });
const ended = storedRun({ id: 'ended', isFinished: true });
const answered = storedRun({ results: ['q1', 'q2', 'q3', 'q4'].map((id) => resultOf(id)) });

/** The last answer was given in the run over the whole exam. */
const studyWith = (cards: number) => ({
  ...emptyStudy,
  reviews: [reviewOf(NOW - DAY, 'q1')],
  cards: Array.from({ length: cards }, (_, place) => ({
    ...{ questionId: `q${place}`, interval: 1, lastReview: NOW - 2 * DAY },
    ...{ stability: 1, difficulty: 5 },
  })),
});

type Case = {
  runs?: StoredRun[];
  /** What today asks for, and what is due beyond that. */
  due?: number;
  cards?: number;
  total?: number | undefined;
  first: string | undefined;
};

it.each<[string, Case]>([
  ['an exam never practiced', { total: 65, first: 'set of 10 ?questions=10&order=shuffled' }],
  ['an exam of ten', { total: 10, first: 'set of 10 ?questions=10&order=shuffled' }],
  ['an exam of four', { total: 4, first: 'set of 4 ?questions=4&order=shuffled' }],
  ['an exam without questions', { total: 0, first: undefined }],
  [
    'an exam of unknown size',
    { total: undefined, first: 'set of undefined ?questions=10&order=shuffled' },
  ],
  ['what is due today', { total: 65, due: 3, first: 'review of 3 ?questions=3&from=due' }],
  ['reviews before the size is known', { due: 3, first: 'review of 3 ?questions=3&from=due' }],
  ['more reviews than questions', { total: 2, due: 3, first: 'review of 2 ?questions=2&from=due' }],
  [
    'reviews beyond today’s',
    { total: 65, cards: 5, first: 'set of 10 ?questions=10&order=shuffled' },
  ],
  [
    'reviews beyond today’s in a short exam',
    { total: 4, cards: 3, first: 'review of 3 ?questions=3&from=due' },
  ],
  ['an open run', { runs: [open], total: 4, first: 'continue all ?continue=all' }],
  [
    'an open run, before what is due',
    { runs: [open], due: 3, first: 'continue all ?continue=all' },
  ],
  ['an open review', { runs: [review], total: 4, first: 'continue review ?continue=review' }],
  [
    'an open review, after what is due',
    { runs: [review], due: 3, first: 'review of 3 ?questions=3&from=due' },
  ],
  [
    'a mock exam, before all',
    { runs: [open, mock], due: 3, first: 'continue mock ?continue=mock' },
  ],
  [
    'runs that are over',
    { runs: [ended, answered], total: 4, first: 'set of 4 ?questions=4&order=shuffled' },
  ],
])('the main action of %s', (_, { runs = [], due = 0, cards = 0, total, first }) => {
  const action = nextAction({ runs, study: studyWith(cards) }, { due, total, now: NOW });
  const what =
    action?.kind === 'continue'
      ? `continue ${action.runKind}`
      : `${action?.kind} of ${action?.count}`;
  expect(action && `${what} ${action.search}`).toBe(first);
});
