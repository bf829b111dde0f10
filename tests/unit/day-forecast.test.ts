import { describe, expect, it } from 'vitest';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { forecastText, waitingText } from '#exam/day/day-texts.ts';
import { type Forecast, forecast } from '#exam/day/forecast.ts';
import { dateChange, goalChange } from '#exam/day/plan-change.ts';
import { planDay } from '#exam/day/plan-day.ts';
import type { Goal } from '#learner/schemas.ts';
import { seededRandom } from '#primitives/shuffle.ts';
import { DAY, examOf } from '#support/day-world.ts';
import { createStudent } from '#support/simulate-learner.ts';

const EVENING = new Date(2026, 10, 2, 20).getTime();
const detail = examOf(199);

type Followed = { seed: string; goal: Goal; share: number; exam?: number };

/** Follows the plan for `days` days. Gives each evening's forecast. */
const follow = ({ seed, goal, share, exam }: Followed, days: number) => {
  const { learner, practice } = createStudent({ detail, random: seededRandom(seed), share });
  const date = exam === undefined ? undefined : nameOfDay(dayOf(EVENING) + exam);
  learner.commit(
    { study: { ...goalChange(goal, EVENING), ...dateChange(date, EVENING) } },
    EVENING,
  );
  const evenings: Forecast[] = [];
  let reached: number | undefined;
  for (let day = 0; day < days && reached === undefined; day += 1) {
    const now = EVENING + day * DAY;
    practice(now);
    evenings.push(forecast(learner.stateAt(now), now));
    if (learner.dayAt(now).counts.unseen === 0) reached = day;
  }
  const { unseen } = learner.dayAt(EVENING + days * DAY).counts;
  return { evenings, reached, unseen };
};

const learners = ([10, 20, 30, 40] as const).flatMap((goal) =>
  [0.4, 0.6, 0.9].map((share) => ({ seed: `${goal} ${share}`, goal, share })),
);

describe('the forecast of who follows the plan', () => {
  it.each(learners)('moves by a day a night at most, and comes true: %o', (learner) => {
    const { evenings, reached } = follow(learner, 60);
    const days = evenings.map(({ allSeen = 999 }, evening) => allSeen + evening);
    for (const [index, day] of days.entries()) {
      expect(Math.abs(day - (days[index - 1] ?? day)), `evening ${index}: ${days}`).toBeLessThan(2);
    }
    expect(reached).toBeDefined();
    expect(Math.abs((days[0] ?? 0) - (reached ?? 0)), `${days}`).toBeLessThan(2);
  });

  it.each(learners)('says how many stay unseen, and which goal is enough: %o', (learner) => {
    const { evenings, unseen } = follow({ ...learner, exam: 14 }, 14);
    const { unseen: said = 0, enough } = evenings[1] ?? {};
    expect(Math.abs(said - unseen)).toBeLessThanOrEqual(3);
    if (unseen <= 3) return;
    const most = Math.min(40, 10 * Math.ceil((enough ?? 0) / 10)) as Goal;
    if ((enough ?? 99) > most) return;
    expect(follow({ ...learner, goal: most, exam: 14 }, 14).unseen).toBeLessThanOrEqual(3);
  });

  it('says nothing on the eve, and nothing before ten answers', () => {
    const { learner, practice } = createStudent({ detail, random: seededRandom('a'), share: 0.6 });
    practice(EVENING, 9);
    expect(forecastText(forecast(learner.stateAt(EVENING), EVENING))).toBe('');
    practice(EVENING, 1);
    const text = forecastText(forecast(learner.stateAt(EVENING), EVENING));
    expect(text).toBe('At 20 a day you’ll have seen all 199 by November 20.');
    const tomorrow = dateChange(nameOfDay(dayOf(EVENING) + 1), EVENING);
    learner.commit({ study: tomorrow }, EVENING);
    expect(forecastText(forecast(learner.stateAt(EVENING), EVENING))).toBe('');
  });
});

describe('the words of a forecast', () => {
  const known: Forecast = {
    isKnown: true,
    goal: 20,
    day: dayOf(EVENING),
    total: 199,
    allSeen: 42,
    spare: undefined,
    unseen: undefined,
    enough: undefined,
    raise: undefined,
    caughtUp: undefined,
  };
  it.each<[string, Partial<Forecast>]>([
    ['At 20 a day you’ll have seen all 199 by December 14.', {}],
    [
      'At 20 a day you’ll have seen all 199 by December 14, five days before your exam.',
      { spare: 5, unseen: 0 },
    ],
    [
      'At 20 a day you’ll have seen all 199 by December 14, one day before your exam.',
      { spare: 1, unseen: 0 },
    ],
    [
      'At 20 a day you’ll have seen all 199 by December 14, 21 days before your exam.',
      { spare: 21, unseen: 0 },
    ],
    [
      'At 20 a day, 60 stay unseen on the day of your exam. 28 a day sees them all.',
      { unseen: 60, enough: 28, allSeen: undefined },
    ],
    ['At 20 a day, 1 stays unseen on the day of your exam.', { unseen: 1, allSeen: undefined }],
    ['You have seen all 199 questions.', { allSeen: 0 }],
    ['', { allSeen: undefined }],
    ['', { isKnown: false }],
  ])('are "%s"', (text, changes) => {
    expect(forecastText({ ...known, ...changes })).toBe(text);
  });

  it('say how long reviews wait', () => {
    const { learner, answer } = createStudent({ detail, random: () => 0.99, share: 0 });
    const whole = learner.newRun(
      detail.questionIds,
      { questions: 'all', isShuffled: false },
      EVENING,
    );
    answer(whole, detail.questionIds.slice(0, 85), EVENING);
    const now = EVENING + DAY;
    const state = learner.stateAt(now);
    const { caughtUp } = forecast(state, now);
    expect(waitingText(planDay(state, now), { ...known, caughtUp: 4 })).toBe(
      '75 wait for review, caught up in about 4 days',
    );
    expect(waitingText(planDay(state, now), { ...known, caughtUp })).toMatch(/^75 wait for review/);
    expect(waitingText(planDay(state, EVENING), known)).toBe('');
  });

  it.each([1, 0, -1])('say nothing of reviews that wait %i days before the exam', (daysLeft) => {
    const { learner, practice } = createStudent({ detail, random: seededRandom('w'), share: 0 });
    for (const day of [0, 1, 2]) practice(EVENING + day * DAY);
    const now = EVENING + 3 * DAY;
    learner.commit({ study: dateChange(nameOfDay(dayOf(now) + daysLeft), now) }, now);
    const state = learner.stateAt(now);
    const day = planDay(state, now);
    expect(day.counts.waiting).toBeGreaterThan(0);
    expect(waitingText(day, forecast(state, now))).toBe('');
  });
});
