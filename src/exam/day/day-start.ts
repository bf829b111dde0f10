import type { ExamDetail } from '#contract/wire.ts';
import type { Learning, ReviewCard, Study } from '#learner/schemas.ts';
import { DAY } from '#primitives/time.ts';
import { withOpened } from '../run/sitting.ts';
import { dayOf, dayOfCard, dayOfReview } from './calendar-day.ts';
import { markedQuestions } from './study.ts';

/** What is known of an exam. */
export type ExamState = {
  /** How many questions it lists. */
  listed: number;
  learning: Learning;
  /** The exam itself, once it has loaded. */
  detail?: ExamDetail | undefined;
};

/** The day a card is due; after a wrong answer, whose interval is 0, the next one. */
export const dueDayOf = (card: Pick<ReviewCard, 'lastReview' | 'day' | 'interval'>) =>
  dayOfCard(card) + Math.max(1, card.interval);

/**
 * Sorts the least likely remembered first. The chance of recall falls with the days since the answer,
 * in units of the card's stability.
 */
export const byRecall = ({ cards }: Pick<Study, 'cards'>, day: number) => {
  const forgotten = new Map(
    cards.map((card) => [card.questionId, (day - dayOfCard(card)) / card.stability]),
  );
  const of = (id: string) => forgotten.get(id) ?? Number.MAX_VALUE;
  return (a: string, b: string) => of(b) - of(a);
};

/** The different questions answered on a day, in any run; a mock exam's count before it ends, too. */
const answeredOn = (day: number, now: number, { study, runs, past }: Learning) => {
  const { reviews } = study;
  const first = reviews.findLastIndex(({ at }) => at < now - 2 * DAY) + 1;
  const inMocks = [...runs, ...past]
    .filter(({ setup }) => setup.minutes !== undefined)
    .flatMap(({ results, withdrawn }) => [...results, ...withdrawn]);
  const answers = [...reviews.slice(first), ...inMocks];
  return new Set(
    answers.flatMap((answer) => (dayOfReview(answer) === day ? answer.questionId : [])),
  );
};

/** Which questions the exam asks: those it lists or a mock exam has opened, less those set aside. */
const membership = ({ listed, learning, detail }: ExamState) => {
  const { study, runs } = learning;
  const { opened } = study;
  const whole = detail && withOpened(detail, study).questionIds;
  const inWhole = new Set(whole);
  const absent = new Set(markedQuestions(study, 'isAbsent'));
  const isOpened = new Set(opened);
  const hidden = new Set(
    runs.flatMap(({ setup, questionIds }) => (setup.isHeldOut ? questionIds : [])),
  );
  const isListed = (id: string) =>
    whole ? inWhole.has(id) : !absent.has(id) && (isOpened.has(id) || !hidden.has(id));
  const aside = new Set(markedQuestions(study, 'isAside').filter(isListed));
  const there = whole ? whole.length : listed + opened.filter(isListed).length;
  return { isListed, aside, total: Math.max(0, there - aside.size) };
};

/** The day that a question was due before this one began; undefined if it was new. */
export const dueBefore = (card: ReviewCard, day: number) =>
  dayOfCard(card) === day ? card.dueBefore : dueDayOf(card);

/** The day that each question answered before was due as this day began; Infinity if not yet known. */
const duesBefore = (day: number, { cards, unscheduled }: Learning['study']) => {
  const dues = new Map<string, number>();
  for (const card of cards) {
    const due = dueBefore(card, day);
    if (due !== undefined) dues.set(card.questionId, due);
  }
  for (const review of unscheduled) {
    const on = dayOfReview(review);
    if (on !== day)
      dues.set(review.questionId, review.isCorrect ? Number.POSITIVE_INFINITY : on + 1);
  }
  return dues;
};

/**
 * An exam as its day began, and what was done since. It follows from what is recorded alone, so that
 * it is the same on two devices, and whenever it is first looked at.
 */
export const dayStart = (state: ExamState, now: number) => {
  const { runs, past, study } = state.learning;
  const { cards, unscheduled, marks } = study;
  const day = dayOf(now);
  const { isListed, aside, total } = membership(state);
  const isAsked = (id: string) => isListed(id) && !aside.has(id);
  const answered = answeredOn(day, now, state.learning);
  const dues = duesBefore(day, study);
  const wasDue = (id: string) => (dues.get(id) ?? Number.POSITIVE_INFINITY) <= day;

  const ends = [
    ...runs.filter(({ endedAt }) => endedAt !== undefined),
    ...past, // One that was replaced ended with its last answer.
  ].filter(({ setup }) => setup.isHeldOut);
  const openedOn = (is: (day: number) => boolean) =>
    ends.flatMap(({ at, endedAt = at, questionIds }) => (is(dayOf(endedAt)) ? questionIds : []));
  const openedBefore = new Set(openedOn((other) => other < day));
  const openedToday = openedOn((other) => other === day).filter((id) => !openedBefore.has(id));
  const broughtBack = marks.flatMap(({ questionId, isAside, asideAt }) =>
    !isAside && asideAt !== undefined && dayOf(asideAt) === day ? questionId : [],
  );
  // Asked from tomorrow on, because today must not grow.
  const later = new Set([...openedToday, ...broughtBack]);
  const wasToAsk = (id: string) => isAsked(id) && !later.has(id) && (!dues.has(id) || wasDue(id));

  const known = new Set([...cards, ...unscheduled].map(({ questionId }) => questionId));
  const seen = [...known].filter(isAsked).length;
  const due = [...known].filter(
    (id) => wasDue(id) && isAsked(id) && !later.has(id) && !answered.has(id),
  );
  const notFresh = new Set([...known, ...answered, ...later]);
  return {
    day,
    isAsked,
    total,
    /** Without what joined since. */
    totalBefore: total - [...later].filter(isAsked).length,
    seen,
    answered,
    /** Still to ask today: the ids of those due, and the number of new ones. */
    due,
    fresh: Math.max(0, total - [...notFresh].filter(isAsked).length),
    isSeen: (id: string) => known.has(id),
    isFresh: (id: string) => isAsked(id) && !notFresh.has(id),
    /** Answered today: those that were due, and those that today did not have to ask. */
    dueAnswered: [...answered].filter(wasDue).length,
    extra: [...answered].filter((id) => !wasToAsk(id)).length,
  };
};
export type DayStart = ReturnType<typeof dayStart>;
