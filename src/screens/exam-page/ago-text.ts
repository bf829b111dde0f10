import { dayName } from '#exam/day/calendar-day.ts';
import { relativeDayText } from '#ui/formats.ts';

/** The day of a moment, as 'Today', 'Yesterday' or 'December 12'. */
export const agoText = (at: number) => relativeDayText(dayName(at), dayName(Date.now()));
