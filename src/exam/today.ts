import type { Study } from '#learner/schemas.ts';
import { WEEK } from '#primitives/time.ts';
import { dayNamed, dayOf, nameOfDay } from './day/calendar-day.ts';
import { answersToday, dueQuestions, seenQuestions } from './study.ts';
import { answersByDay } from './trends.ts';

/** How far away the exam is without a date, in days. */
const NO_DATE = 21;
/** Two days a week are for rest, unless the exam is nearer than this. */
const PRACTICE_SHARE = 5 / 7;
const RESTED = 8;
/** The most reviews a day, unless the exam is so near that more have to come. */
const MAX_REVIEWS_A_DAY = 30;
/** This few left of a day that was begun count as none. */
const NEGLIGIBLE = 2;
/** Days of practice before there is a verdict on the pace. */
const PACED = 3;

/** Whether a plan until this day has days off. */
export const hasDaysOff = (daysLeft = NO_DATE) => daysLeft >= RESTED;

/** What there is to do today, and whether the pace of the last week is enough. */
export type Today = {
  /** What today still asks for: due questions and new ones. */
  due: number;
  fresh: number;
  /** Due as well, but more than a day's reviews. */
  later: number;
  isDone: boolean;
  /** The reviews that tomorrow begins with as it stands; 0 if that is the day of the exam or after it. */
  tomorrow: number;
  /** Days until the exam; undefined without a date, less than 0 once it is over. */
  daysLeft: number | undefined;
  /** New questions a day that are enough. */
  perDay: number;
  /** New questions left at this week's pace; undefined without a date, or while there is no pace. */
  leftAtPace: number | undefined;
  /** The day as it was decided. */
  plan: NonNullable<Study['today']>;
};

const limitOf = (due: number, daysLeft = NO_DATE) =>
  daysLeft >= 0 && daysLeft <= WEEK
    ? Math.max(MAX_REVIEWS_A_DAY, Math.ceil(due / Math.max(1, daysLeft)))
    : MAX_REVIEWS_A_DAY;

/** A day's share of the new questions. Nothing new is planned after the exam. */
const shareOf = (fresh: number, daysLeft = NO_DATE) => {
  if (daysLeft < 0) return 0;
  const days = hasDaysOff(daysLeft) ? Math.floor(daysLeft * PRACTICE_SHARE) : daysLeft;
  return Math.ceil(fresh / Math.max(1, days));
};

/**
 * What today asks of an exam: questions that are due, and a day's share of those not seen yet. It is
 * decided at the day's first look, which `study.today` keeps, and from then on only shrinks. A
 * question missed today takes, once, the place of another one that today asks for; it never adds to
 * them, so that the day ends. Without `questionCount`, only what was decided is asked for of the new
 * ones, and before that all that is due.
 */
export const todayOf = (study: Study, questionCount: number | undefined, now: number): Today => {
  const day = dayOf(now);
  const { reviews, examDate } = study;
  const daysLeft = examDate ? dayNamed(examDate) - day : undefined;
  const seen = seenQuestions(study);
  const firsts = new Map<string, number>();
  for (const { at, questionId } of reviews) {
    if (seen.has(questionId) && !firsts.has(questionId)) firsts.set(questionId, dayOf(at));
  }
  const newSince = (first: number) => [...firsts.values()].filter((on) => on >= first).length;
  const newToday = newSince(day);
  const unseen = Math.max(0, (questionCount ?? Number.POSITIVE_INFINITY) - seen.size);

  const asked = answersToday(study, now);
  const all = dueQuestions(study, now);
  const untouched = all.filter((id) => !asked.has(id)).length;
  const missed = all.filter((id) => asked.get(id) === 1).length;
  // Another date is another plan for today.
  const { today, examDateAt = 0 } = study;
  const isDecided = today?.day === nameOfDay(day) && today.at >= examDateAt;
  const fresh = questionCount === undefined ? 0 : shareOf(unseen + newToday, daysLeft);
  const plan = isDecided ? today : { day: nameOfDay(day), due: untouched, fresh, at: now };
  const reviewsPlanned = Math.min(plan.due, limitOf(plan.due, daysLeft));
  const reviewed = Math.max(0, plan.due - untouched);
  const first = Math.min(untouched, Math.max(0, reviewsPlanned - reviewed));
  const left = first + Math.min(unseen, Math.max(0, plan.fresh - newToday));
  const isBegun = left < reviewsPlanned + plan.fresh;
  const isDone = left === 0 || (left <= NEGLIGIBLE && isBegun);
  const rest = isDone ? 0 : left;
  const isOpen = questionCount === undefined && !isDecided;
  const due = isOpen ? all.length : Math.min(rest, first + missed);

  const dueTomorrow = dueQuestions(study, now, day + 1).length;
  const paceDays = Math.min(WEEK, day - Math.min(day, ...firsts.values()) + 1);
  const pace = newSince(day - WEEK + 1) / paceDays;
  const hasPace = new Set(reviews.map(({ at }) => dayOf(at))).size >= PACED;
  return {
    due,
    fresh: Math.max(0, rest - due),
    later: isOpen ? 0 : untouched - first,
    isDone: isOpen ? due === 0 : isDone,
    tomorrow:
      daysLeft === 0 || daysLeft === 1
        ? 0
        : Math.min(dueTomorrow, limitOf(dueTomorrow, daysLeft && daysLeft - 1)),
    daysLeft,
    perDay: Math.min(unseen, plan.fresh),
    leftAtPace:
      daysLeft !== undefined && hasPace
        ? Math.max(0, Math.ceil(unseen - pace * daysLeft))
        : undefined,
    plan,
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
  return answersByDay(study.reviews, dayOf(now), WEEK).map(({ day, answers }, index) => ({
    day,
    kind: kindOf(answers, index === WEEK - 1),
  }));
};
