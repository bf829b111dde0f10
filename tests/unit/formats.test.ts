import { expect, it } from 'vitest';
import { dateText, longDateText, relativeDayText, sizeText, weekdayText } from '#ui/formats.ts';

it('writes days in the page’s language, whatever the device’s is', () => {
  const day = '2026-12-12';
  expect([weekdayText, dateText, longDateText].map((text) => text(day))).toEqual([
    'Sat',
    'Dec 12, 2026',
    'December 12, 2026',
  ]);
  expect(dateText(new Date(2026, 11, 12, 0, 30).getTime())).toBe('Dec 12, 2026');
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [9_949_999, '9.9 MB'],
  [9_960_000, '10 MB'],
  [999_600_000, '1.0 GB'],
  [5e12, '5.0 TB'],
  [5e15, '5000 TB'],
])('a size of %i bytes in words is %s', (bytes, words) => {
  expect(sizeText(bytes)).toBe(words);
});

it.each([
  ['2026-11-28', 'Today'],
  ['2026-11-27', 'Yesterday'],
  ['2026-11-26', 'November 26'],
  ['2025-12-31', 'December 31, 2025'],
])('calls %s on November 28, 2026: %s', (day, text) => {
  expect(relativeDayText(day, '2026-11-28')).toBe(text);
});
