import { describe, expect, it } from 'vitest';
import { dayName, dayOf } from '#exam/day/calendar-day.ts';
import { answersByDay, domainsByWeek } from '#exam/trends.ts';
import { reviewOf } from '#support/stored-runs.ts';

const at = (month: number, day: number, hour = 12) =>
  new Date(2026, month - 1, day, hour).getTime();
const now = at(11, 21, 18);
const reviews = [
  reviewOf(at(8, 1), 'q1'),
  reviewOf(at(11, 8), 'q2', false),
  reviewOf(at(11, 21, 3), 'q1'),
  reviewOf(at(11, 20, 23), 'q2', false),
  reviewOf(at(11, 21, 4), 'q3'),
];

describe('answers by day', () => {
  it('cover twelve weeks up to today, by the device’s calendar, with a night’s grace', () => {
    const days = answersByDay(reviews, dayOf(now));
    expect(days).toHaveLength(84);
    expect(days.at(-1)).toEqual({ day: '2026-11-21', answers: 1 });
    expect(days.at(-2)).toEqual({ day: '2026-11-20', answers: 2 });
    expect(days.reduce((sum, { answers }) => sum + answers, 0)).toBe(4);
  });

  it('have each day once, even when the clocks change', () => {
    const days = answersByDay([], dayOf(new Date(2026, 10, 2, 8).getTime())).map(({ day }) => day);
    expect(new Set(days).size).toBe(84);
    expect(days.at(-1)).toBe('2026-11-02');
    expect(dayName(new Date(2026, 0, 5, 4).getTime())).toBe('2026-01-05');
  });
});

describe('domains by week', () => {
  const detail = {
    id: 'x',
    name: 'X',
    questionIds: ['q1', 'q2', 'q3'],
    questionDomains: ['a', 'a', 'b'],
    domains: [
      { id: 'a', name: 'A', weight: 1 },
      { id: 'b', name: 'B', weight: 1 },
      { id: 'c', name: 'C', weight: 1 },
    ],
  };

  it('count right answers, and leave out domains without answers', () => {
    const trends = domainsByWeek(reviews, detail, now);
    expect(trends.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(trends[0]?.weeks.at(-1)).toEqual({ right: 1, total: 2 });
    expect(trends[0]?.weeks.at(-2)).toEqual({ right: 0, total: 1 });
    expect(trends[1]?.weeks.at(-1)).toEqual({ right: 1, total: 1 });
  });

  it('are none for an exam without domains', () => {
    expect(domainsByWeek(reviews, { id: 'x', name: 'X', questionIds: ['q1'] }, now)).toEqual([]);
  });
});
