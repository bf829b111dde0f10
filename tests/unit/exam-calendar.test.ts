import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { calendarOf } from '#exam/day/calendar.ts';
import { planSchema } from '#learner/schemas.ts';

// A Friday.
const now = new Date(2026, 10, 27, 10).getTime();
const address = 'https://certdeck.example/exams/AWS';
const linesFor = (examDate: string, examName = 'CLF-C02') =>
  calendarOf({ examName, examDate, goal: 20, address }, now).replaceAll('\r\n ', '').split('\r\n');

it('has every day until the exam, a light one before it, and its day, by the clock of wherever the learner is', () => {
  const lines = linesFor('2026-12-19');
  expect(lines.slice(0, 3)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//CertDeck//CertDeck//EN',
  ]);
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
  expect(lines).toContain('DTSTART:20261128T190000');
  expect(lines).toContain('RRULE:FREQ=DAILY;UNTIL=20261217T235959');
  expect(lines).toContain('DTSTART:20261218T190000');
  expect(lines).toContain('DTSTART;VALUE=DATE:20261219');
  expect(lines.filter((line) => line.startsWith('SUMMARY:'))).toEqual([
    'SUMMARY:Practice 20: CLF-C02',
    'SUMMARY:Practice 10: CLF-C02',
    'SUMMARY:Exam: CLF-C02',
  ]);
  expect(lines.filter((line) => line.startsWith('TRIGGER:'))).toEqual([
    'TRIGGER:PT0S',
    'TRIGGER:PT0S',
    'TRIGGER:-PT5H',
  ]);
  expect(new Set(lines.filter((line) => line.startsWith('UID:'))).size).toBe(3);
});

it('has the light day alone when that is tomorrow', () => {
  const lines = linesFor('2026-11-29');
  expect(lines.filter((line) => line.startsWith('SUMMARY:'))).toEqual([
    'SUMMARY:Practice 10: CLF-C02',
    'SUMMARY:Exam: CLF-C02',
  ]);
});

it('has nothing but the exam when that is tomorrow', () => {
  const lines = linesFor('2026-11-28');
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain('DTSTART;VALUE=DATE:20261128');
});

it('holds any name, escaped, in lines of at most 75 bytes', () => {
  // By default a text has ten characters at most, which fit on one line.
  const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200, size: 'max' });
  fc.assert(
    fc.property(anyName, (examName) => {
      const text = calendarOf({ examName, examDate: '2026-12-19', goal: 20, address }, now);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      for (const line of text.split('\r\n')) {
        expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
      }
    }),
  );
  const hostile = linesFor('2026-12-19', 'A; b, c\\\r\nEND:VCALENDAR');
  expect(hostile).toContain('SUMMARY:Exam: A\\; b\\, c\\\\ END:VCALENDAR');
});

it('names days of eight digits for any date that can be stored', () => {
  const anyPart = (max: number, length: number) =>
    fc.nat({ max }).map((part) => `${part}`.padStart(length, '0'));
  const anyDate = fc
    .oneof(
      fc.tuple(anyPart(9999, 4), anyPart(12, 2), anyPart(31, 2)),
      fc.tuple(fc.constantFrom('0000', '0001', '9999', '12026'), anyPart(12, 2), anyPart(31, 2)),
    )
    .map((parts) => parts.join('-'))
    .filter((examDate) => v.is(planSchema, { examDate }));
  fc.assert(
    fc.property(anyDate, (examDate) => {
      const days = linesFor(examDate).filter((line) => /^(DTSTART|RRULE)/.test(line));
      expect(days.length).toBeGreaterThan(0);
      for (const line of days) {
        expect(line).toMatch(
          /^DTSTART;VALUE=DATE:\d{8}$|^DTSTART:\d{8}T190000$|^RRULE:FREQ=DAILY;UNTIL=\d{8}T235959$/,
        );
      }
    }),
    { numRuns: 1000 },
  );
});
