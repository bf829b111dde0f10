import { afterEach, beforeEach, expect, it } from 'vitest';
import { dayNamed, dayOf, practicedWeek } from '#exam/day/calendar-day.ts';
import { dueDayOf } from '#exam/day/day-start.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { schedule } from '#exam/day/review.ts';
import { reduceRun } from '#exam/run/reduce-run.ts';
import { startedRun } from '#exam/run/run.ts';
import { toStoredRun } from '#exam/run/stored-run.ts';
import { mergeLearning } from '#learner/merge.ts';
import { emptyLearning } from '#learner/schemas.ts';
import { limitTimes, settle } from '#learner/settle.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});
const travelTo = (place: string) => {
  process.env.TZ = place;
};

const question = { options: ['right', 'wrong'], answers: ['right'] };
const [MONDAY, TUESDAY] = [dayNamed('2026-11-23'), dayNamed('2026-11-24')];

/** A run of one question, answered at a time by the clock of the place. */
const answered = (questionId: string, at: number) => {
  const run = startedRun([questionId], undefined, questionId, at);
  const chosen = reduceRun(run, { type: 'optionChosen', position: 0, question }, at);
  const checked = reduceRun(chosen, { type: 'answerChecked', question, now: at }, at);
  return toStoredRun(checked, at);
};

const learn = (...runs: ReturnType<typeof answered>[]) => {
  const now = Math.max(...runs.map(({ at }) => at));
  const known = runs.reduce((all, run) => mergeLearning(all, { runs: [run] }), emptyLearning);
  const { study, ...rest } = settle(known, now);
  return { ...rest, study: schedule(study) };
};

/** Monday at 22:00 and Tuesday at 5:00, both Monday in Los Angeles. */
let inTokyo: ReturnType<typeof learn>;
beforeEach(() => {
  travelTo('Asia/Tokyo');
  const [monday, tuesday] = [new Date(2026, 10, 23, 22), new Date(2026, 10, 24, 5)];
  inTokyo = learn(answered('q1', monday.getTime()), answered('q2', tuesday.getTime()));
  travelTo('America/Los_Angeles');
  expect([monday, tuesday].map((at) => dayOf(at.getTime()))).toEqual([MONDAY, MONDAY]);
});

it('two days of practice in Tokyo are two days in the week of Los Angeles', () => {
  const { reviews } = inTokyo.study;
  const now = new Date(2026, 10, 24, 18).getTime();
  const week = practicedWeek(reviews, now).map(({ kind }) => kind);
  expect(week.slice(-3)).toEqual(['before', 'practiced', 'practiced']);
});

it('what was answered there on Tuesday is of today’s size on Tuesday', () => {
  const now = new Date(2026, 10, 24, 18).getTime();
  expect(planDay({ listed: 50, learning: inTokyo }, now).answered).toBe(1);
});

it('a question comes back its number of days after the day on which it was answered', () => {
  const [monday, tuesday] = inTokyo.study.cards;
  for (const [card, day] of [
    [monday, MONDAY],
    [tuesday, TUESDAY],
  ] as const) {
    if (!card) throw new Error('An answer has no card');
    expect(dueDayOf(card)).toBe(day + card.interval);
  }
});

it('an answer of the next day there is one day later for spaced review, put on its card here', () => {
  travelTo('Asia/Tokyo');
  const [monday, tuesday] = [new Date(2026, 10, 23, 22), new Date(2026, 10, 24, 5)];
  const first = answered('q1', monday.getTime());
  const second = { ...answered('q1', tuesday.getTime()), id: 'again' };
  const there = learn(first, second);
  travelTo('America/Los_Angeles');
  expect(learn(first, second).study.cards).toEqual(there.study.cards);
});

it('an answer that a fast clock dated a month ahead counts as today’s until then', () => {
  const now = new Date(2026, 10, 24, 18).getTime();
  const ahead = learn(answered('q1', new Date(2026, 11, 24, 18).getTime()));
  const learning = limitTimes(ahead, now);
  expect(planDay({ listed: 50, learning }, now).answered).toBe(1);
  expect(practicedWeek(learning.study.reviews, now).at(-1)?.kind).toBe('practiced');
  const [card] = learning.study.cards;
  expect(card && dueDayOf(card) - (card.interval || 1)).toBe(TUESDAY);
});
