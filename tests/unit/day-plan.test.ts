import { describe, expect, it } from 'vitest';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { buttonText, daysText, standingText, todayText } from '#exam/day/day-texts.ts';
import { dateChange, goalChange, outcomeChange, parseExamDate } from '#exam/day/plan-change.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { mergeLearning } from '#learner/merge.ts';
import { emptyLearning, type Learning, type Plan, type StoredRun } from '#learner/schemas.ts';
import { settle } from '#learner/settle.ts';
import { learnRun, resultOf, storedRun } from '#support/stored-runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date(2026, 10, 20, 18).getTime();
const idsOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `q${from + index}`);

const answer = (
  known: Learning,
  ids: string[],
  at: number,
  isRight: (index: number) => boolean = () => true,
  changes: Partial<StoredRun> = {},
) =>
  learnRun(
    known,
    storedRun({
      id: `run ${at}`,
      startedAt: at,
      questionIds: ids,
      results: ids.map((id, index) => resultOf(id, isRight(index), at)),
      isFinished: true,
      endedAfter: 1,
      endedAt: at,
      setup: { questions: ids.length, isShuffled: true },
      ...changes,
    }),
    at,
  );
const planned = (learning: Learning, plan: Plan) => mergeLearning(learning, { study: plan });
const dayAt = (learning: Learning, at = now, listed = 199) => planDay({ listed, learning }, at);

describe('the day of an exam', () => {
  it('has not begun before its first answer: the button is Practice 10', () => {
    const day = dayAt(emptyLearning);
    expect(day).toMatchObject({ isBegun: false, answered: 0, asksDate: false });
    expect(buttonText(day.action)).toBe('Practice 10');
    expect([todayText(day), standingText(day)]).toEqual(['Not started yet', 'Not started yet']);
    expect(buttonText(dayAt(emptyLearning, now, 4).action)).toBe('Practice 4');
  });

  it('begins with the first answer, and ends with the last of the goal', () => {
    const one = dayAt(answer(emptyLearning, ['q1'], now));
    expect([todayText(one), buttonText(one.action)]).toEqual(['1 of 20 today', 'Practice 19']);
    const all = dayAt(answer(emptyLearning, idsOf(20), now));
    expect([todayText(all), buttonText(all.action)]).toEqual(['Done for today', '10 more']);
    expect(standingText(all)).toBe('20 of 199 seen');
    expect(dayAt(answer(emptyLearning, idsOf(35), now))).toMatchObject({ left: 0, answered: 35 });
  });

  it('counts a question once, and those of an open mock exam', () => {
    const once = answer(emptyLearning, idsOf(5), now - 1000);
    const twice = answer(once, idsOf(5), now);
    expect(dayAt(twice)).toMatchObject({ answered: 5, left: 15 });
    const open = { isFinished: false, endedAfter: undefined, endedAt: undefined };
    const setup = { questions: 9, isShuffled: true, minutes: 60 };
    const inMock = answer(once, idsOf(9, 4), now, undefined, { ...open, setup });
    const day = dayAt(inMock);
    expect(day).toMatchObject({ answered: 12, left: 8, action: { kind: 'mock' } });
  });

  it('asks what was missed the next day, never the same one', () => {
    const missed = answer(emptyLearning, idsOf(20), now, () => false);
    expect(dayAt(missed).counts.waiting).toBe(0);
    expect(dayAt(missed, now, 20)).toMatchObject({ size: 20, left: 0, isDone: true });
    // 20 are due and nothing is new.
    expect(dayAt(missed, now + DAY, 20)).toMatchObject({ left: 20, counts: { waiting: 0 } });
    // Half of the goal, while anything is new.
    expect(dayAt(missed, now + DAY)).toMatchObject({ left: 20, counts: { waiting: 10 } });
  });

  it('never exceeds what there was to ask when it began', () => {
    const learned = answer(emptyLearning, idsOf(8), now - DAY, (index) => index >= 3);
    expect(dayAt(learned, now, 10)).toMatchObject({ size: 5, left: 5 });
    // One that was due, one that was new, one that was known.
    expect(dayAt(answer(learned, ['q1'], now), now, 10)).toMatchObject({ size: 5, left: 4 });
    expect(dayAt(answer(learned, ['q9'], now), now, 10)).toMatchObject({ size: 5, left: 4 });
    expect(dayAt(answer(learned, ['q8'], now), now, 10)).toMatchObject({ size: 5, left: 4 });
  });

  it('asks what a mock exam has opened from the next day on', () => {
    const held = { questions: 9, isShuffled: true, minutes: 60, isHeldOut: true };
    const known = answer(emptyLearning, idsOf(8), now - DAY);
    const ids = Array.from({ length: 9 }, (_, index) => `h${index}`);
    const blank = { questionIds: ids, results: [resultOf('h0', true, now)] };
    const opened = answer(known, ids, now, undefined, { setup: held, ...blank });
    expect(dayAt(known, now, 10)).toMatchObject({ left: 2, counts: { total: 10, unseen: 2 } });
    expect(dayAt(opened, now, 10)).toMatchObject({ left: 1, counts: { total: 19, unseen: 10 } });
    expect(dayAt(opened, now + DAY, 10).left).toBeGreaterThanOrEqual(10);
  });

  it('follows a higher goal', () => {
    const learned = answer(emptyLearning, idsOf(20), now);
    expect(dayAt(planned(learned, goalChange(30, now)))).toMatchObject({ goal: 30, left: 10 });
  });

  it('continues the practice of today only, with exactly what is left', () => {
    const setup = { questions: 20, isShuffled: true, isDay: true };
    const open = { isFinished: false, endedAfter: undefined, endedAt: undefined, setup };
    const begun = (at: number) =>
      learnRun(
        emptyLearning,
        storedRun({
          ...open,
          questionIds: idsOf(20),
          results: [resultOf('q1', true, at)],
          startedAt: at,
        }),
        at,
      );
    expect(buttonText(dayAt(begun(now)).action)).toBe('Continue · 19 left');
    const elsewhere = answer(begun(now - 1000), idsOf(4, 15), now);
    expect(buttonText(dayAt(elsewhere).action)).toBe('Continue · 15 left');
    expect(buttonText(dayAt(begun(now - DAY)).action)).toBe('Practice 20');
  });
});

describe('the date of an exam', () => {
  const learned = answer(emptyLearning, idsOf(30), now - DAY, (index) => index > 4);
  const until = (days: number) =>
    planned(learned, dateChange(nameOfDay(dayOf(now) + days), now - DAY));

  it.each([
    [11, 'plain', '11 days to your exam', 'Practice 20'],
    [1, 'eve', 'Your exam is tomorrow. Light day: 10', 'Practice 10'],
    [0, 'exam-day', 'Your exam is today. Warm up with 10?', 'Practice 10'],
    [-1, 'after', '', 'How did it go?'],
  ])('%i days away is %s', (days, phase, text, button) => {
    const day = dayAt(until(days));
    expect([day.phase, daysText(day), buttonText(day.action)]).toEqual([phase, text, button]);
  });

  it('rests once the exam was passed, and goes on otherwise', () => {
    const passed = dayAt(planned(until(-1), outcomeChange('passed', now)));
    expect(passed).toMatchObject({ phase: 'passed', left: 0, asksDate: false });
    expect(todayText(passed)).toBe('You passed this exam');
    const failed = dayAt(planned(until(-1), outcomeChange('failed', now)));
    expect(failed).toMatchObject({ phase: 'plain', left: 20, asksDate: true });
    const again = planned(until(-1), outcomeChange('passed', now));
    const dated = dateChange(nameOfDay(dayOf(now) + 9), now + 1);
    expect(dayAt(planned(again, dated), now + 1).phase).toBe('plain');
  });

  it('is asked after ten answers, and again two weeks after "No date yet"', () => {
    expect(dayAt(answer(emptyLearning, idsOf(9), now)).asksDate).toBe(false);
    expect(dayAt(learned).asksDate).toBe(true);
    const unsaid = planned(learned, dateChange(undefined, now));
    expect(dayAt(unsaid).asksDate).toBe(false);
    expect(dayAt(unsaid, now + 13 * DAY).asksDate).toBe(false);
    expect(dayAt(unsaid, now + 14 * DAY).asksDate).toBe(true);
    expect(dayAt(until(3)).asksDate).toBe(false);
  });
});

it('leads to a mock exam that its clock ended, until its result was looked at', () => {
  const mock = storedRun({
    setup: { questions: 4, isShuffled: true, minutes: 60 },
    startedAt: now - DAY,
    results: [resultOf('q1', true, now - DAY)],
  });
  const left = learnRun(emptyLearning, mock, now - DAY);
  expect(dayAt(left, now - DAY)).toMatchObject({ action: { kind: 'mock' } });
  const ended = settle(left, now);
  expect(dayAt(ended)).toMatchObject({ endedMock: 'stored', action: { kind: 'practice' } });
  const looked = mergeLearning(ended, { runs: ended.runs.map((run) => ({ ...run, at: now })) });
  expect(dayAt(looked).endedMock).toBeUndefined();
});

it('says where the whole exam stands beside the day', () => {
  const whole = storedRun({ startedAt: now, at: now, results: [resultOf('q1', true, now)] });
  expect(dayAt(learnRun(emptyLearning, whole, now)).whole).toEqual({ at: 3, total: 4 });
});

describe('the day of an exam', () => {
  it.each(['2026-11-20', '2026-11-21', '2027-02-28', '2028-02-29', '2029-11-20'])(
    'can be %s: from today on, for three years',
    (text) => expect(parseExamDate(text, now)).toBe(text),
  );

  it.each([
    ...['2026-11-19', '2025-12-12', '2029-11-21', '9999-12-31'],
    ...['0002-12-12', '0020-12-12', '0202-12-12', '12026-12-12', '+012026-12-12', '20261-02-11'],
    ...['2027-02-29', '2027-02-31', '2027-13-01', '2027-00-10', '2027-1-1', '2027-01-01T12:00'],
    ...['', '2027', 'tomorrow', '-000001-01-01'],
  ])('can’t be “%s”', (text) => expect(parseExamDate(text, now)).toBeUndefined());

  it('is still today’s at night, as the day is', () => {
    const night = new Date(2026, 10, 21, 1).getTime();
    expect(parseExamDate('2026-11-20', night)).toBe('2026-11-20');
  });
});
