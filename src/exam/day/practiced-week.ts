import type { Review } from '#learner/schemas.ts';
import { WEEK } from '#primitives/time.ts';
import { dayOf, dayOfReview, nameOfDay } from './calendar-day.ts';

/** Days before the first answer are nobody's days off. */
type WeekdayKind = 'practiced' | 'free' | 'before';

/** The last seven days, oldest first. */
export const practicedWeek = (reviews: Pick<Review, 'at' | 'day'>[], now: number) => {
  const today = dayOf(now);
  const practiced = new Set(reviews.map(dayOfReview));
  const first = [...practiced].reduce((least, day) => Math.min(least, day), today);
  return Array.from({ length: WEEK }, (_, index) => {
    const day = today - (WEEK - 1) + index;
    const otherwise = day < first ? 'before' : 'free';
    const kind: WeekdayKind = practiced.has(day) ? 'practiced' : otherwise;
    return { day: nameOfDay(day), kind };
  });
};
