import type { ExamDetail } from '#contract/wire.ts';
import type { Review } from '#learner/schemas.ts';
import { WEEK } from '#primitives/time.ts';
import { dayOf, nameOfDay } from './day/calendar-day.ts';

const WEEKS = 12;

/** The number of answers on each of `count` days up to `last`, oldest first. */
export const answersByDay = (reviews: Review[], last: number, count = WEEKS * WEEK) => {
  const answers = new Map<number, number>();
  for (const { at } of reviews) {
    const day = dayOf(at);
    answers.set(day, (answers.get(day) ?? 0) + 1);
  }
  return Array.from({ length: count }, (_, index) => {
    const day = last - (count - 1 - index);
    return { day: nameOfDay(day), answers: answers.get(day) ?? 0 };
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
  const today = dayOf(now);
  return domains
    .map(({ id, name }) => {
      const weeks = Array.from({ length: WEEKS }, () => ({ right: 0, total: 0 }));
      for (const { at, questionId, isCorrect } of reviews) {
        const week = weeks[WEEKS - 1 - Math.floor((today - dayOf(at)) / WEEK)];
        if (!week || domainOf.get(questionId) !== id) continue;
        week.total += 1;
        week.right += Number(isCorrect);
      }
      return { name, weeks };
    })
    .filter(({ weeks }) => weeks.some(({ total }) => total > 0));
};
