import { DAY } from '#primitives/time.ts';

/** A day by its name, as `2026-12-12`, or a moment of it in milliseconds. */
type Day = string | number;

/** In the page's language, whatever the device's is. Noon is the same day in every time zone. */
const format = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Date(typeof day === 'string' ? `${day}T12:00` : day).toLocaleDateString('en-US', options);

/** 'Sat' */
export const weekdayText = (day: Day) => format(day, { weekday: 'short' });
/** 'Dec 12, 2026' */
export const dateText = (day: Day) => format(day, { dateStyle: 'medium' });
/** 'December 12, 2026' */
export const longDateText = (day: Day) => format(day, { dateStyle: 'long' });

/** 'Today', 'Yesterday', 'December 12', or of another year 'December 12, 2025'; days by their names. */
export const relativeDayText = (day: string, today: string) => {
  const ago = (Date.parse(today) - Date.parse(day)) / DAY;
  if (ago === 0) return 'Today';
  if (ago === 1) return 'Yesterday';
  return day.slice(0, 4) === today.slice(0, 4)
    ? format(day, { month: 'long', day: 'numeric' })
    : longDateText(day);
};

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** 0 bytes, 940 bytes, 74 kB, 1.2 MB. Decimal units, as devices show them. */
export const sizeText = (bytes: number) => {
  let amount = bytes;
  let step = 0;
  // A value that would round up to 1000 becomes 1 of the next unit.
  while (amount >= 999.5 && step < UNITS.length - 1) {
    amount /= 1000;
    step += 1;
  }
  return `${amount.toFixed(step > 1 && amount < 9.95 ? 1 : 0)} ${UNITS[step]}`;
};
