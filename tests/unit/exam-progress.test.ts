import { describe, expect, it } from 'vitest';
import type { ExamProgress, RunRecord } from '#contract/learner.ts';
import {
  historyAfter,
  lastAndBest,
  learnedFrom,
  listMissed,
  progressAfter,
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
  const none: ExamProgress = { history: [], practise: {} };
  const check = { type: 'answerChecked', question, now: 5000 } as const;
  const choose = (position: number) => ({ type: 'optionChosen', position, question }) as const;
  const play = (run: Run, ...events: RunEvent[]) => events.reduce(reduceRun, run);

  it('is nothing before the run has ended', () => {
    const run = play(startedRun(['q1', 'q2']), choose(1), check);
    expect(progressAfter(none, run, 5000)).toBe(none);
  });

  it('teaches the one answer, which is listed where no schedule can be worked out', () => {
    const run = play(startedRun(['q1', 'q2']), choose(1), check);
    const results = learnedFrom(run, check);
    expect(results).toMatchObject([{ questionId: 'q1', isCorrect: false }]);
    expect(listMissed(none, results)).toEqual({ history: [], practise: { q1: 0 } });
    expect(learnedFrom(run, { type: 'flagToggled' })).toEqual([]);
  });

  it('is a place in the history once the run has ended, with its kind and its time', () => {
    const run = play(startedRun(['q1'], undefined, 'id', 1000), choose(0), check);
    expect(progressAfter(none, run, 6000).history).toEqual([
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
    expect(progressAfter(none, run, 5000).history).toMatchObject([{ answered: 1, total: 1 }]);
  });

  it('is every answer of a mock exam when it ends', () => {
    const setup = { questions: 'all', isShuffled: false, minutes: 30 } as const;
    const end = { type: 'mockFinished', now: 9000 } as const;
    const run = play(startedRun(['q1', 'q2'], setup), choose(1), end);
    expect(progressAfter(none, run, 9000)).toMatchObject({
      history: [{ kind: 'mock', answered: 1, total: 2 }],
    });
    expect(learnedFrom(run, end)).toMatchObject([{ questionId: 'q1', isCorrect: false }]);
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
