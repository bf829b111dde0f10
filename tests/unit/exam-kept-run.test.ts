import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SavedRun } from '#contract/learner.ts';
import { continueText, isWorthContinuing, restoreRun } from '#exam/restored-run.ts';
import { reduceRun, startedRun } from '#exam/run.ts';
import { isWorthKeeping, saveRun } from '#exam/saved-run.ts';
import { anyKeptRun, keptRun, resultOf } from '#support/kept-runs.ts';

const exam = ['q1', 'q2', 'q3', 'q4'];
const mock = { questions: 'all', isShuffled: false, minutes: 30 } as const;

const restore = (saved: SavedRun, examQuestionIds = exam) => {
  const run = restoreRun(saved, examQuestionIds);
  if (!run) throw new Error('Nothing was left of the run');
  return run;
};

describe('what is kept of a run', () => {
  it('is its selection, flags, place and time', () => {
    const run = { ...startedRun(exam), index: 2, selection: [1], flags: ['q4'] };
    expect(saveRun(run, 61_000)).toMatchObject({
      index: 2,
      selection: [1],
      flags: ['q4'],
      elapsed: 61_000,
    });
  });

  it('is worth it from the first answer or flag on', () => {
    const run = startedRun(exam);
    expect(isWorthKeeping(run)).toBe(false);
    expect(isWorthKeeping({ ...run, results: [resultOf('q1')] })).toBe(true);
    expect(isWorthKeeping({ ...run, flags: ['q1'] })).toBe(true);
  });

  it('comes back as it was, whatever the run, while the exam is the same', () => {
    fc.assert(
      fc.property(anyKeptRun, (saved) => {
        const run = restore(saved, saved.questionIds);
        expect(run).toMatchObject({
          questionIds: saved.questionIds,
          index: saved.index,
          results: saved.results,
          flags: saved.flags,
        });
        const isAnswered = saved.results.some(
          ({ questionId }) => questionId === saved.questionIds[saved.index],
        );
        expect(run.isAnswered).toBe(isAnswered);
        expect(saveRun(run, saved.elapsed)).toEqual({
          ...saved,
          selection: isAnswered ? [] : saved.selection,
        });
      }),
    );
  });
});

describe('a run that is come back to', () => {
  it('stands at its question with what was chosen there', () => {
    expect(restore(keptRun())).toMatchObject({ index: 2, selection: [1], isAnswered: false });
    expect(continueText(restore(keptRun()))).toBe('Continue at question 3 of 4');
  });

  it('shows an answered question answered', () => {
    const run = restore(keptRun({ index: 1, selection: [] }));
    expect(run).toMatchObject({ index: 1, selection: [1], isAnswered: true });
  });

  it('goes on as any other', () => {
    const question = { options: ['right', 'wrong'], answers: ['right'] };
    const run = reduceRun(restore(keptRun()), { type: 'answerChecked', question });
    expect(run.results.map(({ isCorrect }) => isCorrect)).toEqual([true, false, false]);
  });

  it('tells nothing if it is a mock exam that has not ended', () => {
    const run = restore(keptRun({ index: 1, setup: mock }));
    expect(run).toMatchObject({ selection: [1], isAnswered: false });
    expect(restore(keptRun({ index: 1, setup: mock, isFinished: true })).isAnswered).toBe(true);
  });
});

describe('a kept run of an exam that has changed since', () => {
  it('keeps its results by the questions’ ids and takes new questions in', () => {
    const run = restore(keptRun(), ['new', 'q4', 'q3', 'q2', 'q1']);
    expect(run.questionIds).toEqual(['new', 'q4', 'q3', 'q2', 'q1']);
    expect(run.results).toEqual(keptRun().results);
    expect(continueText(run)).toBe('Continue at question 3 of 5');
    expect(run.selection).toEqual([1]);
  });

  it('forgets results and flags of questions that are gone', () => {
    const run = restore(keptRun(), ['q1', 'q3', 'q4']);
    expect(run.results).toEqual([resultOf('q1')]);
    expect(run.flags).toEqual(['q4']);
    expect(continueText(run)).toBe('Continue at question 2 of 3');
  });

  it('goes on with the next question when its own is gone, with nothing chosen', () => {
    const run = restore(keptRun(), ['q1', 'q2', 'q4']);
    expect(run).toMatchObject({ index: 2, selection: [], isAnswered: false });
  });

  it('goes on with the last one when all from its own on are gone', () => {
    expect(restore(keptRun(), ['q1', 'q2'])).toMatchObject({ index: 1, isAnswered: true });
  });

  it('stays a run over its own questions when it never was over all', () => {
    const some = keptRun({ setup: { questions: 10, isShuffled: false } });
    expect(restore(some, ['new', ...exam]).questionIds).toEqual(exam);
  });

  it('stays shuffled, with new questions at its end', () => {
    const shuffled = keptRun({
      setup: { questions: 'all', isShuffled: true },
      questionIds: ['q3', 'q1', 'q4', 'q2'],
    });
    expect(restore(shuffled, ['new', ...exam]).questionIds).toEqual([
      'q3',
      'q1',
      'q4',
      'q2',
      'new',
    ]);
  });

  it('is nothing when none of its questions is left', () => {
    expect(restoreRun(keptRun(), ['other'])).toBeUndefined();
    expect(restoreRun(keptRun(), [])).toBeUndefined();
  });

  it('always stands at a question of the exam, and knows of none that is gone', () => {
    const anyExam = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 8 }));
    fc.assert(
      fc.property(anyKeptRun, anyExam, fc.nat({ max: 12 }), (saved, others, share) => {
        const examNow = [...new Set([...saved.questionIds.slice(share), ...others])];
        const run = restoreRun(saved, examNow);
        if (!run) {
          expect(saved.questionIds.filter((id) => examNow.includes(id))).toEqual([]);
          return;
        }
        expect(examNow).toContain(run.questionIds[run.index]);
        expect(examNow).toEqual(expect.arrayContaining(run.questionIds));
        expect(new Set(run.questionIds).size).toBe(run.questionIds.length);
        const known = [...run.results.map(({ questionId }) => questionId), ...run.flags];
        expect(run.questionIds).toEqual(expect.arrayContaining(known));
      }),
    );
  });
});

describe('a kept run is offered', () => {
  it('until it has ended with every question answered', () => {
    const all = exam.map((id) => resultOf(id));
    expect(isWorthContinuing(keptRun())).toBe(true);
    expect(isWorthContinuing(keptRun({ results: all }))).toBe(true);
    expect(isWorthContinuing(keptRun({ isFinished: true }))).toBe(true);
    expect(isWorthContinuing(keptRun({ results: all, isFinished: true }))).toBe(false);
  });
});
