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

const event = (lines: string[], { id, stamp, title, address }: Record<string, string>) => [
  'BEGIN:VEVENT',
  `UID:${id}`,
  `DTSTAMP:${stamp}`,
  ...lines,
  `SUMMARY:${title}`,
  `URL:${address}`,
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  `DESCRIPTION:${title}`,
  ...(lines[0]?.includes('VALUE=DATE') ? ['TRIGGER:-PT5H'] : ['TRIGGER:PT0S']),
  'END:VALARM',
  'END:VEVENT',
];

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
  const first = today + 1;
  const stamp = `${new Date(now).toISOString().replace(/[-:]|\..*/g, '')}Z`;
  const id = (kind: string) => `${kind}-${encodeURIComponent(address)}`;
  const common = { stamp, address };
  const name = escapeText(examName);
  const practice = (day: number, count: number, rule: string[], kind: string) =>
    event([`DTSTART:${dateOf(day)}T${HOUR}0000`, 'DURATION:PT20M', ...rule], {
      ...common,
      id: id(kind),
      title: `Practice ${count}: ${name}`,
    });
  const days = `RRULE:FREQ=DAILY;UNTIL=${dateOf(exam - 2)}T235959`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//CertDeck//CertDeck//EN',
    ...(first < exam - 1 ? practice(first, goal, [days], 'practice') : []),
    ...(first < exam ? practice(exam - 1, FEW, [], 'eve') : []),
    ...event([`DTSTART;VALUE=DATE:${dateOf(exam)}`], {
      ...common,
      id: id('exam'),
      title: `Exam: ${name}`,
    }),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
};
