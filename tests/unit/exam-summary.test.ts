import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionResult } from '#contract/learner.ts';
import { questionState, type Run, startedRun } from '#exam/run.ts';
import { filterSummary, scoreDomains, summariseRun } from '#exam/summary.ts';

const result = (questionId: string, isCorrect: boolean, domain?: string): QuestionResult => ({
  questionId,
  isCorrect,
  selectedAnswers: [],
  correctAnswers: [],
  positions: [],
  domain,
});

const run: Run = {
  ...startedRun(['q1', 'q2', 'q3', 'q4']),
  results: [result('q3', false, 'd2'), result('q1', true, 'd1'), result('q4', true, 'd1')],
  flags: ['q2', 'q3'],
  isFinished: true,
};

const numbers = (filter: Parameters<typeof filterSummary>[1]) =>
  filterSummary(summariseRun(run), filter).map(({ index }) => index + 1);

/** Any finished run: some of its questions answered, some flagged, in any order. */
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
  it('has every question in its order, with its verdict and its flag', () => {
    expect(summariseRun(run)).toEqual([
      { index: 0, questionId: 'q1', state: 'correct', isFlagged: false },
      { index: 1, questionId: 'q2', state: 'unanswered', isFlagged: true },
      { index: 2, questionId: 'q3', state: 'incorrect', isFlagged: true },
      { index: 3, questionId: 'q4', state: 'correct', isFlagged: false },
    ]);
  });

  it('tells a question without options that was checked from one left out', () => {
    const items = summariseRun({ ...run, seen: ['q2'] });
    expect(items[1]?.state).toBe('seen');
    expect(filterSummary(items, 'unanswered')).toEqual([]);
  });

  it('is filtered by what was wrong, flagged or left out', () => {
    expect(numbers('all')).toEqual([1, 2, 3, 4]);
    expect(numbers('wrong')).toEqual([3]);
    expect(numbers('flagged')).toEqual([2, 3]);
    expect(numbers('unanswered')).toEqual([2]);
  });

  it('has the questions that took longest, the slowest first, where times are known', () => {
    expect(numbers('slowest')).toEqual([]);
    const times = [3, 9, undefined, 5, 8, 1, 7];
    const results = times.map((time, place) => ({ ...result(`q${place + 1}`, true), time }));
    const ids = results.map(({ questionId }) => questionId);
    const slowest = filterSummary(summariseRun({ ...startedRun(ids), results }), 'slowest');
    expect(slowest.map(({ index }) => index + 1)).toEqual([2, 5, 7, 4, 1]);
  });

  it('says of every question what the grid says of it, whatever the run', () => {
    fc.assert(
      fc.property(anyRun, (any) => {
        const items = summariseRun(any);
        expect(items.map(({ questionId }) => questionId)).toEqual(any.questionIds);
        expect(items.map(({ state }) => state)).toEqual(
          any.questionIds.map((id) => questionState(any, id)),
        );
      }),
    );
  });

  it('has each question among the wrong, the unanswered or neither, never in both', () => {
    fc.assert(
      fc.property(anyRun, (any) => {
        const items = summariseRun(any);
        const wrong = filterSummary(items, 'wrong');
        const unanswered = filterSummary(items, 'unanswered');
        expect(unanswered).toHaveLength(any.questionIds.length - any.results.length);
        expect(wrong).toHaveLength(any.results.filter(({ isCorrect }) => !isCorrect).length);
        expect(wrong.filter((item) => unanswered.includes(item))).toEqual([]);
        expect(filterSummary(items, 'flagged')).toHaveLength(any.flags.length);
      }),
    );
  });
});

describe('the score by domain', () => {
  const domains = [
    { id: 'd1', name: 'First', weight: 60 },
    { id: 'd2', name: 'Second', weight: 30 },
    { id: 'd3', name: 'Third', weight: 10 },
  ];

  it('counts what was answered in each, the worst first', () => {
    expect(scoreDomains(run, domains)).toEqual([
      { id: 'd2', name: 'Second', correct: 0, total: 1 },
      { id: 'd1', name: 'First', correct: 2, total: 2 },
    ]);
  });

  it('counts what was left blank as wrong, where it is told of it', () => {
    expect(scoreDomains(run, domains, ['d2', 'd3', 'd3', undefined, 'gone'])).toEqual([
      { id: 'd2', name: 'Second', correct: 0, total: 2 },
      { id: 'd3', name: 'Third', correct: 0, total: 2 },
      { id: 'd1', name: 'First', correct: 2, total: 2 },
    ]);
  });

  it('compares shares, not numbers', () => {
    const results = [
      result('a', true, 'd1'),
      result('b', false, 'd1'),
      ...Array.from({ length: 10 }, (_, place) => result(`c${place}`, place < 3, 'd2')),
    ];
    const scores = scoreDomains({ ...run, results }, domains);
    expect(scores.map(({ id }) => id)).toEqual(['d2', 'd1']);
    const reversed = scoreDomains({ ...run, results }, domains.toReversed());
    expect(reversed).toEqual(scores);
  });

  it('leaves out questions that name no domain, or one that the exam does not have', () => {
    const odd = { ...run, results: [result('q1', true), result('q2', true, 'gone')] };
    expect(scoreDomains(odd, domains)).toEqual([]);
  });

  it('is nothing for an exam without domains', () => {
    expect(scoreDomains(run, [])).toEqual([]);
  });
});
