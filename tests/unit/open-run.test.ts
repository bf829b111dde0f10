import { describe, expect, it } from 'vitest';
import {
  isStored,
  isTakenOver,
  type OpenRun,
  type OpenRunEvent,
  reduceOpenRun,
} from '#exam/run/open-run.ts';
import type { RunEvent } from '#exam/run/reduce-run.ts';
import { currentId, type Run, startedRun } from '#exam/run/run.ts';
import { startedStopwatch } from '#exam/run/stopwatch.ts';
import { restoreRun, toStoredRun } from '#exam/run/stored-run.ts';
import { resultOf } from '#support/stored-runs.ts';

const ids = ['q1', 'q2', 'q3'];
const questions = { questionIds: ids };
const question = { options: ['a', 'b'], answers: ['a'] };
const mock = { questions: 'all', isShuffled: false, minutes: 10 } as const;

const base = {
  ...toStoredRun(startedRun(ids, undefined, 'mine'), 0),
  results: [resultOf('q1', true, 1)],
  index: 1,
  at: 1,
};
const openOf = (run: Run, stored: OpenRun['stored'] = base): OpenRun => ({
  run,
  stored,
  inSight: startedStopwatch(0),
});
const mine = restoreRun(base, questions, 0) as Run;
const reduce = (open: OpenRun, event: OpenRunEvent, now = 10) =>
  reduceOpenRun(open, event, { questions, now });
const act = (open: OpenRun, event: RunEvent, now = 10) =>
  reduce(open, { type: 'acted', event }, now);
const find = (open: OpenRun, stored: typeof base, keepsPlace = true) =>
  reduce(open, { type: 'storedFound', stored, keepsPlace });
const answeredOf = ({ run }: OpenRun) => run.results.map(({ questionId }) => questionId);

describe('what another tab has stored of the run', () => {
  const theirs = { ...base, results: [...base.results, resultOf('q3', true, 2)], index: 2, at: 2 };

  it('is shown, and what was answered here since stays', () => {
    const answered = act(act(openOf(mine), { type: 'optionChosen', position: 0, question }), {
      type: 'answerChecked',
      question,
      now: 10,
    });
    expect(answeredOf(find(answered, theirs))).toEqual(['q1', 'q3', 'q2']);
  });

  it('moves to its place only where this tab was not being used', () => {
    expect(currentId(find(openOf(mine), theirs).run)).toBe('q2');
    expect(currentId(find(openOf(mine), theirs, false).run)).toBe('q3');
  });

  it('is nothing new if it is what was written here', () => {
    const open = openOf(mine);
    expect(find(open, base).run).toBe(open.run);
    expect(isStored(find(openOf(mine, undefined), base))).toBe(true);
  });

  it('leaves a mock exam that it has ended to the clock on screen', () => {
    const started = startedRun(ids, mock, 'mock');
    const ended = { ...toStoredRun(started, 0), isFinished: true, endedAfter: 600_000, at: 5 };
    expect(find(openOf(started), ended).run).toBe(started);
  });
});

describe('a run that another tab has started', () => {
  const theirs = { ...base, id: 'theirs', results: [], index: 0, at: 7 };

  it.each<[string, OpenRun, boolean]>([
    ['takes over a run that was left before', openOf(mine), true],
    ['does not take over one that was touched since', openOf({ ...mine, at: 8 }), false],
    ['does not take over a result that is looked at', openOf({ ...mine, isFinished: true }), false],
    [
      'does not take over one that is stored nowhere',
      { ...openOf(mine), stored: undefined },
      false,
    ],
    ['does not take over one of another kind', openOf({ ...mine, setup: mock }), false],
  ])('%s', (_, open, isTaken) => {
    expect(isTakenOver(open, theirs)).toBe(isTaken);
  });

  it('is shown with the flags of its questions', () => {
    const { run, stored } = find(openOf({ ...mine, flags: ['q2'] }), theirs);
    expect(run).toMatchObject({ id: 'theirs', flags: ['q2'], index: 0 });
    expect(stored).toBe(theirs);
  });

  it('is not shown if the exam has none of its questions', () => {
    const open = openOf(mine);
    expect(find(open, { ...theirs, questionIds: ['gone'] }).run).toBe(open.run);
  });
});

describe('the run on screen', () => {
  it('stays the same where nothing changes', () => {
    const open = openOf(mine);
    expect(act(open, { type: 'questionOpened', index: 1 })).toBe(open);
    expect(reduce(open, { type: 'flagsFound', flags: [] })).toBe(open);
  });

  it('is another one once that is entered, and is not stored before it is', () => {
    const next = startedRun(ids, undefined, 'next', 20);
    const entered = reduce(openOf({ ...mine, flags: ['q1'] }), { type: 'entered', run: next });
    expect(entered.run).toEqual({ ...next, flags: ['q1'] });
    expect(isStored(entered)).toBe(false);
  });

  it('counts the time of a question from when it appears, and not while it is hidden', () => {
    let open = act(openOf(mine), { type: 'questionOpened', index: 2 }, 1000);
    open = reduce(open, { type: 'hidden' }, 3000);
    open = reduce(open, { type: 'shown' }, 60_000);
    open = act(open, { type: 'optionChosen', position: 0, question }, 61_000);
    open = act(open, { type: 'answerChecked', question, now: 64_000 }, 64_000);
    expect(open.run.results.at(-1)).toMatchObject({ questionId: 'q3', time: 6000 });
  });

  it('counts no time while the stopwatch stands still', () => {
    let open = act(openOf(mine), { type: 'stopwatchPaused', now: 1000 }, 1000);
    open = reduce(reduce(open, { type: 'hidden' }, 2000), { type: 'shown' }, 3000);
    open = act(open, { type: 'optionChosen', position: 0, question }, 9000);
    open = act(open, { type: 'answerChecked', question, now: 9000 }, 9000);
    expect(open.run.results.at(-1)).toMatchObject({ time: 1000 });
  });
});
