import { goals, type ReviewCard, type Study } from '#learner/schemas.ts';
import { type DayStart, dayStart, dueDayOf, type ExamState } from './day-start.ts';
import { FEW, planDay, splitDay } from './plan-day.ts';

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
const sharesOf = ({ reviews }: Study) => {
  const seen = new Set<string>();
  const [first, later]: [boolean[], boolean[]] = [[], []];
  for (const { questionId, isCorrect } of reviews) {
    (seen.has(questionId) ? later : first).push(isCorrect);
    seen.add(questionId);
  }
  return { fresh: shareOf(first, 0.6), due: shareOf(later, 0.75) };
};

type Outset = {
  start: DayStart;
  unseen: number;
  shares: { fresh: number; due: number };
  /** The step of each question seen, and the days until it is due. */
  cards: { step: number; day: number }[];
};

const cardsOf = ({ cards, unscheduled }: Study, { isAsked, day }: DayStart) => {
  const carded = new Set(cards.map(({ questionId }) => questionId));
  // The library that makes cards may not have loaded yet.
  const uncarded = unscheduled.filter(({ questionId }) => !carded.has(questionId));
  return [
    ...cards
      .filter(({ questionId }) => isAsked(questionId))
      .map((card) => ({ step: stepOf(card), day: Math.max(0, dueDayOf(card) - day) })),
    ...uncarded
      .filter(({ questionId }) => isAsked(questionId))
      .map(({ isCorrect }) => ({ step: isCorrect ? FIRST_RIGHT : 0, day: isCorrect ? 2 : 1 })),
  ];
};

/** Answers every day's queue until the exam, in expectation: part of each question is right. */
const simulate = ({ start, shares, cards, ...outset }: Outset, goal: number, until: number) => {
  /** How many questions of each step are due on each day. */
  const agenda = STEPS.map(() => new Float64Array(until + 1));
  const add = (step: number, day: number, count: number) => {
    const at = agenda[step];
    if (at && day <= until) at[day] = (at[day] ?? 0) + count;
  };
  const answer = (day: number, count: number, share: number, next: number) => {
    add(next, day + (STEPS[next]?.interval ?? 1), count * share);
    add(0, day + 1, count * (1 - share));
  };
  for (const { step, day } of cards) add(step, day, 1);
  let { unseen } = outset;
  let allSeen = unseen > 0 ? undefined : 0;
  let caughtUp: number | undefined;
  for (let day = 0; day < until && (allSeen === undefined || caughtUp === undefined); day += 1) {
    const isLight = day === until - 1 && until <= HORIZON;
    const [done, dueAnswered] = day === 0 ? [start.answered.size, start.dueAnswered] : [0, 0];
    const due = agenda.reduce((sum, at) => sum + (at[day] ?? 0), 0);
    const count = Math.max(0, (isLight ? FEW : goal) - done);
    const fresh = isLight ? Math.max(0, Math.min(unseen, count - due)) : unseen;
    const todays = splitDay(count, goal, { due, fresh, dueAnswered });
    let left = todays.due;
    for (const [step, at] of agenda.entries()) {
      const there = at[day] ?? 0;
      const taken = Math.min(left, there);
      left -= taken;
      answer(day, taken, shares.due, STEPS[step]?.next ?? 0);
      add(step, day + 1, there - taken);
    }
    answer(day, todays.fresh, shares.fresh, FIRST_RIGHT);
    unseen -= todays.fresh;
    if (unseen < 0.05) allSeen ??= day;
    if (due - todays.due < 0.5) caughtUp ??= day;
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

/**
 * Where the day's goal leads, if every day is done: the same queue, answered as the learner has
 * answered so far. Days count from today on.
 */
export const forecast = (state: ExamState, now: number) => {
  const { study } = state.learning;
  const { goal, phase, daysLeft, counts } = planDay(state, now);
  const start = dayStart(state, now);
  const cards = cardsOf(study, start);
  const outset = { start, unseen: counts.unseen, shares: sharesOf(study), cards };
  const until =
    phase === 'plain' && daysLeft !== undefined && daysLeft <= HORIZON ? daysLeft : undefined;
  const { allSeen, unseen, caughtUp } = simulate(outset, goal, until ?? HORIZON + 1);
  const isMissed = until !== undefined && unseen > 0;
  const enough = isMissed ? findEnough(outset, goal, until) : undefined;
  return {
    /** Whether there is enough to say anything. */
    isKnown: phase === 'plain' && counts.seen >= FEW,
    goal,
    /** The day that it was made. */
    day: start.day,
    total: counts.total,
    /** Days until everything is seen; 0 once it is, undefined if that is too far away to say. */
    allSeen,
    /** Days between then and the exam, if there are any. */
    spare: until === undefined || allSeen === undefined ? undefined : until - allSeen,
    /** What stays unseen on the day of the exam; undefined without one. */
    unseen: until === undefined ? undefined : unseen,
    /** How many a day see everything in time, where the goal doesn't, and the goal that does. */
    enough,
    raise: enough === undefined ? undefined : goals.find((other) => other >= enough),
    /** Days until no review waits any more. */
    caughtUp,
  };
};
export type Forecast = ReturnType<typeof forecast>;
