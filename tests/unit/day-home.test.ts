import { describe, expect, it } from 'vitest';
import { practicedWeek } from '#exam/day/calendar-day.ts';
import { badgeOf, byCurrency } from '#exam/day/exam-order.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { emptyLearning, type Learning, type Study } from '#learner/schemas.ts';
import { reviewOf, storedRun } from '#support/stored-runs.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = new Date(2026, 10, 20, 18).getTime();

const learned = (at: number, changes: Partial<Study> = {}, runs: Learning['runs'] = []) => {
  const study = { ...emptyLearning.study, reviews: [reviewOf(at, 'q1')], ...changes };
  return { ...emptyLearning, study, runs };
};
const placed = (learning: Learning) => ({ learning, day: planDay({ listed: 50, learning }, now) });

describe('the exams of home', () => {
  it('begin with an open mock exam, then the last answer; one that was passed comes last', () => {
    const mock = learned(now - 9 * DAY, {}, [
      storedRun({
        ...{ at: now - 1000, startedAt: now - 1000, elapsed: 0 },
        setup: { questions: 4, isShuffled: true, minutes: 30 },
      }),
    ]);
    const older = learned(now - 2 * DAY);
    const newer = learned(now - DAY);
    const passed = learned(now, { outcome: 'passed', outcomeAt: now });
    const sorted = [passed, older, mock, newer].map(placed).sort(byCurrency);
    expect(sorted.map(({ learning }) => learning)).toEqual([mock, newer, older, passed]);
  });

  it('put on the app’s icon what today asks of those that were begun', () => {
    const days = [emptyLearning, learned(now - DAY), learned(now)].map((one) => placed(one).day);
    expect(days.map(({ left }) => left)).toEqual([20, 20, 19]);
    expect(badgeOf(days)).toBe(39);
    expect(badgeOf([])).toBe(0);
  });
});

describe('the week', () => {
  const weekOf = (...ago: number[]) =>
    practicedWeek(
      ago.map((days) => ({ at: now - days * DAY })),
      now,
    ).map(({ kind }) => kind);

  it('ends today, and knows days off only after the first answer', () => {
    expect(weekOf(3, 0)).toEqual([
      ...['before', 'before', 'before'],
      ...['practiced', 'free', 'free', 'practiced'],
    ]);
    expect(weekOf(40, 6)).toEqual(['practiced', ...Array.from({ length: 6 }, () => 'free')]);
    expect(weekOf()).toEqual([...Array.from({ length: 6 }, () => 'before'), 'free']);
    const days = practicedWeek([], now).map(({ day }) => day);
    expect([days[0], days.at(-1)]).toEqual(['2026-11-14', '2026-11-20']);
  });
});
