import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addResult, type RunEvent, reduceRun, withTime } from '#exam/run/reduce-run.ts';
import {
  finalScoreText,
  findResult,
  isTimeUp,
  questionState,
  type Run,
  shownSelection,
  startedRun,
  timeLeft,
  timeSpent,
  totalAnswered,
  totalCorrect,
} from '#exam/run/run.ts';
import { elapsedTime, isRunning } from '#exam/run/stopwatch.ts';
import type { QuestionResult } from '#learner/schemas.ts';
import { resultOf } from '#support/stored-runs.ts';

const single = { options: ['right', 'wrong', 'no'], answers: ['right'] };
const several = { options: ['right', 'wrong', 'right too'], answers: ['right', 'right too'] };
const open = { options: [], answers: ['Anything.'] };
const twins = { options: ['right', 'right', 'wrong'], answers: ['right'] };
const mockSetup = { questions: 'all', isShuffled: false, minutes: 90 } as const;

const start = () => startedRun(['q1', 'q2', 'q3']);
const startMock = () => startedRun(['q1', 'q2', 'q3'], mockSetup);
const play = (run: Run, ...events: RunEvent[]) => events.reduce(reduceRun, run);
const choose = (position: number, question = single): RunEvent => ({
  type: 'optionChosen',
  position,
  question,
});
const check = (question = single): RunEvent => ({ type: 'answerChecked', question, now: 0 });
const goTo = (index: number): RunEvent => ({ type: 'questionOpened', index });
const flag: RunEvent = { type: 'flagToggled' };
const doubt: RunEvent = { type: 'doubtToggled' };
const finish: RunEvent = { type: 'runFinished', now: 0 };

const idsOf = (results: QuestionResult[]) => results.map(({ questionId }) => questionId);

it('a run starts at its first question, and with nothing from before', () => {
  const nothing = { selection: [], isAnswered: false, results: [], flags: [], isFinished: false };
  expect(start()).toMatchObject({ ...nothing, questionIds: ['q1', 'q2', 'q3'], index: 0 });
});

describe('checking an answer', () => {
  it('records the selection, the answers and whether they agree, and locks the selection', () => {
    const run = play(start(), choose(1), check());
    expect(run.isAnswered).toBe(true);
    const texts = { selectedAnswers: ['wrong'], correctAnswers: ['right'] };
    expect(run.results).toMatchObject([{ questionId: 'q1', isCorrect: false, ...texts }]);
    expect(play(run, choose(0))).toBe(run);
    expect(play(run, check())).toBe(run);
  });

  const foreign = { options: ['a', 'b'], answers: ['elsewhere'] };
  it.each([
    ['all answers', several, [0, 2], true],
    ['one wrong', several, [0, 1], false],
    ['an answer that is no option', foreign, [0], false],
    ['the first of two equal options', twins, [0], true],
    ['the second of two equal options', twins, [1], true],
  ])('with %s selected', (_, question, positions, isCorrect) => {
    const chosen = positions.map((position) => choose(position, question));
    expect(play(start(), ...chosen, check(question)).results).toMatchObject([{ isCorrect }]);
  });

  it('does nothing while nothing is selected, unless there are no options', () => {
    expect(play(start(), check())).toEqual(start());
    const run = play(start(), check(open));
    expect(run).toMatchObject({ isAnswered: true, results: [], seen: ['q1'] });
    expect(play(run, choose(0))).toBe(run);
  });

  it('finishes the run once every question is answered or seen, in whatever order', () => {
    const last = play(start(), goTo(2), choose(0), check());
    expect(last.isFinished, 'two are still blank').toBe(false);
    const second = play(last, goTo(1), check(open));
    expect(second.isFinished).toBe(false);
    expect(play(second, goTo(0), choose(0), check()).isFinished).toBe(true);
  });
});

describe('moving to a question', () => {
  const leaveAndReturn = [goTo(1), goTo(0)];
  it.each<[string, RunEvent[], Partial<Run>]>([
    ['shows a new one unanswered', [goTo(1)], { index: 1, selection: [], isAnswered: false }],
    [
      'restores an answered one, still locked',
      [goTo(2), goTo(0), choose(0)],
      { selection: [1], isAnswered: true },
    ],
  ])('after an answer %s', (_, events, expected) => {
    expect(play(start(), choose(1), check(), ...events)).toMatchObject(expected);
  });

  it('drops a selection that was not checked', () => {
    expect(play(start(), choose(0), ...leaveAndReturn).selection).toEqual([]);
  });

  it('restores which of two equal options was selected', () => {
    const run = play(start(), choose(1, twins), check(twins), ...leaveAndReturn);
    expect(run.selection).toEqual([1]);
  });

  it('shows one without options unanswered again, and counts it as seen once', () => {
    const run = play(start(), check(open), ...leaveAndReturn);
    expect(run).toMatchObject({ isAnswered: false, seen: ['q1'] });
    expect(play(run, check(open)).seen).toEqual(['q1']);
  });

  it.each([-1, 3, 99])('does not go to index %i of three questions', (index) => {
    const run = play(start(), choose(0));
    expect(play(run, goTo(index))).toBe(run);
  });

  it('does nothing in an exam without questions', () => {
    expect(play(startedRun([]), goTo(0), choose(0), check()).results).toEqual([]);
  });
});

describe('results', () => {
  it('are appended, or replaced in place', () => {
    const [first, second] = [resultOf('q1'), resultOf('q2')];
    expect(addResult([first], second)).toEqual([first, second]);
    const again = resultOf('q1', false);
    expect(addResult([first, second], again)).toEqual([again, second]);
  });

  it('are looked up by question', () => {
    const run = play(start(), choose(1), check(), goTo(1), choose(0), check());
    expect(findResult(run, 'q2')?.isCorrect).toBe(true);
    expect(findResult(run, 'q3')).toBeUndefined();
    const states = ['q1', 'q2', 'q3'].map((id) => questionState(run, id));
    expect(states).toEqual(['incorrect', 'correct', 'unanswered']);
    expect(questionState(play(start(), check(open)), 'q1')).toBe('seen');
  });

  const anyEvent: fc.Arbitrary<RunEvent> = fc.oneof(
    fc.integer({ min: -2, max: 5 }).map(goTo),
    fc.nat({ max: 2 }).map((position) => choose(position, several)),
    fc.constantFrom(check(several), check(open), flag, doubt),
  );

  it('are one per question at most, add up to the totals, and never change once checked', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40, size: 'max' }), (events) => {
        let run = start();
        for (const event of events) {
          const { results } = run;
          run = reduceRun(run, event);
          expect(run.results.slice(0, results.length)).toEqual(results);
        }
        const ids = idsOf(run.results);
        expect(new Set(ids).size).toBe(ids.length);
        expect(run.questionIds).toEqual(expect.arrayContaining(ids));
        expect(totalAnswered(run)).toBe(ids.length);
        expect(totalCorrect(run)).toBe(run.results.filter(({ isCorrect }) => isCorrect).length);
        expect(run.questionIds[run.index]).toBeDefined();
      }),
    );
  });

  it('are of what was done with their question since it came: nothing goes along to another', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40, size: 'max' }), (events) => {
        let run = start();
        for (const event of events) {
          const before = run;
          run = reduceRun(run, event);
          if (run.index === before.index) continue;
          const { positions = [] } = findResult(run, run.questionIds[run.index] ?? '') ?? {};
          expect([run.selection, run.isUnsure]).toEqual([positions, undefined]);
        }
      }),
    );
  });
});

it('a flag is toggled for the question on screen alone, answered or not', () => {
  const run = play(start(), flag, choose(0), check(), goTo(1), flag);
  expect(run.flags).toEqual(['q1', 'q2']);
  expect(play(run, goTo(2), goTo(1), flag).flags).toEqual(['q1']);
});

it('each change is later than the one before it, whatever the clock says, and nothing else is', () => {
  const run = play(start(), choose(0), check(), flag);
  expect(run.at).toBe(3);
  expect(play(run, choose(1), check(), goTo(0)).at).toBe(3);
  expect(reduceRun(run, goTo(1), 900).at).toBe(900);
  expect(reduceRun(reduceRun(run, goTo(1), 900), goTo(0), 800).at).toBe(901);
});

describe('the stopwatch of a run', () => {
  const run = startedRun(['q1', 'q2'], undefined, 'id', 1000);

  it('runs from the start, pauses, resumes, and resets to zero', () => {
    const times: number[] = [];
    let state = run;
    for (const [event, now] of [
      [{ type: 'stopwatchPaused', now: 3000 }, 60_000],
      [{ type: 'stopwatchResumed', now: 60_000 }, 61_000],
      [{ type: 'stopwatchReset' }, 99_000],
    ] as const) {
      state = reduceRun(state, event);
      times.push(elapsedTime(state.stopwatch, now));
    }
    expect(times).toEqual([2000, 3000, 0]);
    expect(isRunning(state.stopwatch)).toBe(false);
  });

  it('tells how long a run took up to its last answer, once its last question is checked', () => {
    const checkAt = (now: number): RunEvent => ({ type: 'answerChecked', question: single, now });
    const ended = play(run, choose(0), goTo(1), choose(0), checkAt(9000));
    expect(ended.endedAfter).toBe(8000);
    expect(play(ended, goTo(0)).endedAfter).toBe(8000);
    expect(play(ended, goTo(0), choose(1), checkAt(20_000)).endedAfter).toBe(19_000);
    expect(play(run, choose(0), checkAt(9000)).endedAfter).toBeUndefined();
  });
});

it('the time spent on a run stands still once it has finished', () => {
  const run = startedRun(['q1'], undefined, 'id', 1000);
  expect(timeSpent(run, 4000)).toBe(3000);
  const ended = play(run, choose(0), { type: 'answerChecked', question: single, now: 5000 });
  expect(timeSpent(ended, 99_000)).toBe(4000);
});

describe('a mock exam', () => {
  it('records each choice at once, and lets it change', () => {
    const run = play(startMock(), choose(1), goTo(1), choose(0), goTo(0), choose(0));
    expect(run).toMatchObject({ selection: [0], isAnswered: false });
    expect(idsOf(run.results)).toEqual(['q1', 'q2']);
    expect(totalCorrect(run)).toBe(2);
  });

  it('drops the result of a question, and no other, when its last choice is taken back', () => {
    const run = play(startMock(), choose(0), goTo(1), choose(0, several), choose(0, several));
    expect(idsOf(run.results)).toEqual(['q1']);
  });

  it('shows only whether a question is answered until it ends', () => {
    const run = play(startMock(), choose(1));
    expect(questionState(run, 'q1')).toBe('answered');
    expect(questionState(run, 'q2')).toBe('unanswered');
    expect(play(run, check())).toBe(run);
  });

  it('shows everything at its last question once it is finished, and is locked', () => {
    const run = play(startMock(), choose(1), finish);
    expect(run).toMatchObject({ isFinished: true, isAnswered: true, index: 2 });
    expect(questionState(run, 'q1')).toBe('incorrect');
    const back = play(run, goTo(0));
    expect(back).toMatchObject({ selection: [1], isAnswered: true });
    expect(play(back, choose(0))).toBe(back);
    expect(play(run, finish)).toBe(run);
    const atLast = play(startMock(), goTo(2), choose(1), finish);
    expect(atLast).toMatchObject({ index: 2, selection: [1], isAnswered: true });
  });
});

describe('the time of a mock exam', () => {
  const MINUTE = 60_000;
  const mock = startedRun(['q1', 'q2'], mockSetup, 'id', MINUTE);

  it('is left until its deadline, and never more than it began with', () => {
    const left = [0, 2, 91, 500].map((minute) => timeLeft(mock, minute * MINUTE));
    expect(left).toEqual([90 * MINUTE, 89 * MINUTE, 0, 0]);
    expect(timeLeft(start(), MINUTE)).toBeUndefined();
  });

  it('is spent by the clock, at most all of it', () => {
    expect(timeSpent(mock, 11 * MINUTE)).toBe(10 * MINUTE);
    expect(timeSpent(mock, 500 * MINUTE)).toBe(90 * MINUTE);
  });

  it('is up if it ended the exam', () => {
    const finishAt = (minute: number) => play(mock, { type: 'runFinished', now: minute * MINUTE });
    expect(isTimeUp(mock)).toBe(false);
    expect(isTimeUp(finishAt(90))).toBe(false);
    expect(isTimeUp(finishAt(300))).toBe(true);
    expect(finishAt(300).endedAfter).toBe(90 * MINUTE);
    expect(isTimeUp(play(start(), finish))).toBe(false);
  });
});

describe('a run that is finished early', () => {
  const ended = play(start(), choose(1), check(), goTo(1), choose(0), {
    type: 'runFinished',
    now: 5000,
  });

  it('ends at its last question, with what was checked', () => {
    expect(ended).toMatchObject({ isFinished: true, isAnswered: true, index: 2, endedAfter: 5000 });
    expect(idsOf(ended.results)).toEqual(['q1']);
    expect(play(ended, finish)).toBe(ended);
  });

  it('is locked: its blanks show their answers, with nothing selected', () => {
    const blank = play(ended, goTo(1));
    expect(blank).toMatchObject({ isAnswered: true, selection: [] });
    expect(play(blank, choose(0))).toBe(blank);
    expect(play(ended, goTo(0))).toMatchObject({ isAnswered: true, selection: [1] });
    const atLast = play(start(), goTo(2), choose(1), finish);
    expect(atLast).toMatchObject({ isAnswered: true, selection: [] });
  });

  it('shows a checked question without options unanswered again, like any run', () => {
    expect(play(start(), check(open), finish, goTo(0)).isAnswered).toBe(false);
  });
});

describe('the options shown as selected', () => {
  const answered = play(start(), choose(1), check());
  const secondTwin = play(start(), choose(1, twins), check(twins));
  const bothRight = play(start(), choose(0, several), choose(2, several), check(several));

  it.each([
    ['are the selection', play(start(), choose(2)), single.options, [2]],
    ['are those of the result', answered, single.options, [1]],
    ['follow their texts if options have moved', answered, ['no', 'right', 'wrong'], [2]],
    ['follow their texts if some have moved', bothRight, ['right', 'right too', 'wrong'], [0, 1]],
    ['are none if the text is gone', answered, ['no', 'right'], []],
    ['are told apart from equal texts', secondTwin, twins.options, [1]],
  ])('%s', (_, run, options, selection) => {
    expect(shownSelection(run, { options, answers: ['right'] })).toEqual(selection);
  });

  it('follow their texts in an open mock exam, and further choices add to them', () => {
    const moved = { options: ['right too', 'right', 'wrong'], answers: ['right', 'right too'] };
    const run = play(startMock(), choose(0, several));
    expect(shownSelection(run, moved)).toEqual([1]);
    const added = play(run, choose(0, moved));
    expect(added.results).toMatchObject([{ isCorrect: true, positions: [0, 1] }]);
    expect(shownSelection(added, moved)).toEqual([0, 1]);
  });
});

describe('the time of an answer', () => {
  const timed = (before: Run, event: RunEvent, spent: number) =>
    withTime(before, reduceRun(before, event), spent);
  const timesOf = (run: Run) => run.results.map(({ time }) => time);

  it('is the time spent before it was checked', () => {
    const chosen = timed(start(), choose(1), 3000);
    expect(timesOf(chosen)).toEqual([]);
    const run = timed(play(timed(chosen, check(), 4000), goTo(1), choose(0)), check(), 500);
    expect(timesOf(run)).toEqual([4000, 500]);
    expect(timesOf(timed(run, goTo(0), 9000))).toEqual([4000, 500]);
  });

  it('adds up over the choices in a mock exam', () => {
    const first = timed(startMock(), choose(1), 3000);
    const flagged = timed(first, flag, 9000);
    expect(timesOf(timed(flagged, choose(0), 500))).toEqual([3500]);
  });

  it('is not changed by entering another run', () => {
    const other = { ...play(start(), choose(0), check()), id: 'other' };
    expect(withTime(start(), other, 3000)).toBe(other);
  });
});

it('the final score is a whole percentage', () => {
  expect(finalScoreText(1, 8)).toBe('Final Score: 1/8 (13%)');
  expect(finalScoreText(0, 0)).toBe('Final Score: 0/0 (0%)');
});
