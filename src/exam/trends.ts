import type { Review } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEKS = 12;

/** Noon, which a switch to or from daylight saving time can't move to another day. */
const noonOf = (time: number) => {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime();
};

/** The device's calendar day, as `2026-12-12`. */
export const dayName = (time: number) => {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

/** The number of answers on each of the last `count` days, oldest first. */
export const answersByDay = (reviews: Review[], now: number, count = WEEKS * 7) => {
  const today = noonOf(now);
  const answers = new Map<string, number>();
  for (const [time] of reviews) answers.set(dayName(time), (answers.get(dayName(time)) ?? 0) + 1);
  return Array.from({ length: count }, (_, place) => {
    const day = dayName(today - (count - 1 - place) * DAY);
    return { day, answers: answers.get(day) ?? 0 };
  });
};

export type DomainTrend = { name: string; weeks: { right: number; total: number }[] };

/** The right answers in each domain by week, oldest first; only domains with answers. */
export const domainsByWeek = (
  reviews: Review[],
  { questionIds, questionDomains = [], domains = [] }: ExamDetail,
  now: number,
): DomainTrend[] => {
  const domainOf = new Map(questionIds.map((id, index) => [id, questionDomains[index]]));
  const end = noonOf(now) + DAY / 2;
  return domains
    .map(({ id, name }) => {
      const weeks = Array.from({ length: WEEKS }, () => ({ right: 0, total: 0 }));
      for (const [time, questionId, isRight] of reviews) {
        const week = weeks[WEEKS - 1 - Math.floor((end - time) / (7 * DAY))];
        if (!week || domainOf.get(questionId) !== id) continue;
        week.total += 1;
        week.right += isRight;
      }
      return { name, weeks };
    })
    .filter(({ weeks }) => weeks.some(({ total }) => total > 0));
};
