import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  emptyStudy,
  type Review,
  type RunDraft,
  runKind,
  type StoredRun,
} from '#contract/learner.ts';
import { isTimeUp, type Run, reduceRun, startedRun } from '#exam/run.ts';
import {
  applyDraft,
  catchUp,
  continueIndex,
  continueRun,
  continueText,
  findLastRun,
  followRun,
  isWorthContinuing,
  isWorthStoring,
  mergeRuns,
  planWrite,
  restoreRun,
  toStoredRun,
} from '#exam/stored-run.ts';
import { anyStoredRun, noneLearned, resultOf, storedRun } from '#support/stored-runs.ts';

const NOW = 10 ** 12;
const exam = ['q1', 'q2', 'q3', 'q4'];
const mock = { questions: 'all', isShuffled: false, minutes: 30 } as const;

const restore = (stored: StoredRun, examQuestionIds = exam) => {
  const run = restoreRun(stored, { questionIds: examQuestionIds }, NOW);
  if (!run) throw new Error('None of the run’s questions are left');
  return run;
};

describe('a run', () => {
  it('is worth storing from its first answer, checked question or flag', () => {
    const run = startedRun(exam);
    expect(isWorthStoring(run)).toBe(false);
    for (const part of [{ results: [resultOf('q1')] }, { seen: ['q1'] }, { flags: ['q1'] }]) {
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
      stored: fc.constant({ ...stored, seen: stored.flags }),
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
        flags: stored.flags.filter(isLeft),
        seen: stored.seen.filter(isLeft),
        isAnswered: isFinished ? !stored.flags.includes(current ?? '') : result !== undefined,
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

describe('merging two tabs’ versions of a run', () => {
  type Part = { answer?: boolean | undefined; isFlagged: boolean; isSeen: boolean };
  type State = Record<string, Part>;
  const anyPart = fc.record({
    answer: fc.constantFrom(undefined, true, false),
    isFlagged: fc.boolean(),
    isSeen: fc.boolean(),
  });
  const anyState: fc.Arbitrary<State> = fc
    .tuple(anyPart, anyPart, anyPart, anyPart)
    .map((parts) => Object.fromEntries(parts.map((part, place) => [exam[place], part])));
  const runOf = (state: State) => {
    const idsWith = (part: 'isFlagged' | 'isSeen') => exam.filter((id) => state[id]?.[part]);
    const results = exam.flatMap((id) => {
      const answer = state[id]?.answer;
      return answer === undefined ? [] : [resultOf(id, answer)];
    });
    return storedRun({ results, flags: idsWith('isFlagged'), seen: idsWith('isSeen') });
  };
  /** Each value as this tab has it if this tab changed it, otherwise as the other tab has it. */
  const pick = <T>(base: T | undefined, mine: T, theirs: T) => (mine === base ? theirs : mine);

  it('takes every change of both tabs, ours where both changed, and loses no answer', () => {
    fc.assert(
      fc.property(fc.option(anyState), anyState, anyState, (base, mine, theirs) => {
        const before: State = base ?? {};
        const merged = mergeRuns(base ? runOf(base) : undefined, runOf(mine), runOf(theirs));
        for (const id of exam) {
          const [was, here, there] = [before[id], mine[id], theirs[id]];
          const answer = pick(was?.answer, here?.answer, there?.answer) ?? here?.answer;
          const isFlagged = pick(was?.isFlagged ?? false, here?.isFlagged, there?.isFlagged);
          const isSeen = pick(was?.isSeen ?? false, here?.isSeen, there?.isSeen);
          const result = merged.results.find(({ questionId }) => questionId === id);
          expect(result?.isCorrect).toBe(answer);
          expect(merged.flags.includes(id)).toBe(isFlagged);
          expect(merged.seen.includes(id)).toBe(isSeen);
        }
        for (const list of [merged.flags, merged.seen]) {
          expect(new Set(list).size).toBe(list.length);
        }
      }),
    );
  });

  it('keeps our place, the longer time and a newer revision, and ends if either ended', () => {
    const mine = storedRun({ revision: 3, index: 3, elapsed: 5 });
    const theirs = storedRun({ revision: 5, index: 0, isFinished: true, endedAfter: 9 });
    const ended = { isFinished: true, endedAfter: 9 };
    const merged = mergeRuns(storedRun(), mine, theirs);
    expect(merged).toMatchObject({ ...ended, revision: 6, index: 3, elapsed: 61_000 });
  });

  it('keeps their answer to a question that this tab’s exam no longer has', () => {
    const mine = storedRun({ questionIds: ['q1', 'q3', 'q4'], results: [resultOf('q1')] });
    expect(mergeRuns(storedRun(), mine, storedRun()).results).toEqual(storedRun().results);
  });
});

describe('what to write of a run', () => {
  const base = storedRun({ results: [] });
  const mine = storedRun({ revision: 3, results: [resultOf('q3')] });
  const answered = storedRun({ id: 'new' });
  const seen = storedRun({ id: 'new', results: [], seen: ['q1'] });
  const flagged = storedRun({ id: 'new', results: [] });
  const other = storedRun({ id: 'other' });
  const moved = storedRun({ revision: 9, results: [resultOf('q1'), resultOf('q4')] });

  it.each([
    ['is the run if nothing is stored', undefined, flagged, undefined, flagged],
    ['is nothing for a flagged run over another one', storedRun(), flagged, undefined, undefined],
    ['is the run if no other tab has continued it', storedRun(), mine, storedRun(), mine],
    ['is both tabs’ run if another tab has continued it', moved, mine, base, 'merged'],
  ])('%s', (_, stored, run, known, expected) => {
    const written = expected === 'merged' ? mergeRuns(known, run, stored as StoredRun) : expected;
    expect(planWrite(stored, run, known)).toEqual(
      written ? { kind: 'write', run: written } : { kind: 'nothing' },
    );
  });

  it.each([
    ['an answered', answered],
    ['a checked', seen],
  ])('is %s run over another one, which it replaces', (_, run) => {
    const plan = { kind: 'write', run, replaced: storedRun() };
    expect(planWrite(storedRun(), run, undefined)).toEqual(plan);
  });

  it('is nothing if another tab has replaced it', () => {
    expect(planWrite(other, mine, storedRun())).toEqual({ kind: 'replaced', run: other });
  });
});

describe('following a run that another tab continued', () => {
  const results = [...storedRun().results, resultOf('q3')];
  const theirs = storedRun({ revision: 5, index: 3, results });
  const follow = (run: Run, stored = theirs, keepsPlace = true, ids = exam) =>
    followRun(run, storedRun(), stored, { questionIds: ids }, { now: NOW, keepsPlace });

  it('moves to their question, or stays at its own, even the first', () => {
    const run = restore(storedRun());
    expect(follow(run, theirs, false)).toMatchObject({ index: 3, revision: 5, isAnswered: false });
    expect(follow(run)).toMatchObject({ index: 2, revision: 5, isAnswered: true, results });
    expect(follow(restore(storedRun({ index: 0 }))).index).toBe(0);
  });

  it('keeps what was done here in the meantime, and the stopwatch', () => {
    const paused = reduceRun(restore(storedRun()), { type: 'stopwatchPaused', now: NOW });
    const followed = follow(reduceRun(paused, { type: 'flagToggled' }));
    expect(followed).toMatchObject({ revision: 6, results, stopwatch: paused.stopwatch });
    expect(followed.flags).toContain('q3');
  });

  it('moves if its question is not in their run, and stays as it is if no question is left', () => {
    const run = restore(storedRun());
    const fewer = storedRun({ revision: 5, questionIds: ['q1', 'q2', 'q4'], index: 0 });
    expect(follow(run, fewer, true, ['q1', 'q2', 'q4']).index).toBe(0);
    expect(follow(run, theirs, true, ['other'])).toBe(run);
  });

  it('shows a question without options as checked only while it is on screen', () => {
    const question = { options: [], answers: [] };
    const run = reduceRun(restore(storedRun()), { type: 'answerChecked', question, now: NOW });
    const ahead = storedRun({ revision: 5, index: 3 });
    const followFrom = (keepsPlace: boolean) =>
      followRun(run, toStoredRun(run, NOW), ahead, { questionIds: exam }, { now: NOW, keepsPlace });
    expect(followFrom(true)).toMatchObject({ index: 2, isAnswered: true });
    expect(followFrom(false)).toMatchObject({ index: 3, isAnswered: false });
    expect(follow(restore(storedRun()), ahead).isAnswered).toBe(false);
  });
});

describe('a draft', () => {
  const AT = 5000;
  const draftOf = (run: StoredRun, isWhole = true): RunDraft => ({
    id: run.id,
    revision: run.revision,
    elapsed: run.elapsed,
    at: AT,
    run: isWhole ? run : undefined,
  });
  const apply = (run: StoredRun | undefined, draft: RunDraft) =>
    applyDraft({ ...noneLearned, run }, draft);
  const clock = draftOf(storedRun({ elapsed: 90_000 }), false);

  it.each([
    ['of the time alone updates the stored run', storedRun(), clock, { elapsed: 90_000 }],
    ['of the time alone is ignored if the run has moved on', storedRun({ revision: 3 }), clock],
    ['of the time alone is ignored if no run is stored', undefined, clock],
    ['is ignored if another run is stored', storedRun({ id: 'other' }), clock],
    ['of a whole run, too', storedRun({ id: 'other' }), draftOf(storedRun({ revision: 9 }))],
  ])('%s', (_, run, draft, changes?: Partial<StoredRun>) => {
    expect(apply(run, draft)).toEqual(changes ? { run: { ...run, ...changes } } : {});
  });

  it('is merged with the stored run, and the newer of the two wins', () => {
    const stored = storedRun({ revision: 3, index: 1, results: [resultOf('q3', false)] });
    const newer = storedRun({ revision: 4, index: 3, results: [resultOf('q3')] });
    expect(apply(stored, draftOf(newer)).run).toMatchObject({ index: 3, results: newer.results });
    const older = storedRun({ results: [resultOf('q3'), resultOf('q4')] });
    expect(apply(stored, draftOf(older)).run).toMatchObject({
      index: 1,
      results: [resultOf('q3', false), resultOf('q4')],
    });
  });

  const results = [resultOf('q1'), resultOf('q2', false)];
  const ended = { setup: mock, isFinished: true, endedAfter: 9 };
  it.each<[string, Partial<StoredRun> | undefined, Partial<StoredRun>, string[], number]>([
    ['of a run that only moved teaches nothing', {}, { index: 3 }, [], 0],
    ['of a run that was not stored teaches all of it', undefined, {}, ['q1', 'q2'], 0],
    ['teaches the answers that were not stored', { results: [resultOf('q1')] }, {}, ['q2'], 0],
    ['of a run with a result enters the history', {}, { endedAfter: 9 }, [], 1],
    ['enters the history once', { endedAfter: 9 }, { endedAfter: 9 }, [], 0],
    ['of an open mock exam teaches nothing', { setup: mock, results: [] }, { setup: mock }, [], 0],
    ['of a finished mock exam teaches all of it', { setup: mock }, ended, ['q1', 'q2'], 1],
    ['of an unstored mock exam, too', undefined, ended, ['q1', 'q2'], 1],
    ['of a mock exam that was stored as finished teaches nothing', ended, ended, [], 0],
  ])('%s', (_, before, after, answers, runs) => {
    const stored = before && storedRun({ results, ...before });
    const draft = draftOf(storedRun({ results, revision: 3, ...after }));
    const { run, history = [], study } = apply(stored, draft);
    expect(run?.results).toEqual(results);
    expect(study?.unscheduled.map(([at, id]) => [at, id]) ?? []).toEqual(
      answers.map((id) => [AT, id]),
    );
    expect(history).toHaveLength(runs);
  });

  it('keeps changes of marks, whatever became of the run, unless a mark was changed later', () => {
    const marks = [
      { questionId: 'q1', note: 'typed last', at: AT },
      { questionId: 'q2', isSaved: true, at: AT },
    ];
    const known = (at: number) => ({ questionId: 'q1', isSaved: true, note: 'before', at });
    const study = (at: number) => ({ ...emptyStudy, marks: [known(at)] });
    const stored = (at: number) => ({ history: [], study: study(at), run: undefined });
    const saved = { questionId: 'q2', isSaved: true, note: '', at: AT };
    const noted = { questionId: 'q1', isSaved: true, note: 'typed last', at: AT };
    const draft = { ...clock, marks };
    expect(applyDraft(stored(AT - 1), draft).study?.marks).toEqual([noted, saved]);
    expect(applyDraft(stored(AT + 1), draft).study?.marks).toEqual([known(AT + 1), saved]);
  });
});

describe('a mock exam that nobody has open', () => {
  const MINUTE = 60_000;
  const left = storedRun({ setup: mock, startedAt: NOW });
  const end = (run: StoredRun | undefined, minutes: number) =>
    catchUp.endOverdue({ ...noneLearned, run }, NOW + minutes * MINUTE);

  it('goes on: its clock is that of its deadline', () => {
    const run = continueRun(left, { questionIds: exam }, NOW + 10 * MINUTE) as Run;
    expect(toStoredRun(run, NOW + 10 * MINUTE).elapsed).toBe(10 * MINUTE);
  });

  it('ends once its time is up, and teaches its choices', () => {
    expect(catchUp.isOverdue(left, NOW + 30 * MINUTE)).toBe(true);
    const { run, history, study } = end(left, 700);
    const times = { elapsed: 30 * MINUTE, endedAfter: 30 * MINUTE };
    expect(run).toMatchObject({ ...times, isFinished: true, index: 3, revision: 3, selection: [] });
    expect(run && isTimeUp(run)).toBe(true);
    expect(history).toMatchObject([
      { runId: 'stored', finishedAt: NOW + 30 * MINUTE, answered: 2, total: 4 },
    ]);
    expect(study?.reviews).toEqual([
      [NOW + 30 * MINUTE, 'q1', 1],
      [NOW + 30 * MINUTE, 'q2', 0],
    ]);
  });

  it.each<[string, StoredRun | undefined, number]>([
    ['not before', left, 29],
    ['only once', { ...left, isFinished: true }, 700],
    ['unlike another run', storedRun(), 700],
    ['nor is there one to end', undefined, 700],
  ])('ends %s', (_, run, minutes) => {
    expect(run !== undefined && catchUp.isOverdue(run, NOW + minutes * MINUTE)).toBe(false);
    expect(end(run, minutes)).toEqual({});
  });
});

describe('the run to offer first', () => {
  const reviewsOf = (...ids: string[]) => ids.map((id): Review => [NOW, id, 1]);
  const whole = storedRun({ results: [resultOf('q1'), resultOf('q2')] });
  const set = storedRun({
    setup: { questions: 10, isShuffled: true },
    results: [resultOf('q2'), resultOf('q3')],
  });
  const ended = { ...set, setup: mock, isFinished: true };

  it.each([
    ['has the last answer', [whole, set], reviewsOf('q3', 'q1', 'q3'), set, 'set'],
    ['is the first one without answers', [whole, set], [], whole, 'all'],
    ['is the first one if no run has the last answer', [whole, set], reviewsOf('x'), whole, 'all'],
    ['is never one with nothing left to do', [ended, whole], reviewsOf('q3'), whole, 'all'],
  ])('%s', (_, runs, reviews, run, kind) => {
    expect(findLastRun(runs, reviews)).toEqual({ run, kind });
  });

  it('is undefined if no run has anything left to do', () => {
    expect(findLastRun([ended], reviewsOf('q3'))).toBeUndefined();
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

it('an open mock exam is offered before the run that was answered last', () => {
  const setup = { questions: 4, isShuffled: true, minutes: 30 };
  const set = storedRun({ id: 'set' });
  const mock = storedRun({ id: 'mock', setup, results: [resultOf('q3')] });
  const answered: Review = [1, 'q1', 1];
  expect(findLastRun([set, mock], [answered])?.run.id).toBe('mock');
  expect(findLastRun([set, { ...mock, isFinished: true }], [answered])?.run.id).toBe('set');
});
