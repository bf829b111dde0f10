import type { Study } from '#contract/learner.ts';
import { dueQuestions } from './study.ts';
import { answersByDay, dayName } from './trends.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How far away the exam is without a date, in days. */
const NO_DATE = 21;
/** Two days a week are for rest. */
const PRACTICE_SHARE = 5 / 7;
const WEEK = 7;

/** Calendar days of the device from `now` to a day such as `2026-12-12`; less than 0 once it is over. */
const daysUntil = (day: string, now: number) =>
  Math.round((Date.parse(`${day}T00:00Z`) - Date.parse(`${dayName(now)}T00:00Z`)) / DAY);

/** What there is to do today, and whether the pace of the last week is enough. */
export type Today = {
  /** Due now, and new ones that today still asks for. */
  due: number;
  fresh: number;
  /** Days until the exam; undefined without a date, or once it is over. */
  daysLeft: number | undefined;
  /** New questions a day that are enough. */
  perDay: number;
  /** New questions that will be left at this week's pace; undefined without a date. */
  leftAtPace: number | undefined;
};

/** What today asks of an exam: questions that are due, and a day's share of those not seen yet. */
export const todayOf = (study: Study, questionIds: string[], now: number): Today => {
  const existing = new Set(questionIds);
  const firsts = new Map<string, number>();
  for (const [time, id] of study.reviews) {
    if (existing.has(id) && !firsts.has(id)) firsts.set(id, time);
  }
  const seen = new Set([...firsts.keys(), ...study.cards.map(({ questionId }) => questionId)]);
  const unseen = questionIds.filter((id) => !seen.has(id)).length;
  const isToday = (time: number) => dayName(time) === dayName(now);
  const newToday = [...firsts.values()].filter(isToday).length;
  const until = study.examDate ? daysUntil(study.examDate, now) : undefined;
  const daysLeft = until !== undefined && until >= 0 ? until : undefined;
  const days = Math.max(1, Math.floor((daysLeft ?? NO_DATE) * PRACTICE_SHARE));
  const perDay = Math.ceil((unseen + newToday) / days);
  const newThisWeek = [...firsts.values()].filter((time) => now - time < WEEK * DAY).length;
  const began = Math.min(now, ...firsts.values());
  const paceDays = Math.min(WEEK, Math.floor((now - began) / DAY) + 1);
  return {
    due: dueQuestions(study, now).filter((id) => existing.has(id)).length,
    fresh: Math.min(unseen, Math.max(0, perDay - newToday)),
    daysLeft,
    perDay,
    leftAtPace:
      daysLeft === undefined
        ? undefined
        : Math.max(0, Math.ceil(unseen - (newThisWeek / paceDays) * daysLeft)),
  };
};

/** What became of a day. Two days a week without practice are days of rest. */
export type DayKind = 'practiced' | 'rest' | 'open';

/** The last seven days, oldest first. Today is still open. */
export const weekOf = (study: Pick<Study, 'reviews'>, now: number) => {
  let rests = 2;
  const kindOf = (answers: number, isToday: boolean): DayKind => {
    if (answers > 0) return 'practiced';
    if (isToday || rests === 0) return 'open';
    rests -= 1;
    return 'rest';
  };
  return answersByDay(study.reviews, now, WEEK).map(({ day, answers }, place) => ({
    day,
    kind: kindOf(answers, place === WEEK - 1),
  }));
};
