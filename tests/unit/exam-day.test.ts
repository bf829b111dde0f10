import { afterEach, expect, it } from 'vitest';
import { dayName, dayOf } from '#exam/day/calendar-day.ts';
import { dueDayOf } from '#exam/day/day-start.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

it.each([
  [2026, 11, 21, 23, 59, '2026-11-21'],
  [2026, 11, 22, 0, 30, '2026-11-21'],
  [2026, 11, 22, 3, 59, '2026-11-21'],
  [2026, 11, 22, 4, 0, '2026-11-22'],
  [2027, 1, 1, 1, 0, '2026-12-31'],
])('%i-%i-%i at %i:%i belongs to %s', (year, month, date, hour, minute, name) => {
  expect(dayName(new Date(year, month - 1, date, hour, minute).getTime())).toBe(name);
});

it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
  'days follow each other all year in %s, and a card is due its number of days later',
  (name) => {
    process.env.TZ = name;
    for (let place = 0; place < 365; place += 1) {
      for (const [hour, minute] of [
        [4, 5],
        [12, 0],
        [23, 55],
        [27, 55],
      ] as const) {
        const at = new Date(2026, 0, 1 + place, hour, minute).getTime();
        const day = dayOf(new Date(2026, 0, 1 + place, 12).getTime());
        expect(day - dayOf(new Date(2026, 0, place, 12).getTime())).toBe(1);
        expect(dayOf(at)).toBe(day);
        expect(dueDayOf({ lastReview: at, interval: 3 })).toBe(day + 3);
        expect(dueDayOf({ lastReview: at, interval: 0 })).toBe(day + 1);
      }
    }
  },
);
