import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuestionResult } from '#contract/learner.ts';
import {
  addResult,
  finalScoreText,
  findResult,
  questionState,
  type Run,
  type RunEvent,
  reduceRun,
  shownSelection,
  startedRun,
  totalAnswered,
  totalCorrect,
  withTime,
} from '#exam/run.ts';
import { elapsedTime, isRunning } from '#exam/stopwatch.ts';

const single = { options: ['right', 'wrong', 'no'], answers: ['right'] };
const several = { options: ['right', 'wrong', 'right too'], answers: ['right', 'right too'] };
const open = { options: [], answers: ['Anything.'] };
const twins = { options: ['right', 'right', 'wrong'], answers: ['right'] };

const begin = () => startedRun(['q1', 'q2', 'q3']);
const play = (run: Run, ...events: RunEvent[]) => events.reduce(reduceRun, run);
const choose = (position: number, question = single): RunEvent => ({
  type: 'optionChosen',
  position,
  question,
});
const check = (question = single): RunEvent => ({ type: 'answerChecked', question, now: 0 });
const goTo = (index: number): RunEvent => ({ type: 'questionOpened', index });

describe('a run that has begun', () => {
  it('stands at the first question with nothing chosen and nothing known', () => {
    expect(begin()).toMatchObject({
      questionIds: ['q1', 'q2', 'q3'],
      index: 0,
      selection: [],
      isAnswered: false,
      results: [],
      flags: [],
      isFinished: false,
    });
  });

  it('forgets everything when the exam is entered again', () => {
    const run = play(begin(), choose(0), check(), goTo(2), {
      type: 'runEntered',
      run: begin(),
    });
    expect(run).toEqual(begin());
  });
});

describe('choosing', () => {
  it('replaces where one answer is correct', () => {
    expect(play(begin(), choose(1), choose(0)).selection).toEqual([0]);
  });

  it('toggles where several are', () => {
    const run = play(begin(), choose(2, several), choose(0, several), choose(2, several));
    expect(run.selection).toEqual([0]);
  });

  it('records nothing by itself', () => {
    expect(play(begin(), choose(0)).results).toEqual([]);
  });
});

describe('checking', () => {
  it('records what was chosen, what is correct and whether they agree', () => {
    const run = play(begin(), choose(1), check());
    expect(run.isAnswered).toBe(true);
    expect(run.results).toMatchObject([
      {
        questionId: 'q1',
        isCorrect: false,
        selectedAnswers: ['wrong'],
        correctAnswers: ['right'],
      },
    ]);
  });

  it('takes all answers and nothing else for correct', () => {
    const results = [[0, 2], [0], [0, 1, 2], [0, 1]].map((positions) => {
      const chosen = positions.map((position) => choose(position, several));
      return totalCorrect(play(begin(), ...chosen, check(several)));
    });
    expect(results).toEqual([1, 0, 0, 0]);
  });

  it('does nothing while nothing is chosen and there are options', () => {
    expect(play(begin(), check())).toEqual(begin());
  });

  it('answers a question without options and records no result', () => {
    const run = play(begin(), check(open));
    expect(run.isAnswered).toBe(true);
    expect(run.results).toEqual([]);
  });

  it('happens once: a second one changes nothing', () => {
    const run = play(begin(), choose(1), check());
    expect(play(run, check())).toBe(run);
  });

  it('locks the selection', () => {
    const run = play(begin(), choose(1), check());
    expect(play(run, choose(0))).toBe(run);
    const opened = play(begin(), check(open));
    expect(play(opened, choose(0))).toBe(opened);
  });

  it('is always wrong where the answer is no option', () => {
    const foreign = { options: ['a', 'b'], answers: ['elsewhere'] };
    const run = play(begin(), choose(0, foreign), check(foreign));
    expect(run.results[0]?.isCorrect).toBe(false);
  });

  it('takes either of two equal options for correct', () => {
    for (const position of [0, 1]) {
      expect(totalCorrect(play(begin(), choose(position, twins), check(twins)))).toBe(1);
    }
  });
});

describe('moving', () => {
  it('comes to a question that is unanswered, with nothing chosen', () => {
    const run = play(begin(), choose(0), check(), goTo(1));
    expect(run).toMatchObject({ index: 1, selection: [], isAnswered: false });
  });

  it('drops a selection that was not checked', () => {
    expect(play(begin(), choose(0), goTo(1), goTo(0)).selection).toEqual([]);
  });

  it('restores an answered question as it was, still locked', () => {
    const run = play(begin(), choose(1), check(), goTo(2), goTo(0));
    expect(run).toMatchObject({ index: 0, selection: [1], isAnswered: true });
    expect(play(run, choose(0))).toBe(run);
  });

  it('restores which of two equal options was chosen', () => {
    expect(play(begin(), choose(1, twins), check(twins), goTo(1), goTo(0)).selection).toEqual([1]);
  });

  it('comes back to a question without options unanswered, as it has no result', () => {
    expect(play(begin(), check(open), goTo(1), goTo(0)).isAnswered).toBe(false);
  });

  it.each([-1, 3, 99])('does not go to index %i of three questions', (index) => {
    const run = play(begin(), choose(0));
    expect(play(run, goTo(index))).toBe(run);
  });

  it('goes nowhere in an exam without questions', () => {
    expect(play(startedRun([]), goTo(0), choose(0), check()).results).toEqual([]);
  });
});

describe('the results', () => {
  const result = (questionId: string, isCorrect: boolean): QuestionResult => ({
    questionId,
    isCorrect,
    selectedAnswers: [],
    correctAnswers: [],
    positions: [],
    domain: undefined,
  });

  it('take a new one at the end', () => {
    expect(addResult([result('q1', true)], result('q2', false))).toEqual([
      result('q1', true),
      result('q2', false),
    ]);
  });

  it('replace the one that a question has, in its place', () => {
    const before = [result('q1', true), result('q2', true)];
    expect(addResult(before, result('q1', false))).toEqual([
      result('q1', false),
      result('q2', true),
    ]);
  });

  it('are looked up by question', () => {
    const run = play(begin(), choose(1), check(), goTo(1), choose(0), check());
    expect(findResult(run, 'q2')?.isCorrect).toBe(true);
    expect(findResult(run, 'q3')).toBeUndefined();
    expect(['q1', 'q2', 'q3'].map((id) => questionState(run, id))).toEqual([
      'incorrect',
      'correct',
      'unanswered',
    ]);
  });

  it('are at most one a question, and the totals are theirs, whatever is done', () => {
    const event: fc.Arbitrary<RunEvent> = fc.oneof(
      fc.integer({ min: -2, max: 5 }).map(goTo),
      fc.nat({ max: 2 }).map((position) => choose(position, several)),
      fc.constantFrom(check(several), check(open)),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const run = play(begin(), ...events);
        const ids = run.results.map(({ questionId }) => questionId);
        expect(new Set(ids).size).toBe(ids.length);
        expect(run.questionIds).toEqual(expect.arrayContaining(ids));
        expect(totalAnswered(run)).toBe(ids.length);
        expect(totalCorrect(run)).toBe(run.results.filter((item) => item.isCorrect).length);
        expect(run.questionIds[run.index]).toBeDefined();
      }),
    );
  });

  it('never change once they stand, whatever is chosen and checked afterwards', () => {
    const events = fc.array(
      fc.oneof(
        fc.nat({ max: 2 }).map((at) => choose(at)),
        fc.constant(check()),
      ),
    );
    const answered = play(begin(), choose(1), check());
    fc.assert(
      fc.property(events, (later) => {
        expect(play(answered, ...later)).toBe(answered);
      }),
    );
  });
});

describe('a flag', () => {
  it('is put on the question on screen, and taken off again', () => {
    const flagged = play(begin(), goTo(1), { type: 'flagToggled' });
    expect(flagged.flags).toEqual(['q2']);
    expect(play(flagged, goTo(2), goTo(1), { type: 'flagToggled' }).flags).toEqual([]);
  });

  it('stays when the question is answered', () => {
    expect(play(begin(), { type: 'flagToggled' }, choose(0), check()).flags).toEqual(['q1']);
  });
});

describe('a question without options', () => {
  it('counts as seen once it was checked, and is asked anew when it is come back to', () => {
    const run = play(begin(), check(open), goTo(1));
    expect(run.seen).toEqual(['q1']);
    expect(questionState(run, 'q1')).toBe('seen');
    const back = play(run, goTo(0));
    expect(back.isAnswered).toBe(false);
    expect(play(back, check(open)).seen).toEqual(['q1']);
  });
});

describe('the revision of a run', () => {
  it('counts what has changed, and nothing else', () => {
    const run = play(begin(), choose(0), check(), { type: 'flagToggled' });
    expect(run.revision).toBe(3);
    expect(play(run, choose(1), check(), goTo(0)).revision).toBe(3);
    expect(play(run, { type: 'runEntered', run: begin() }).revision).toBe(0);
  });
});

describe('the stopwatch of a run', () => {
  const at = (run: Run, now: number) => elapsedTime(run.stopwatch, now);
  const run = startedRun(['q1', 'q2'], undefined, 'id', 1000);

  it('runs from the start of the run', () => {
    expect(at(run, 1000)).toBe(0);
    expect(at(run, 6000)).toBe(5000);
  });

  it('pauses, goes on from there, and is set to zero and paused', () => {
    const paused = play(run, { type: 'stopwatchPaused', now: 3000 });
    expect(at(paused, 60_000)).toBe(2000);
    const resumed = play(paused, { type: 'stopwatchResumed', now: 60_000 });
    expect(at(resumed, 61_000)).toBe(3000);
    const reset = play(resumed, { type: 'stopwatchReset' });
    expect(at(reset, 99_000)).toBe(0);
    expect(isRunning(reset.stopwatch)).toBe(false);
  });

  it('says how long the run took up to its last answer', () => {
    const checkAt = (now: number): RunEvent => ({ type: 'answerChecked', question: single, now });
    const ended = play(run, choose(0), goTo(1), choose(0), checkAt(9000));
    expect(ended.endedAfter).toBe(8000);
    expect(play(ended, goTo(0)).endedAfter).toBe(8000);
    expect(play(ended, goTo(0), choose(1), checkAt(20_000)).endedAfter).toBe(19_000);
    expect(play(run, choose(0), checkAt(9000)).endedAfter).toBeUndefined();
  });
});

describe('the end of a run', () => {
  it('comes when the last question is checked, whatever came before it', () => {
    expect(play(begin(), choose(0), check()).isFinished).toBe(false);
    expect(play(begin(), goTo(2), choose(0), check()).isFinished).toBe(true);
    expect(play(begin(), goTo(2), check(open)).isFinished).toBe(true);
  });
});

describe('a mock exam', () => {
  const setup = { questions: 'all', isShuffled: false, minutes: 90 } as const;
  const mock = () => startedRun(['q1', 'q2', 'q3'], setup);
  const finish: RunEvent = { type: 'mockFinished', now: 0 };

  it('takes every choice as it stands, and lets it change', () => {
    const run = play(mock(), choose(1), goTo(1), choose(0), goTo(0), choose(0));
    expect(run).toMatchObject({ selection: [0], isAnswered: false });
    expect(run.results.map(({ questionId, isCorrect }) => [questionId, isCorrect])).toEqual([
      ['q1', true],
      ['q2', true],
    ]);
  });

  it('forgets a question whose last choice was taken back', () => {
    const run = play(mock(), choose(0, several), choose(0, several));
    expect(run.results).toEqual([]);
  });

  it('tells nothing before its end but that a question is answered', () => {
    const run = play(mock(), choose(1));
    expect(questionState(run, 'q1')).toBe('answered');
    expect(questionState(run, 'q2')).toBe('unanswered');
    expect(play(run, check())).toBe(run);
  });

  it('tells all once it is finished, and is locked then', () => {
    const run = play(mock(), choose(1), finish);
    expect(run).toMatchObject({ isFinished: true, isAnswered: true, index: 2 });
    expect(questionState(run, 'q1')).toBe('incorrect');
    const back = play(run, goTo(0));
    expect(back).toMatchObject({ selection: [1], isAnswered: true });
    expect(play(back, choose(0))).toBe(back);
    expect(play(run, finish)).toBe(run);
    const atLast = play(mock(), goTo(2), choose(1), finish);
    expect(atLast).toMatchObject({ index: 2, selection: [1], isAnswered: true });
  });

  it('is the only kind that can be finished early', () => {
    const run = begin();
    expect(play(run, finish)).toBe(run);
  });
});

describe('the options that are shown chosen', () => {
  const answered = play(begin(), choose(1), check());

  it('are those of the selection', () => {
    expect(shownSelection(play(begin(), choose(2)), single.options)).toEqual([2]);
    expect(shownSelection(answered, single.options)).toEqual([1]);
  });

  it('are found by their texts when the options have changed places', () => {
    expect(shownSelection(answered, ['no', 'right', 'wrong'])).toEqual([2]);
  });

  it('are found by their texts when only some of them have changed places', () => {
    const run = play(begin(), choose(0, several), choose(2, several), check(several));
    expect(shownSelection(run, ['right', 'right too', 'wrong'])).toEqual([0, 1]);
  });

  it('are found, and chosen along, before the end of a mock exam, too', () => {
    const moved = { options: ['right too', 'right', 'wrong'], answers: ['right', 'right too'] };
    const mock = startedRun(['q1', 'q2'], { questions: 'all', isShuffled: false, minutes: 90 });
    const run = play(mock, choose(0, several));
    expect(shownSelection(run, moved.options)).toEqual([1]);
    const added = play(run, choose(0, moved));
    expect(added.results).toMatchObject([{ isCorrect: true, positions: [0, 1] }]);
    expect(shownSelection(added, moved.options)).toEqual([0, 1]);
  });

  it('are none when the chosen text is gone', () => {
    expect(shownSelection(answered, ['no', 'right'])).toEqual([]);
  });
});

describe('the time that an answer took', () => {
  const timed = (before: Run, event: RunEvent, spent: number) =>
    withTime(before, reduceRun(before, event), spent);
  const timesOf = (run: Run) => run.results.map(({ questionId, time }) => [questionId, time]);

  it('is kept with it once it is checked', () => {
    const chosen = timed(begin(), choose(1), 3000);
    expect(timesOf(chosen)).toEqual([]);
    const run = timed(play(timed(chosen, check(), 4000), goTo(1), choose(0)), check(), 500);
    expect(timesOf(run)).toEqual([
      ['q1', 4000],
      ['q2', 500],
    ]);
    expect(timesOf(timed(run, goTo(0), 9000))).toEqual(timesOf(run));
  });

  it('grows with each change of a choice in a mock exam', () => {
    const mock = startedRun(['q1', 'q2'], { questions: 'all', isShuffled: false, minutes: 90 });
    const first = timed(mock, choose(1), 3000);
    const passed = timed(first, { type: 'flagToggled' }, 9000);
    expect(timesOf(timed(passed, choose(0), 500))).toEqual([['q1', 3500]]);
  });

  it('is not that of an answer which came with another run', () => {
    const kept = { ...play(begin(), choose(0), check()), id: 'other' };
    expect(withTime(begin(), kept, 3000)).toBe(kept);
  });
});

describe('the final score', () => {
  it.each([
    [0, 3, 'Final Score: 0/3 (0%)'],
    [1, 3, 'Final Score: 1/3 (33%)'],
    [2, 3, 'Final Score: 2/3 (67%)'],
    [3, 3, 'Final Score: 3/3 (100%)'],
    [1, 8, 'Final Score: 1/8 (13%)'],
    [0, 0, 'Final Score: 0/0 (0%)'],
  ])('of %i out of %i', (correct, total, words) => {
    expect(finalScoreText(correct, total)).toBe(words);
  });
});

describe('what a change leaves alone', () => {
  const ids = ['q1', 'q2', 'q3'];
  const flag: RunEvent = { type: 'flagToggled' };

  it('are the other answers, when the last choice of a mock exam is taken back', () => {
    const mock = startedRun(ids, { questions: 'all', isShuffled: false, minutes: 10 });
    const run = play(mock, choose(0), goTo(1), choose(0, several), choose(0, several));
    expect(run.results.map(({ questionId }) => questionId)).toEqual(['q1']);
  });

  it('are the other questions that were seen, and the other flags', () => {
    const seen = play(startedRun(ids), check(open), goTo(1), check(open));
    expect(seen.seen).toEqual(['q1', 'q2']);
    const flagged = play(startedRun(ids), flag, goTo(1), flag, flag);
    expect(flagged.flags).toEqual(['q1']);
  });

  it('is the place of each option chosen, when two have the same text', () => {
    const run = play(startedRun(ids), choose(1, twins), check(twins));
    expect(shownSelection(run, twins.options)).toEqual([1]);
  });
});
