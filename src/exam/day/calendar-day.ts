import type { Review, ReviewCard } from '#learner/schemas.ts';
import { DAY } from '#primitives/time.ts';

/** Until this hour it is still the evening before: who practices at 00:30 practices for that day. */
const DAWN = 4;

/**
 * The learner's day: the device's calendar day, until 4 a.m. the one before. Counted in days, so that
 * a day is never an hour longer or shorter than another.
 */
export const dayOf = (time: number) => {
  const date = new Date(time);
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return midnight / DAY - Number(date.getHours() < DAWN);
};

/** An answer keeps the day on which it was given, wherever it is looked at. */
export const dayOfReview = ({ at, day }: Pick<Review, 'at' | 'day'>) => day ?? dayOf(at);
export const dayOfCard = ({ lastReview, day }: Pick<ReviewCard, 'lastReview' | 'day'>) =>
  day ?? dayOf(lastReview);

/** A day's name, as `2026-12-12`, and the day of a name. */
export const nameOfDay = (day: number) => new Date(day * DAY).toISOString().slice(0, 10);
export const dayNamed = (name: string) => Date.parse(name) / DAY;

export const dayName = (time: number) => nameOfDay(dayOf(time));

/** Days before the first answer are nobody's days off. */
type WeekdayKind = 'practiced' | 'free' | 'before';

/** The last seven days, oldest first. */
export const practicedWeek = (reviews: Pick<Review, 'at' | 'day'>[], now: number) => {
  const today = dayOf(now);
  const practiced = new Set(reviews.map(dayOfReview));
  const first = Math.min(today, ...practiced);
  return Array.from({ length: 7 }, (_, index) => {
    const day = today - 6 + index;
    const otherwise = day < first ? 'before' : 'free';
    const kind: WeekdayKind = practiced.has(day) ? 'practiced' : otherwise;
    return { day: nameOfDay(day), kind };
  });
};
