import type { Goal, Learning, ReviewCard } from '#learner/schemas.ts';
import { goals } from '#learner/schemas.ts';
import { type DayStart, dayStart, dueDayOf, type ExamState } from './day-start.ts';
import { FEW, planDay, shareOut } from './plan-day.ts';

/** Where the goal leads, if every day is done. Days count from today on. */
export type Forecast = {
  /** Whether there is enough to say anything. */
  isKnown: boolean;
  goal: Goal;
  /** The day that it was made. */
  day: number;
  total: number;
  /** Days until everything is seen; 0 once it is, undefined if that is too far away to say. */
  allSeen: number | undefined;
  /** Days between then and the exam, if there are any. */
  spare: number | undefined;
  /** What stays unseen on the day of the exam; undefined without one. */
  unseen: number | undefined;
  /** How many a day see everything in time, where the goal doesn't, and the goal that does. */
  enough: number | undefined;
  raise: Goal | undefined;
  /** Days until no review waits any more. */
  caughtUp: number | undefined;
};

/** How far ahead it looks, in days, so that a date needs no year. */
const HORIZON = 364;
/** More than anybody answers in a day. */
const MOST = 100;

/**
 * Spaced review by expectation: FSRS's intervals in days after right answers in a row, of questions
 * that were missed and of others, and the step that follows a right answer. A miss is step 0.
 */
const STEPS = [
  { interval: 1, next: 1 },
  { interval: 2, next: 2 },
  { interval: 6, next: 3 },
  { interval: 17, next: 4 },
  { interval: 44, next: 4 },
  { interval: 2, next: 6 },
  { interval: 11, next: 7 },
  { interval: 46, next: 7 },
] as const;
const FIRST_RIGHT = 5;
/** FSRS's difficulty of a question that was missed is above this. */
const HARD = 4.5;

const stepOf = ({ interval, difficulty }: ReviewCard) => {
  if (interval === 0) return 0;
  const steps = difficulty > HARD ? [1, 2, 3, 4] : [5, 6, 7];
  return steps.find((step) => (STEPS[step]?.interval ?? 0) >= interval) ?? steps.at(-1) ?? 0;
};

/** The share of right answers to expect, drawn toward a usual one while there are few. */
const shareOf = (answers: boolean[], usual: number) =>
  (answers.filter(Boolean).length + 20 * usual) / (answers.length + 20);

/** The learner's shares of right answers, to new questions and to others. */
const sharesOf = ({ study }: Learning) => {
  const seen = new Set<string>();
  const [first, later]: [boolean[], boolean[]] = [[], []];
  for (const { questionId, isCorrect } of study.reviews) {
    (seen.has(questionId) ? later : first).push(isCorrect);
    seen.add(questionId);
  }
  return { fresh: shareOf(first, 0.6), due: shareOf(later, 0.75) };
};

type Simulated = { allSeen: number | undefined; unseen: number; caughtUp: number | undefined };

type Outset = {
  learning: Learning;
  start: DayStart;
  unseen: number;
  shares: { fresh: number; due: number };
};

/** How many questions of each step are due on each day. */
const agendaOf = ({ learning: { study }, start }: Outset) => {
  const agenda = STEPS.map(() => new Float64Array(HORIZON + 1));
  const add = (step: number, day: number, count: number) => {
    const at = agenda[step];
    if (at && day <= HORIZON) at[day] = (at[day] ?? 0) + count;
  };
  const carded = new Set(study.cards.map(({ questionId }) => questionId));
  for (const card of study.cards) {
    if (start.isAsked(card.questionId))
      add(stepOf(card), Math.max(0, dueDayOf(card) - start.day), 1);
  }
  for (const { questionId, isCorrect } of study.unscheduled) {
    if (carded.has(questionId) || !start.isAsked(questionId)) continue;
    add(isCorrect ? FIRST_RIGHT : 0, isCorrect ? 2 : 1, 1);
  }
  return { agenda, add };
};

/** Answers every day's queue until the exam, in expectation: part of each question is right. */
const simulate = (outset: Outset, goal: number, until: number): Simulated => {
  const { start, shares } = outset;
  const { agenda, add } = agendaOf(outset);
  const answer = (day: number, count: number, share: number, next: number) => {
    add(next, day + (STEPS[next]?.interval ?? 1), count * share);
    add(0, day + 1, count * (1 - share));
  };
  let { unseen } = outset;
  let allSeen = unseen > 0 ? undefined : 0;
  let caughtUp: number | undefined;
  for (let day = 0; day < until && (allSeen === undefined || caughtUp === undefined); day += 1) {
    const isLight = day === until - 1 && until <= HORIZON;
    const isToday = day === 0;
    const done = isToday ? start.answered.size : 0;
    const there = agenda.reduce((sum, at) => sum + (at[day] ?? 0), 0);
    const count = Math.max(0, (isLight ? FEW : goal) - done);
    const dueAnswered = isToday ? start.dueAnswered : 0;
    const fresh = isLight ? Math.max(0, Math.min(unseen, count - there)) : unseen;
    const todays = shareOut(count, goal, { due: there, fresh, dueAnswered });
    let left = todays.due;
    for (const [step, at] of agenda.entries()) {
      const taken = Math.min(left, at[day] ?? 0);
      left -= taken;
      answer(day, taken, shares.due, STEPS[step]?.next ?? 0);
      add(step, day + 1, (at[day] ?? 0) - taken);
    }
    answer(day, todays.fresh, shares.fresh, FIRST_RIGHT);
    unseen -= todays.fresh;
    if (unseen < 0.5) allSeen ??= day;
    if (there - todays.due < 0.5) caughtUp ??= day;
  }
  return { allSeen, unseen: Math.round(unseen), caughtUp };
};

/** The smallest number a day that sees everything in time. */
const findEnough = (outset: Outset, goal: number, until: number) => {
  const isEnough = (count: number) => simulate(outset, count, until).unseen === 0;
  if (!isEnough(MOST)) return undefined;
  let [low, high] = [goal, MOST];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
};

/** Where the day's goal leads: the same queue, answered as the learner has answered so far. */
export const forecast = (state: ExamState, now: number): Forecast => {
  const { learning } = state;
  const { goal, phase, daysLeft, counts } = planDay(state, now);
  const start = dayStart(state, now);
  const outset = { learning, start, unseen: counts.unseen, shares: sharesOf(learning) };
  const until = daysLeft !== undefined && phase === 'plain' ? daysLeft : undefined;
  const { allSeen, unseen, caughtUp } = simulate(
    outset,
    goal,
    Math.min(until ?? HORIZON + 1, HORIZON + 1),
  );
  const isMissed = until !== undefined && unseen > 0;
  const enough = isMissed ? findEnough(outset, goal, until) : undefined;
  return {
    isKnown: phase === 'plain' && counts.seen >= FEW,
    ...{ goal, day: start.day, total: counts.total, allSeen, caughtUp, enough },
    spare: until === undefined || allSeen === undefined ? undefined : until - allSeen,
    unseen: until === undefined ? undefined : unseen,
    raise: enough === undefined ? undefined : goals.find((other) => other >= enough),
  };
};
