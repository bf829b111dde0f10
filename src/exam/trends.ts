import type { Review, RunRecord } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { percentOf } from './grading.ts';
import { recordKind } from './progress.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEKS = 12;

/** Noon of the device's calendar day, which daylight saving can't move to another day. */
const noonOf = (time: number) => {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate(), 12).getTime();
};

/** `2026-12-12`, on the device's calendar. */
export const dayName = (time: number) => {
  const date = new Date(time);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

/** The last `count` days, oldest first, each with its answers. */
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

/** How much was right in each domain, week by week, oldest first; only domains that were asked. */
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

/** The data behind the trends, as CSV. No field can contain text that needs quoting. */
export const trendsCsv = (history: RunRecord[], reviews: Review[], questionCount: number) => {
  const rows: (string | number)[][] = [['date', 'what', 'right', 'total', 'percent']];
  for (const record of history) {
    const { finishedAt, correct, total } = record;
    const kind = recordKind(record, questionCount);
    rows.push([dayName(finishedAt), kind, correct, total, percentOf(correct, total)]);
  }
  const days = new Map<string, { right: number; total: number }>();
  for (const [time, , isRight] of reviews) {
    const day = days.get(dayName(time)) ?? { right: 0, total: 0 };
    days.set(dayName(time), { right: day.right + isRight, total: day.total + 1 });
  }
  for (const [day, { right, total }] of days) {
    rows.push([day, 'answers', right, total, percentOf(right, total)]);
  }
  return rows.map((row) => row.join(',')).join('\r\n');
};
