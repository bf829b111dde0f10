import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExamDetail } from '#contract/wire.ts';
import { findResult, questionState, type Run, startedRun } from '#exam/run/run.ts';
import {
  filterSummary,
  type SummaryFilter,
  scoreDomains,
  summarizeRun,
  weakestScore,
} from '#exam/run/summary.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import { resultOf } from '#support/stored-runs.ts';

const result = (questionId: string, isCorrect: boolean, domain?: string) => ({
  ...resultOf(questionId, isCorrect),
  domain,
});

const run: Run = {
  ...startedRun(['q1', 'q2', 'q3', 'q4']),
  results: [result('q3', false, 'd2'), result('q1', true, 'd1'), result('q4', true, 'd1')],
  flags: ['q2', 'q3'],
  isFinished: true,
};

/** Any finished run, with some questions answered and some flagged. */
const anyRun = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 20 })
  .chain((questionIds) =>
    fc.record({
      results: fc
        .tuple(fc.shuffledSubarray(questionIds), fc.infiniteStream(fc.boolean()))
        .map(([ids, right]) => ids.map((id) => result(id, right.next().value === true))),
      flags: fc.shuffledSubarray(questionIds),
      questionIds: fc.constant(questionIds),
    }),
  )
  .map((parts): Run => ({ ...startedRun([]), ...parts, isFinished: true }));

describe('the summary of a run', () => {
  it('has every question in order, with its state and flag', () => {
    expect(summarizeRun(run)).toEqual([
      { index: 0, questionId: 'q1', state: 'correct', isFlagged: false, time: 1000 },
      { index: 1, questionId: 'q2', state: 'unanswered', isFlagged: true },
      { index: 2, questionId: 'q3', state: 'incorrect', isFlagged: true, time: 1000 },
      { index: 3, questionId: 'q4', state: 'correct', isFlagged: false, time: 1000 },
    ]);
  });

  it('tells a checked question without options from an unanswered one', () => {
    const items = summarizeRun({ ...run, seen: ['q2'] });
    expect(items[1]?.state).toBe('seen');
    expect(filterSummary(items, 'unanswered')).toEqual([]);
  });

  it('can be filtered by what took longest, slowest first', () => {
    const times = [3, 9, undefined, 5, 8, 1, 7];
    const ids = times.map((_, place) => `q${place + 1}`);
    const results = times.flatMap((time, place) =>
      time === undefined ? [] : [{ ...resultOf(`q${place + 1}`), time }],
    );
    const slowest = filterSummary(summarizeRun({ ...startedRun(ids), results }), 'slowest');
    expect(slowest.map(({ index }) => index + 1)).toEqual([2, 5, 7, 4, 1]);
  });

  it('agrees with the grid, and its filters with the results, whatever the run', () => {
    fc.assert(
      fc.property(anyRun, (any) => {
        const items = summarizeRun(any);
        const states = any.questionIds.map((id) => questionState(any, id));
        expect(items.map(({ state }) => state)).toEqual(states);
        const idsFor = (filter: SummaryFilter) =>
          filterSummary(items, filter).map(({ questionId }) => questionId);
        const inOrder = (isMeant: (id: string, result?: QuestionResult) => boolean) =>
          any.questionIds.filter((id) => isMeant(id, findResult(any, id)));
        expect(idsFor('all')).toEqual(any.questionIds);
        expect(idsFor('unanswered')).toEqual(inOrder((_, result) => !result));
        expect(idsFor('wrong')).toEqual(inOrder((_, result) => result?.isCorrect === false));
        expect(idsFor('flagged')).toEqual(inOrder((id) => any.flags.includes(id)));
      }),
    );
  });
});

describe('the score by domain', () => {
  const detail: ExamDetail = {
    id: 'x',
    name: 'X',
    questionIds: ['q1', 'q2', 'q3', 'q4'],
    questionDomains: ['d1', 'd2', 'd2', 'd1'],
    domains: [
      { id: 'd1', name: 'First', weight: 60 },
      { id: 'd2', name: 'Second', weight: 30 },
      { id: 'd3', name: 'Third', weight: 10 },
    ],
  };
  const mock = { ...run, setup: { ...run.setup, minutes: 30 } };
  const answersOnly = [
    { id: 'd2', name: 'Second', correct: 0, answered: 1, total: 1 },
    { id: 'd1', name: 'First', correct: 2, answered: 2, total: 2 },
  ];

  it('counts the answers in each, worst first', () => {
    expect(scoreDomains(run, detail)).toEqual(answersOnly);
  });

  it('counts unanswered questions of a mock exam as wrong', () => {
    expect(scoreDomains(mock, detail)).toEqual([
      { id: 'd2', name: 'Second', correct: 0, answered: 1, total: 2 },
      { id: 'd1', name: 'First', correct: 2, answered: 2, total: 2 },
    ]);
  });

  it('knows the domains of questions that were held out', () => {
    const heldOut = { questionIds: ['q2'], questionDomains: ['d2'], questionTasks: [] };
    const others = { questionIds: ['q1', 'q3', 'q4'], questionDomains: ['d1', 'd2', 'd1'] };
    expect(scoreDomains(mock, { ...detail, ...others, heldOut })).toEqual([
      { id: 'd2', name: 'Second', correct: 0, answered: 1, total: 2 },
      { id: 'd1', name: 'First', correct: 2, answered: 2, total: 2 },
    ]);
  });

  it('is not shown for a mock exam whose unanswered questions have no known domain', () => {
    const { questionDomains: _, ...silent } = detail;
    expect(scoreDomains(mock, silent)).toEqual([]);
    expect(scoreDomains({ ...mock, questionIds: ['q1', 'q3', 'q4'] }, silent)).toEqual(answersOnly);
    expect(scoreDomains(run, silent)).toEqual(answersOnly);
  });

  it('compares shares, not numbers', () => {
    const results = [
      result('a', true, 'd1'),
      result('b', false, 'd1'),
      ...Array.from({ length: 10 }, (_, place) => result(`c${place}`, place < 3, 'd2')),
    ];
    const scores = scoreDomains({ ...run, results }, detail);
    expect(scores.map(({ id }) => id)).toEqual(['d2', 'd1']);
    const reversed = { ...detail, domains: detail.domains?.toReversed() };
    expect(scoreDomains({ ...run, results }, reversed as ExamDetail)).toEqual(scores);
  });

  it('leaves out questions without a known domain, and exams without domains', () => {
    const odd = { ...run, results: [result('q1', true), result('q2', true, 'gone')] };
    expect(scoreDomains(odd, detail)).toEqual([]);
    expect(scoreDomains(run, { ...detail, domains: [] })).toEqual([]);
  });
});

it('a domain is the weakest only among those with five answers, and only if something was wrong', () => {
  const score = (id: string, correct: number, answered: number, total = answered) => ({
    ...{ id, name: id, correct, answered, total },
  });
  const [few, weak, good] = [score('few', 0, 4, 9), score('weak', 2, 5), score('good', 6, 6)];
  expect(weakestScore([few, weak, good])).toBe(weak);
  expect(weakestScore([few, weak])).toBeUndefined();
  expect(weakestScore([score('all', 5, 5), good])).toBeUndefined();
});
