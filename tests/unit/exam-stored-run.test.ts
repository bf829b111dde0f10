import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reduceRun } from '#exam/run/reduce-run.ts';
import { type Run, startedRun } from '#exam/run/run.ts';
import {
  continueIndex,
  continueRun,
  continueText,
  followRun,
  isWorthContinuing,
  isWorthStoring,
  restoreRun,
  toStoredRun,
} from '#exam/run/stored-run.ts';
import { runKind, type StoredRun } from '#learner/schemas.ts';
import { anyStoredRun, resultOf, storedRun } from '#support/stored-runs.ts';

const NOW = 10 ** 12;
const exam = ['q1', 'q2', 'q3', 'q4'];
const mock = { questions: 'all', isShuffled: false, minutes: 30 } as const;

const restore = (stored: StoredRun, examQuestionIds = exam) => {
  const run = restoreRun(stored, { questionIds: examQuestionIds }, NOW);
  if (!run) throw new Error('None of the run’s questions are left');
  return run;
};

describe('a run', () => {
  it('is worth storing from its first answer or checked question', () => {
    const run = startedRun(exam);
    expect(isWorthStoring(run)).toBe(false);
    for (const part of [{ results: [resultOf('q1')] }, { seen: ['q1'] }]) {
      expect(isWorthStoring({ ...run, ...part })).toBe(true);
    }
  });

  it('is restored as it was stored while the exam is the same', () => {
    fc.assert(
      fc.property(anyStoredRun, (stored) => {
        const run = restore(stored, stored.questionIds);
        const current = stored.questionIds[stored.index];
        const hasResult = stored.results.some(({ questionId }) => questionId === current);
        const isAnswered = stored.isFinished || hasResult;
        expect(run.isAnswered).toBe(isAnswered);
        expect(toStoredRun(run, NOW)).toEqual({
          ...stored,
          selection: isAnswered ? [] : stored.selection,
        });
      }),
    );
  });

  it('keeps questions that are held out, which a run over all does not take up', () => {
    const exam = {
      questionIds: ['q1', 'q2'],
      heldOut: { questionIds: ['h1', 'h2'], questionDomains: [], questionTasks: [] },
    };
    const held = { ...mock, questions: 2 };
    const sitting = storedRun({ questionIds: ['h1', 'h2', 'gone'], setup: held });
    expect(restoreRun(sitting, exam, NOW)?.questionIds).toEqual(['h1', 'h2']);
    const all = storedRun({ questionIds: ['q1'], index: 0 });
    expect(restoreRun(all, exam, NOW)?.questionIds).toEqual(['q1', 'q2']);
  });

  it('goes on from its question after it is restored', () => {
    const run = restore(storedRun());
    expect(continueText(run)).toBe('Continue at question 3 of 4');
    const question = { options: ['right', 'wrong'], answers: ['right'] };
    const checked = reduceRun(run, { type: 'answerChecked', question, now: NOW });
    expect(checked.results.map(({ isCorrect }) => isCorrect)).toEqual([true, false, false]);
  });

  it('gives no feedback after it is restored if it is an unfinished mock exam', () => {
    const run = restore(storedRun({ index: 1, setup: mock }));
    expect(run).toMatchObject({ selection: [1], isAnswered: false });
    expect(restore(storedRun({ index: 1, setup: mock, isFinished: true })).isAnswered).toBe(true);
  });
});

it('a run of an exam that has changed keeps what is left, and gains what is new if it was over all', () => {
  const anyIds = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 5 });
  const anyCase = anyStoredRun.chain((stored) =>
    fc.record({
      stored: fc.shuffledSubarray(stored.questionIds).map((seen) => ({ ...stored, seen })),
      kept: fc.shuffledSubarray(stored.questionIds),
    }),
  );
  fc.assert(
    fc.property(anyCase, anyIds, ({ stored, kept }, others) => {
      const { questionIds, index, setup, isFinished } = stored;
      const examNow = [...new Set([...others, ...kept])];
      const isLeft = (id: string) => examNow.includes(id);
      const left = questionIds.filter(isLeft);
      const run = restoreRun(stored, { questionIds: examNow }, NOW);
      expect(run === undefined).toBe(left.length === 0);
      if (!run) return;
      const added = examNow.filter((id) => !left.includes(id));
      const all = setup.isShuffled ? [...left, ...added] : examNow;
      const current = questionIds.slice(index).find(isLeft) ?? left.at(-1);
      const result = stored.results.find(({ questionId }) => questionId === current);
      const selection = current === questionIds[index] ? stored.selection : [];
      expect(run).toMatchObject({
        questionIds: runKind(setup) === 'all' ? all : left,
        results: stored.results.filter(({ questionId }) => isLeft(questionId)),
        absent: questionIds.filter((id) => !isLeft(id)),
        seen: stored.seen.filter(isLeft),
        isAnswered: isFinished ? !stored.seen.includes(current ?? '') : result !== undefined,
        selection: result?.positions ?? selection,
      });
      expect(run.questionIds[run.index]).toBe(current);
    }),
  );
});

describe('the place to continue at', () => {
  it.each<[string, Partial<StoredRun>, number]>([
    ['is the question on screen', { index: 2 }, 2],
    ['is the next question if that one is answered', { index: 0 }, 2],
    ['or if it was seen', { index: 2, seen: ['q3'] }, 3],
    ['is the first blank if none follows', { index: 3, results: [resultOf('q4')] }, 0],
    ['stays in a mock exam, where a choice may be half made', { index: 0, setup: mock }, 0],
    ['stays if nothing is blank', { index: 1, results: exam.map((id) => resultOf(id)) }, 1],
  ])('%s', (_, changes, index) => {
    expect(continueIndex(storedRun(changes))).toBe(index);
  });

  it('is where a run is continued, ready to be answered', () => {
    const run = continueRun(storedRun({ index: 0 }), { questionIds: exam }, NOW);
    expect(run).toMatchObject({ index: 2, isAnswered: false, selection: [] });
    expect(run && continueText(run)).toBe('Continue at question 3 of 4');
    expect(continueRun(storedRun(), { questionIds: exam }, NOW)).toMatchObject({
      index: 2,
      selection: [1],
    });
  });

  it('is nowhere if nothing is left of the run, or nothing to do', () => {
    expect(continueRun(storedRun(), { questionIds: ['other'] }, NOW)).toBeUndefined();
    expect(continueRun(storedRun(), { questionIds: ['q1', 'q2'] }, NOW)).toBeUndefined();
    expect(
      continueRun(storedRun({ isFinished: true }), { questionIds: exam }, NOW),
    ).toBeUndefined();
  });
});

describe('following a run that another tab continued', () => {
  const results = [...storedRun().results, resultOf('q3')];
  const theirs = storedRun({ at: NOW + 5, index: 3, results });
  const follow = (run: Run, stored = theirs, keepsPlace = true, ids = exam) =>
    followRun(run, stored, { questionIds: ids }, { now: NOW, keepsPlace });

  it('moves to their question, or stays at its own, even the first', () => {
    const run = restore(storedRun());
    expect(follow(run, theirs, false)).toMatchObject({ index: 3, at: NOW + 5, isAnswered: false });
    expect(follow(run)).toMatchObject({ index: 2, at: NOW + 5, isAnswered: true, results });
    expect(follow(restore(storedRun({ index: 0 }))).index).toBe(0);
  });

  it('keeps the stopwatch, and the flags, which are not the run’s', () => {
    const paused = reduceRun(restore(storedRun()), { type: 'stopwatchPaused', now: NOW });
    const followed = follow(reduceRun(paused, { type: 'flagToggled' }));
    expect(followed).toMatchObject({ results, stopwatch: paused.stopwatch });
    expect(followed.flags).toContain('q3');
  });

  it('moves if its question is not in their run, and stays as it is if no question is left', () => {
    const run = restore(storedRun());
    const fewer = storedRun({ at: NOW + 5, questionIds: ['q1', 'q2', 'q4'], index: 0 });
    expect(follow(run, fewer, true, ['q1', 'q2', 'q4']).index).toBe(0);
    expect(follow(run, theirs, true, ['other'])).toBe(run);
  });

  it('shows a question without options as checked only while it is on screen', () => {
    const question = { options: [], answers: [] };
    const run = reduceRun(restore(storedRun()), { type: 'answerChecked', question, now: NOW });
    const ahead = storedRun({ at: NOW + 5, index: 3 });
    const followFrom = (keepsPlace: boolean) =>
      followRun(run, ahead, { questionIds: exam }, { now: NOW, keepsPlace });
    expect(followFrom(true)).toMatchObject({ index: 2, isAnswered: true });
    expect(followFrom(false)).toMatchObject({ index: 3, isAnswered: false });
    expect(follow(restore(storedRun()), ahead).isAnswered).toBe(false);
  });
});

const all = exam.map((id) => resultOf(id));

it.each<[string, Partial<StoredRun>, boolean]>([
  ['while questions are unanswered', {}, true],
  ['if its last question was checked with others unanswered', { endedAfter: 1 }, true],
  ['but not if it was finished with unanswered questions', { isFinished: true }, false],
  ['nor once everything is answered', { results: all }, false],
  ['or seen', { results: all.slice(1), seen: ['q1'] }, false],
  ['if it is an open mock exam, even all answered', { setup: mock, results: all }, true],
  ['but not a finished mock exam', { setup: mock, isFinished: true }, false],
])('a run is worth continuing %s', (_, changes, isWorth) => {
  expect(isWorthContinuing(storedRun(changes))).toBe(isWorth);
});
