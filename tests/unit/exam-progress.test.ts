import { describe, expect, it } from 'vitest';
import type { Review, RunRecord, Study } from '#contract/learner.ts';
import { saveRun } from '#exam/kept-run.ts';
import {
  gainSince,
  historyAfter,
  lastAndBest,
  learn,
  learnedFrom,
  recordKind,
} from '#exam/progress.ts';
import { type Run, type RunEvent, reduceRun, startedRun } from '#exam/run.ts';

const record = (runId: string, correct = 0, total = 10): RunRecord => ({
  runId,
  finishedAt: 0,
  correct,
  answered: total,
  total,
  elapsed: 0,
});

describe('the history of an exam', () => {
  it('has the latest run last', () => {
    const history = ['a', 'b', 'c'].map((id) => record(id)).reduce(historyAfter, []);
    expect(history.map(({ runId }) => runId)).toEqual(['a', 'b', 'c']);
  });

  it('has a run once, with what it came to in the end', () => {
    const history = [record('a', 3), record('b', 5), record('a', 7)].reduce(historyAfter, []);
    expect(history).toEqual([record('b', 5), record('a', 7)]);
  });

  it('lets the oldest of more than 200 runs go', () => {
    const runs = Array.from({ length: 250 }, (_, number) => record(`${number}`));
    const history = runs.reduce(historyAfter, []);
    expect(history).toHaveLength(200);
    expect(history.at(0)?.runId).toBe('50');
    expect(history.at(-1)?.runId).toBe('249');
  });
});

describe('what an answer does to the progress', () => {
  const question = { options: ['right', 'wrong'], answers: ['right'] };
  const study: Study = { cards: [], reviews: [] };
  const none = { progress: { history: [], practise: {} }, study };
  const check = { type: 'answerChecked', question, now: 5000 } as const;
  const choose = (position: number) => ({ type: 'optionChosen', position, question }) as const;
  const play = (run: Run, ...events: RunEvent[]) => events.reduce(reduceRun, run);
  const learnOf = (run: Run, event: RunEvent, now: number, known: typeof none = none) =>
    learn(known, saveRun(run, now), learnedFrom(run, event), now);

  it('is nothing for an event that is no answer', () => {
    expect(learnOf(startedRun(['q1', 'q2']), { type: 'flagToggled' }, 5000)).toEqual(none);
    const answered = play(startedRun(['q1', 'q2']), choose(1), check);
    expect(learnedFrom(answered, { type: 'flagToggled' })).toEqual([]);
  });

  it('is none of the answers before', () => {
    const run = play(
      startedRun(['q1', 'q2']),
      choose(1),
      check,
      { type: 'questionOpened', index: 1 },
      choose(0),
      check,
    );
    expect(learnedFrom(run, check).map(({ questionId }) => questionId)).toEqual(['q2']);
  });

  it('is the one answer, which waits for its card; the history waits for the end', () => {
    const run = play(startedRun(['q1', 'q2']), choose(1), check);
    expect(learnedFrom(run, check)).toMatchObject([{ questionId: 'q1', isCorrect: false }]);
    const before: Review = [1000, 'q0', 1];
    const known = {
      ...none,
      study: { cards: [], reviews: [before], unscheduled: [before], examDate: '2026-12-12' },
    };
    const answers = [before, [5000, 'q1', 0]];
    expect(learnOf(run, check, 5000, known)).toEqual({
      progress: none.progress,
      study: { cards: [], reviews: answers, unscheduled: answers, examDate: '2026-12-12' },
    });
  });

  it('keeps the last 3,000 answers', () => {
    const run = play(startedRun(['q1', 'q2']), choose(1), check);
    const reviews = Array.from({ length: 3000 }, (_, at): Review => [at, 'q0', 1]);
    const { study } = learnOf(run, check, 5000, { ...none, study: { cards: [], reviews } });
    expect(study.reviews).toHaveLength(3000);
    expect(study.reviews.at(0)).toEqual(reviews[1]);
    expect(study.reviews.at(-1)).toEqual([5000, 'q1', 0]);
  });

  it('is a place in the history once the run has ended, with its kind and its time', () => {
    const run = play(startedRun(['q1'], undefined, 'id', 1000), choose(0), check);
    expect(learnOf(run, check, 6000).progress.history).toEqual([
      {
        runId: 'id',
        kind: 'all',
        finishedAt: 6000,
        correct: 1,
        answered: 1,
        total: 1,
        elapsed: 4000,
      },
    ]);
  });

  it('counts a question without options as answered', () => {
    const open = { ...check, question: { options: [], answers: [] } };
    const run = play(startedRun(['q1']), open);
    const { progress, study } = learnOf(run, open, 5000);
    expect(progress.history).toMatchObject([{ answered: 1, total: 1 }]);
    expect(study.reviews).toEqual([]);
  });

  it('is every answer of a mock exam when it ends', () => {
    const setup = { questions: 'all', isShuffled: false, minutes: 30 } as const;
    const end = { type: 'mockFinished', now: 9000 } as const;
    const run = play(startedRun(['q1', 'q2'], setup), choose(1), end);
    expect(learnOf(run, end, 9000)).toMatchObject({
      progress: { history: [{ kind: 'mock', answered: 1, total: 2 }] },
      study: { reviews: [[9000, 'q1', 0]] },
    });
  });
});

describe('the last and the best score', () => {
  it('are none without a run', () => {
    expect(lastAndBest([], 3)).toBeUndefined();
  });

  it('are whole percents of all questions of the run', () => {
    const history = [record('a', 1, 3), record('b', 2, 3), record('c', 0, 3)];
    expect(lastAndBest(history, 3)).toEqual({ last: 0, best: 67 });
  });

  it('are those of whole exams, never of sets or reviews', () => {
    const of = (kind: RunRecord['kind'], correct: number) => ({ ...record('a', correct), kind });
    const history = [of('all', 5), of('mock', 6), of('set', 10), of('review', 10)];
    expect(lastAndBest(history, 10)).toEqual({ last: 60, best: 60 });
    expect(lastAndBest([of('set', 10), of('review', 10)], 10)).toBeUndefined();
  });

  it('count a run over everything once all of it was answered, and a mock exam with its blanks', () => {
    const of = (kind: RunRecord['kind']) => ({ ...record('a', 1, 50), kind, answered: 1 });
    expect(lastAndBest([of('all')], 50)).toBeUndefined();
    expect(lastAndBest([of('mock')], 50)).toEqual({ last: 2, best: 2 });
  });

  it('take a run of an older release for a whole exam when it had as many questions', () => {
    expect(lastAndBest([record('a', 7, 7), record('b', 5)], 10)).toEqual({ last: 50, best: 50 });
  });
});

describe('the gain since the last time', () => {
  const history: RunRecord[] = [
    { ...record('a', 5), kind: 'all' },
    { ...record('b', 9), kind: 'mock' },
    { ...record('c', 6), kind: 'all' },
    { ...record('now', 8), kind: 'all' },
  ];

  it('is in percentage points, against the last other run of the kind', () => {
    expect(gainSince(history, { runId: 'now', kind: 'all', percent: 80 })).toBe(20);
    expect(gainSince(history, { runId: 'now', kind: 'mock', percent: 80 })).toBe(-10);
  });

  it('is none for a review, and without a run to compare with', () => {
    const reviews: RunRecord[] = [{ ...record('r', 5), kind: 'review' }];
    expect(gainSince(reviews, { runId: 'now', kind: 'review', percent: 80 })).toBeUndefined();
    expect(gainSince(history, { runId: 'now', kind: 'set', percent: 80 })).toBeUndefined();
  });
});

it('takes a run of an older release for one over the whole exam by its size', () => {
  expect(recordKind(record('a', 1, 10), 10)).toBe('all');
  expect(recordKind(record('a', 1, 10), 11)).toBe('set');
  expect(recordKind({ ...record('a'), kind: 'mock' }, 10)).toBe('mock');
});
