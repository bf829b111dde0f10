import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExamProgress, QuestionResult, RunRecord } from '#contract/learner.ts';
import { historyAfter, lastAndBest, practiseAfter } from '#exam/progress.ts';

type Practise = ExamProgress['practise'];

const answered = (questionId: string, isCorrect: boolean): QuestionResult => ({
  questionId,
  isCorrect,
  selectedAnswers: [],
  correctAnswers: [],
  positions: [],
});

/** The list after one question was answered like this, first to last. */
const after = (...verdicts: boolean[]) =>
  verdicts.map((isCorrect) => answered('q1', isCorrect)).reduce(practiseAfter, {} as Practise);

describe('the practise list', () => {
  it('takes a question in that was answered wrong', () => {
    expect(after(false)).toEqual({ q1: 0 });
  });

  it('does not take in one that was right', () => {
    expect(after(true, true)).toEqual({});
  });

  it('keeps a question that was right once since', () => {
    expect(after(false, true)).toEqual({ q1: 1 });
  });

  it('lets a question go after two right answers in a row', () => {
    expect(after(false, true, true)).toEqual({});
  });

  it('counts anew when a wrong answer comes in between', () => {
    expect(after(false, true, false, true)).toEqual({ q1: 1 });
    expect(after(false, true, false, true, true)).toEqual({});
  });

  it('knows a question by its id only, even one that every object has', () => {
    expect(practiseAfter({}, answered('constructor', true))).toEqual({});
    expect(practiseAfter({}, answered('toString', false))).toEqual({ toString: 0 });
  });

  it('has a question exactly when it was wrong once and not right twice running since', () => {
    const answers = fc.array(fc.tuple(fc.constantFrom('q1', 'q2', 'q3'), fc.boolean()));
    fc.assert(
      fc.property(answers, (all) => {
        const list = all.map(([id, right]) => answered(id, right)).reduce(practiseAfter, {});
        for (const id of ['q1', 'q2', 'q3']) {
          const verdicts = all.filter(([other]) => other === id).map(([, right]) => right);
          const lastWrong = verdicts.lastIndexOf(false);
          const firstWrong = verdicts.indexOf(false);
          const isLearnt = verdicts.slice(lastWrong + 1).length >= 2;
          expect(Object.hasOwn(list, id)).toBe(firstWrong !== -1 && !isLearnt);
        }
      }),
    );
  });

  it('is never changed in place', () => {
    const before = Object.freeze({ q1: 1, q2: 0 });
    expect(practiseAfter(before, answered('q1', true))).toEqual({ q2: 0 });
    expect(before).toEqual({ q1: 1, q2: 0 });
  });
});

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

describe('the last and the best score', () => {
  it('are none without a run', () => {
    expect(lastAndBest([])).toBeUndefined();
  });

  it('are whole percents of all questions of the run', () => {
    const history = [record('a', 1, 3), record('b', 2, 3), record('c', 1, 2)];
    expect(lastAndBest(history)).toEqual({ last: 50, best: 67 });
  });
});
