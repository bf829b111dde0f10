import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Review, RunNote, SavedRun } from '#contract/learner.ts';
import {
  applyNote,
  continueText,
  findLastRun,
  followRun,
  isWorthContinuing,
  isWorthKeeping,
  keepRun,
  mergeRuns,
  restoreRun,
  saveRun,
} from '#exam/kept-run.ts';
import { type Run, reduceRun, startedRun } from '#exam/run.ts';
import { anyKeptRun, keptRun, resultOf } from '#support/kept-runs.ts';

const NOW = 10 ** 12;
const exam = ['q1', 'q2', 'q3', 'q4'];
const mock = { questions: 'all', isShuffled: false, minutes: 30 } as const;

const restore = (saved: SavedRun, examQuestionIds = exam) => {
  const run = restoreRun(saved, examQuestionIds, NOW);
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
        expect(saveRun(run, NOW)).toEqual({
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
    const run = reduceRun(restore(keptRun()), { type: 'answerChecked', question, now: NOW });
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

  it('forgets that a question without options was checked once that is gone', () => {
    const run = restore(keptRun({ seen: ['q2', 'q4'] }), ['q1', 'q3', 'q4']);
    expect(run.seen).toEqual(['q4']);
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
    expect(restoreRun(keptRun(), ['other'], NOW)).toBeUndefined();
    expect(restoreRun(keptRun(), [], NOW)).toBeUndefined();
  });

  it('always stands at a question of the exam, and knows of none that is gone', () => {
    const anyExam = fc.uniqueArray(fc.string({ unit: 'grapheme', maxLength: 8 }));
    fc.assert(
      fc.property(anyKeptRun, anyExam, fc.nat({ max: 12 }), (saved, others, share) => {
        const examNow = [...new Set([...saved.questionIds.slice(share), ...others])];
        const run = restoreRun(saved, examNow, NOW);
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

describe('a run that two tabs have gone on with', () => {
  const base = keptRun();
  const results = (...extra: ReturnType<typeof resultOf>[]) => [...base.results, ...extra];
  const mine = (changes: Partial<SavedRun>) => keptRun({ revision: 3, ...changes });
  const theirs = (changes: Partial<SavedRun>) => keptRun({ revision: 5, ...changes });

  it('has both tabs’ answers, and stands where this one does', () => {
    const merged = mergeRuns(
      base,
      mine({ results: results(resultOf('q3')), index: 3 }),
      theirs({ results: results(resultOf('q4', false)), index: 0 }),
    );
    expect(merged.results).toEqual(results(resultOf('q4', false), resultOf('q3')));
    expect(merged).toMatchObject({ revision: 6, index: 3 });
  });

  it('has the answer that was given here last, where both gave one', () => {
    const merged = mergeRuns(
      base,
      mine({ results: results(resultOf('q3', false)) }),
      theirs({ results: results(resultOf('q3')) }),
    );
    expect(merged.results).toEqual(results(resultOf('q3', false)));
  });

  it('keeps their change of what did not change here', () => {
    const merged = mergeRuns(
      base,
      mine({ flags: [...base.flags, 'q1'] }),
      theirs({ results: [resultOf('q1', false), resultOf('q2', false)], flags: ['q4'] }),
    );
    expect(merged.results).toEqual([resultOf('q1', false), resultOf('q2', false)]);
    expect(merged.flags).toEqual(['q4', 'q1']);
  });

  it('lacks what was taken back here', () => {
    const merged = mergeRuns(base, mine({ results: [resultOf('q1')], flags: [] }), theirs({}));
    expect(merged.results).toEqual([resultOf('q1')]);
    expect(merged.flags).toEqual([]);
  });

  it('has the choice of a mock exam that was changed here', () => {
    const merged = mergeRuns(
      base,
      mine({ results: [resultOf('q1'), resultOf('q2')], setup: mock }),
      theirs({ setup: mock }),
    );
    expect(merged.results).toEqual([resultOf('q1'), resultOf('q2')]);
  });

  it('keeps their answer to a question that this tab’s exam no longer has', () => {
    const here = { questionIds: ['q1', 'q3', 'q4'], results: [resultOf('q1')] };
    expect(mergeRuns(base, mine(here), theirs({})).results).toEqual(base.results);
  });

  it('has the questions without options that either has checked', () => {
    const both = mergeRuns(
      keptRun({ seen: ['q1'] }),
      mine({ seen: ['q1', 'q3'] }),
      theirs({ seen: ['q1', 'q4'] }),
    );
    expect(both.seen).toEqual(['q1', 'q4', 'q3']);
  });

  it('has all of both where nobody knows what they began from', () => {
    const merged = mergeRuns(
      undefined,
      mine({ results: [resultOf('q3')], seen: ['q1'], flags: ['q1'] }),
      theirs({ results: [resultOf('q4')], seen: ['q2'], flags: ['q2'] }),
    );
    expect(merged.results).toEqual([resultOf('q4'), resultOf('q3')]);
    expect(merged).toMatchObject({ seen: ['q2', 'q1'], flags: ['q2', 'q1'], isFinished: false });
  });

  it('has ended if it ended in either, and took the longer time', () => {
    const merged = mergeRuns(
      base,
      mine({ elapsed: 5 }),
      theirs({ isFinished: true, endedAfter: 9 }),
    );
    expect(merged).toMatchObject({ isFinished: true, endedAfter: 9, elapsed: 61_000 });
  });

  it('loses no answer of either, whatever both did', () => {
    const verdict = fc.constantFrom(undefined, true, false);
    const answers = fc.record({ q3: verdict, q4: verdict });
    fc.assert(
      fc.property(answers, answers, (here, there) => {
        const given = (verdicts: typeof here) =>
          Object.entries(verdicts).flatMap(([id, isCorrect]) =>
            isCorrect === undefined ? [] : [resultOf(id, isCorrect)],
          );
        const merged = mergeRuns(
          base,
          mine({ results: results(...given(here)) }),
          theirs({ results: results(...given(there)) }),
        );
        const expected = { ...there, ...JSON.parse(JSON.stringify(here)) };
        for (const [id, isCorrect] of Object.entries(expected)) {
          const result = merged.results.find(({ questionId }) => questionId === id);
          expect(result?.isCorrect).toBe(isCorrect);
        }
        expect(merged.results.slice(0, 2)).toEqual(base.results);
      }),
    );
  });
});

describe('a run that is to be stored', () => {
  const answered = keptRun({ id: 'new' });
  const flagged = keptRun({ id: 'new', results: [] });

  it('is kept where nothing lies', () => {
    expect(keepRun(undefined, flagged, undefined)).toEqual({ kind: 'kept', run: flagged });
  });

  it('takes the place of another of its kind once it is answered, not before', () => {
    expect(keepRun(keptRun(), answered, undefined)).toEqual({ kind: 'kept', run: answered });
    expect(keepRun(keptRun(), flagged, undefined)).toEqual({ kind: 'waiting' });
    expect(keepRun(keptRun({ isFinished: true }), flagged, undefined)).toEqual({ kind: 'waiting' });
    const seen = keptRun({ id: 'new', results: [], seen: ['q1'] });
    expect(keepRun(keptRun(), seen, undefined)).toEqual({ kind: 'kept', run: seen });
  });

  it('gives way when another tab has put a newer run in its place', () => {
    const newer = keptRun({ id: 'newer' });
    expect(keepRun(newer, keptRun({ revision: 3 }), keptRun())).toEqual({
      kind: 'replaced',
      run: newer,
    });
  });

  it('is written as it is while nobody else went on with it, and merged otherwise', () => {
    const mine = keptRun({ revision: 3, results: [resultOf('q3')] });
    expect(keepRun(keptRun(), mine, keptRun())).toEqual({ kind: 'kept', run: mine });
    const moved = keptRun({ revision: 9, results: [resultOf('q1'), resultOf('q4')] });
    const kept = keepRun(moved, mine, keptRun({ results: [] }));
    expect(kept).toMatchObject({ kind: 'kept', run: { revision: 10 } });
    expect(kept.kind === 'kept' && kept.run.results).toHaveLength(3);
  });
});

describe('a run that another tab went on with', () => {
  const theirs = keptRun({
    revision: 5,
    index: 3,
    results: [...keptRun().results, resultOf('q3')],
  });
  const follow = (run: Run, keepsPlace: boolean) =>
    followRun(run, keptRun(), theirs, exam, { now: NOW, keepsPlace });

  it('is taken over with its place, or without', () => {
    const run = restore(keptRun());
    expect(follow(run, false)).toMatchObject({ index: 3, revision: 5, isAnswered: false });
    expect(follow(run, true)).toMatchObject({ index: 2, revision: 5, isAnswered: true });
    expect(follow(run, true).results).toEqual(theirs.results);
  });

  it('keeps what was done here meanwhile, and the stopwatch as it was', () => {
    const run = reduceRun(restore(keptRun()), { type: 'stopwatchPaused', now: NOW });
    const flagged = reduceRun(run, { type: 'flagToggled' });
    const followed = follow(flagged, true);
    expect(followed.flags).toContain('q3');
    expect(followed.results).toHaveLength(3);
    expect(followed.stopwatch).toEqual(run.stopwatch);
    expect(followed.revision).toBe(6);
  });
});

describe('a run on screen that another tab went on with', () => {
  const at = { now: NOW, keepsPlace: true };
  const theirs = (extras: Partial<SavedRun>) => keptRun({ revision: 5, ...extras });

  it('keeps its place at the first question, too', () => {
    const run = restore(keptRun({ index: 0 }));
    expect(followRun(run, keptRun(), theirs({ index: 3 }), exam, at).index).toBe(0);
  });

  it('moves on when its question is not in the other tab’s run', () => {
    const others = theirs({ questionIds: ['q1', 'q2', 'q4'], index: 0 });
    const followed = followRun(restore(keptRun()), keptRun(), others, ['q1', 'q2', 'q4'], at);
    expect(followed.index).toBe(0);
  });

  it('stays as it is when the exam has none of its questions left', () => {
    const run = restore(keptRun());
    expect(followRun(run, keptRun(), theirs({}), ['other'], at)).toBe(run);
  });

  it('shows a question without options checked as long as it is on screen', () => {
    const question = { options: [], answers: [] };
    const run = reduceRun(restore(keptRun()), { type: 'answerChecked', question, now: NOW });
    const follow = (keepsPlace: boolean) =>
      followRun(run, saveRun(run, NOW), theirs({ index: 3 }), exam, { now: NOW, keepsPlace });
    expect(follow(true)).toMatchObject({ index: 2, isAnswered: true });
    expect(follow(false)).toMatchObject({ index: 3, isAnswered: false });
    const untouched = restore(keptRun());
    expect(followRun(untouched, keptRun(), theirs({}), exam, at).isAnswered).toBe(false);
  });
});

describe('a note that was left of a run', () => {
  const note = (extras: Partial<SavedRun> = {}) => {
    const run = keptRun({ results: [resultOf('q3')], ...extras });
    const { id, revision, elapsed } = run;
    return { id, revision, elapsed, run };
  };
  const time = { id: 'kept', revision: 2, elapsed: 90_000 };
  const none = { progress: { history: [], practise: {} }, study: { cards: [], reviews: [] } };
  const apply = (run: SavedRun | undefined, given: RunNote) =>
    applyNote({ ...none, run }, given, NOW);

  it('is the run where none is stored, and has its answers learned from', () => {
    const { run, study } = apply(undefined, { ...note(), at: 5000 });
    expect(run).toEqual(note().run);
    expect(study?.unscheduled).toEqual([[5000, 'q3', 1]]);
    expect(apply(undefined, time)).toEqual({});
  });

  it('says nothing of another run', () => {
    const stored = keptRun({ id: 'other' });
    expect(apply(stored, note({ revision: 9 }))).toEqual({});
    expect(apply(stored, time)).toEqual({});
  });

  it('tells the time of the stored run, unless that has moved on', () => {
    expect(apply(keptRun(), time)).toEqual({ run: keptRun({ elapsed: 90_000 }) });
    expect(apply(keptRun({ revision: 3 }), time)).toEqual({});
  });

  it('moves the stored run on without any new answer, too', () => {
    const { results } = keptRun();
    const { run } = apply(keptRun(), note({ revision: 3, index: 3, results }));
    expect(run).toMatchObject({ index: 3, results });
  });

  it('adds its answers to the stored run’s, and the newer of the two has the last word', () => {
    const stored = keptRun({ revision: 3, index: 1, results: [resultOf('q3', false)] });
    const newer = apply(stored, note({ revision: 4, index: 3 }));
    expect(newer.run).toMatchObject({ index: 3, results: [resultOf('q3')] });
    expect(newer.study?.reviews).toEqual([[NOW, 'q3', 1]]);
    const older = apply(stored, note({ results: [resultOf('q3'), resultOf('q4')] }));
    expect(older.run).toMatchObject({ index: 1, results: [resultOf('q3', false), resultOf('q4')] });
    expect(older.study?.reviews).toEqual([[NOW, 'q4', 1]]);
  });
});

describe('what a note teaches', () => {
  const none = { progress: { history: [], practise: {} }, study: { cards: [], reviews: [] } };
  const given = [resultOf('q1'), resultOf('q2', false)];
  const apply = (run: Partial<SavedRun> | undefined, noted: Partial<SavedRun>) => {
    const stored = run && keptRun({ results: given, ...run });
    const later = keptRun({ results: given, revision: 3, ...noted });
    const { progress, study } = applyNote(
      { ...none, run: stored },
      { id: later.id, revision: later.revision, elapsed: later.elapsed, run: later },
      NOW,
    );
    return {
      answers: study?.unscheduled?.map(([, id]) => id) ?? [],
      runs: progress?.history.length ?? 0,
    };
  };

  it('is nothing where it only moves on', () => {
    expect(apply({}, { index: 3 })).toEqual({ answers: [], runs: 0 });
  });

  it('is that the run has ended, once', () => {
    expect(apply({}, { isFinished: true })).toEqual({ answers: [], runs: 1 });
    expect(apply({ isFinished: true }, { isFinished: true })).toEqual({ answers: [], runs: 0 });
  });

  it('is nothing of a mock exam before its end, and all of it then', () => {
    const ended = { setup: mock, isFinished: true };
    expect(apply({ setup: mock, results: [] }, { setup: mock })).toEqual({ answers: [], runs: 0 });
    expect(apply({ setup: mock }, ended)).toEqual({ answers: ['q1', 'q2'], runs: 1 });
    expect(apply(undefined, ended)).toEqual({ answers: ['q1', 'q2'], runs: 1 });
    expect(apply(ended, ended)).toEqual({ answers: [], runs: 0 });
  });
});

describe('the run to go on with first', () => {
  const reviewOf = (questionId: string): Review => [NOW, questionId, 1];
  const whole = keptRun({ results: [resultOf('q1'), resultOf('q2')] });
  const set = keptRun({
    setup: { questions: 10, isShuffled: true },
    results: [resultOf('q2'), resultOf('q3')],
  });

  it('is the one with the last answer, not just any answer', () => {
    const reviews = [reviewOf('q3'), reviewOf('q1'), reviewOf('q3')];
    expect(findLastRun([whole, set], reviews)).toEqual({ run: set, kind: 'set' });
  });

  it('is the first where nothing tells which was last', () => {
    expect(findLastRun([whole, set], [])).toEqual({ run: whole, kind: 'all' });
    expect(findLastRun([whole, set], [reviewOf('gone')])?.run).toBe(whole);
  });

  it('is never one that has come to its end', () => {
    const ended = { ...set, setup: mock, isFinished: true };
    expect(findLastRun([ended, whole], [reviewOf('q3')])?.run).toBe(whole);
    expect(findLastRun([ended], [reviewOf('q3')])).toBeUndefined();
  });
});

describe('a kept run is offered', () => {
  it('until it has ended with every question answered', () => {
    const all = exam.map((id) => resultOf(id));
    expect(isWorthContinuing(keptRun())).toBe(true);
    expect(isWorthContinuing(keptRun({ results: all }))).toBe(true);
    expect(isWorthContinuing(keptRun({ isFinished: true }))).toBe(true);
    expect(isWorthContinuing(keptRun({ results: all, isFinished: true }))).toBe(false);
    const seen = { results: all.slice(1), seen: ['q1'], isFinished: true };
    expect(isWorthContinuing(keptRun(seen))).toBe(false);
  });

  it('never once a mock exam has ended, as nothing of it can be answered any more', () => {
    expect(isWorthContinuing(keptRun({ setup: mock }))).toBe(true);
    expect(isWorthContinuing(keptRun({ setup: mock, isFinished: true }))).toBe(false);
  });
});
