import { counted } from '#primitives/counted.ts';
import { DAY } from '#primitives/time.ts';
import { dayOf } from './calendar-day.ts';
import type { Forecast } from './forecast.ts';
import type { Day, DayAction } from './plan-day.ts';

/** The words of the day, the same on every screen. */

/** A mock exam's button also says how much time is left, which its screen counts. */
export const buttonText = (action: DayAction) => {
  switch (action.kind) {
    case 'mock':
      return 'Continue mock';
    case 'continue':
      return `Continue · ${action.count} left`;
    case 'practice':
      return `Practice ${action.count}`;
    case 'more':
      return `${action.count} more`;
    case 'ask-outcome':
      return 'How did it go?';
    case 'rest':
      return '';
  }
};

/** How far today is. */
export const todayText = ({ isBegun, isDone, answered, size, phase }: Day) => {
  if (phase === 'passed') return 'You passed this exam';
  if (phase === 'after') return 'How did it go?';
  if (!isBegun) return 'Not started yet';
  return isDone ? 'Done for today' : `${answered} of ${size} today`;
};

/** What of today is left. */
export const leftText = ({ left }: Pick<Day, 'left'>) => `${left} left today`;

/** How much of the exam was seen. */
export const standingText = ({ isBegun, counts }: Pick<Day, 'isBegun' | 'counts'>) =>
  isBegun ? `${counts.seen} of ${counts.total} seen` : 'Not started yet';

/** How far away the exam is; '' without a date. */
export const daysText = ({ phase, daysLeft }: Pick<Day, 'phase' | 'daysLeft'>) => {
  if (daysLeft === undefined || phase === 'passed' || phase === 'after') return '';
  if (phase === 'exam-day') return 'Your exam is today. Warm up with 10?';
  return phase === 'eve'
    ? 'Your exam is tomorrow. Light day: 10'
    : `${counted(daysLeft, 'day')} to your exam`;
};

export const wholeText = ({ at, total }: NonNullable<Day['whole']>) =>
  `Whole exam, at ${at} of ${total}`;

/** When a question comes back, as `dueDayOf` counts the day. */
export const comesBackText = (day: number, now: number) => {
  const left = Math.max(1, day - dayOf(now));
  return left === 1 ? 'Comes back tomorrow' : `Comes back in ${left} days`;
};

/** '' where nothing waits, and from the eve on, when nothing is caught up any more. */
export const waitingText = (
  { counts, phase }: Pick<Day, 'counts' | 'phase'>,
  { caughtUp }: Forecast,
) => {
  const { waiting } = counts;
  if (waiting === 0 || phase !== 'plain') return '';
  const until = caughtUp === undefined ? '' : `, caught up in about ${counted(caughtUp, 'day')}`;
  return `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for review${until}`;
};

/** As 'December 14', for a day as `dayOf` counts. */
const dateText = (day: number) =>
  new Date(day * DAY).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
  });

const numbers = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const spelled = (count: number) => `${numbers[count] ?? count} ${count === 1 ? 'day' : 'days'}`;

/** Where the goal leads, in a sentence; '' while there is nothing to say. */
export const forecastText = (forecast: Forecast) => {
  const { goal, total, allSeen, spare, unseen, enough } = forecast;
  if (!forecast.isKnown) return '';
  const all = total === 1 ? 'the question' : `all ${total}`;
  if (unseen !== undefined && unseen > 0) {
    const stay = `At ${goal} a day, ${unseen} ${unseen === 1 ? 'stays' : 'stay'} unseen on the day of your exam.`;
    return enough === undefined ? stay : `${stay} ${enough} a day sees them all.`;
  }
  if (allSeen === undefined) return '';
  if (allSeen === 0)
    return `You have seen ${total === 1 ? 'the question' : `all ${counted(total, 'question')}`}.`;
  const before = spare === undefined || spare < 1 ? '' : `, ${spelled(spare)} before your exam`;
  return `At ${goal} a day you’ll have seen ${all} by ${dateText(forecast.day + allSeen)}${before}.`;
};
