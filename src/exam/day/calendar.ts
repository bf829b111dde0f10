import { dayNamed, dayOf, nameOfDay } from './calendar-day.ts';
import { FEW } from './plan-day.ts';

/** When the reminders ring, by the clock of whatever place the learner is in. */
const HOUR = '19';

/** The most bytes of a line (RFC 5545, 3.1). */
const LINE = 75;

/** Texts escape what separates values; control characters are not allowed. */
const escapeText = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/[\\;,]/g, '\\$&');

/** Long lines go on after a line break and a space, between characters. */
const fold = (line: string) => {
  const encoder = new TextEncoder();
  let length = 0;
  return [...line]
    .map((character) => {
      const bytes = encoder.encode(character).length;
      const isOver = length + bytes > LINE;
      length = isOver ? bytes + 1 : length + bytes;
      return isOver ? `\r\n ${character}` : character;
    })
    .join('');
};

const dateOf = (day: number) => nameOfDay(day).replaceAll('-', '');

type Reminders = {
  examName: string;
  /** A day from tomorrow on, as `2026-12-12`. */
  examDate: string;
  /** How many questions a day. */
  goal: number;
  /** The page to practice on. */
  address: string;
};

/**
 * A calendar file (RFC 5545) with practice every day from tomorrow on, less of it on the eve, and the
 * day of the exam, which rings the evening before.
 */
export const calendarOf = ({ examName, examDate, goal, address }: Reminders, now: number) => {
  const [today, exam] = [dayOf(now), dayNamed(examDate)];
  const name = escapeText(examName);
  const stamp = new Date(now).toISOString().replace(/[-:]|\..*/g, '');
  const event = (kind: string, what: string, trigger: string, ...when: string[]) => [
    'BEGIN:VEVENT',
    `UID:${kind}-${encodeURIComponent(address)}`,
    `DTSTAMP:${stamp}Z`,
    ...when,
    `SUMMARY:${what}: ${name}`,
    `URL:${address}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${what}: ${name}`,
    `TRIGGER:${trigger}`,
    'END:VALARM',
    'END:VEVENT',
  ];
  const practice = (kind: string, day: number, count: number, ...rule: string[]) => {
    const start = `DTSTART:${dateOf(day)}T${HOUR}0000`;
    return event(kind, `Practice ${count}`, 'PT0S', start, 'DURATION:PT20M', ...rule);
  };
  const [first, eve] = [today + 1, exam - 1];
  const daily = `RRULE:FREQ=DAILY;UNTIL=${dateOf(eve - 1)}T235959`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//CertDeck//CertDeck//EN',
    ...(first < eve ? practice('practice', first, goal, daily) : []),
    ...(first <= eve ? practice('eve', eve, FEW) : []),
    ...event('exam', 'Exam', '-PT5H', `DTSTART;VALUE=DATE:${dateOf(exam)}`),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
};
