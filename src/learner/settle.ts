import { MINUTE } from '#primitives/time.ts';
import { mergeLearning } from './merge.ts';
import {
  type Learning,
  type Review,
  type RunRecord,
  runKind,
  type StoredRun,
  type Study,
} from './schemas.ts';

/**
 * How much of each is kept of an exam; the oldest goes first. A test compares the specification. The
 * history must have room for the records of all earlier runs and an open one of each kind: what it
 * drops of these, settling would add again. The last mock exam is also read from it.
 */
export const caps = { reviews: 10_000, history: 200, past: 20 } as const;

/** Milliseconds of a run's time limit; infinite without one. */
export const timeLimit = ({ setup }: Pick<StoredRun, 'setup'>) =>
  (setup.minutes ?? Number.POSITIVE_INFINITY) * MINUTE;

/** Ends a mock exam whose time is up, wherever it was left. */
const endOverdue = (run: StoredRun, now: number): StoredRun => {
  const limit = timeLimit(run);
  if (run.isFinished || now - run.startedAt < limit) return run;
  const endedAt = run.startedAt + limit;
  return {
    ...run,
    isFinished: true,
    endedAfter: limit,
    endedAt,
    index: run.questionIds.length - 1,
  };
};

const isHandedIn = (run: StoredRun) =>
  run.setup.minutes !== undefined &&
  run.endedAfter !== undefined &&
  run.endedAfter < timeLimit(run);

const recordOf = (run: StoredRun): RunRecord => ({
  runId: run.id,
  kind: runKind(run.setup),
  finishedAt: run.endedAt ?? run.at,
  correct: run.results.filter(({ isCorrect }) => isCorrect).length,
  answered: run.results.length + run.seen.length,
  total: run.questionIds.length,
  elapsed: run.endedAfter ?? run.elapsed,
  ...(isHandedIn(run) && { isHandedIn: true }),
});

/** The answers of a run, for its exam's study. */
const reviewsOf = ({ results }: StoredRun): Review[] =>
  results.map(({ at, day, questionId, isCorrect, isUnsure }) => ({
    ...{ at, questionId, isCorrect },
    ...(day !== undefined && { day }),
    ...(isUnsure && { isUnsure }),
  }));

/** Whether a time lies ahead of the device's clock, which is or was wrong. */
export const isAhead = (time: number, now: number) => time > now + MINUTE;

/**
 * The same data with what was learned ahead of the clock counting as now. Only to look at: stored is
 * what was recorded, or a clock that is set back for an hour would rewrite it.
 */
export const limitTimes = (learning: Learning, now: number): Learning => {
  const { history, study } = learning;
  const { reviews, cards } = study;
  const times = [reviews.at(-1)?.at, cards.at(-1)?.lastReview, history.at(-1)?.finishedAt];
  if (!times.some((time = 0) => isAhead(time, now))) return learning;
  const limit = (time: number) => Math.min(time, now);
  // The day that such a clock recorded is as wrong as its time.
  const dayAt = (time: number, day: number | undefined) => (time > now ? undefined : day);
  return {
    ...learning,
    history: history.map((record) => ({ ...record, finishedAt: limit(record.finishedAt) })),
    study: {
      ...study,
      reviews: reviews.map((review) => ({
        ...review,
        at: limit(review.at),
        day: dayAt(review.at, review.day),
      })),
      cards: cards.map((card) => ({
        ...card,
        lastReview: limit(card.lastReview),
        day: dayAt(card.lastReview, card.day),
      })),
    },
  };
};

const last = <T>(items: T[], count: number) => (items.length > count ? items.slice(-count) : items);

type IsNew = (review: Review) => boolean;

/** Finds the answers that no card accounts for: later ones, and new ones to a card ahead of the clock. */
const findUnscheduled = (study: Study, now: number, isNew: IsNew): Study => {
  const reviewedAt = new Map(study.cards.map((card) => [card.questionId, card.lastReview]));
  const unscheduled = study.reviews.filter((review) => {
    const last = reviewedAt.get(review.questionId) ?? -1;
    return review.at > last || (isAhead(last, now) && isNew(review));
  });
  return unscheduled.length + study.unscheduled.length === 0 ? study : { ...study, unscheduled };
};

/** Its result was never shown. */
export const isOpen = ({ endedAfter }: StoredRun) => endedAfter === undefined;

/**
 * Brings derived data up to `now`: mock exams whose time is up end; runs that have ended, or were
 * replaced by a later one of their kind, enter the history, and their answers the study. Settling
 * twice changes nothing more. `isNew` tells the answers that were just given.
 */
export const settle = (known: Learning, now: number, isNew: IsNew = () => false): Learning => {
  const runs = known.runs.map((run) => endOverdue(run, now));
  const closed = [...runs.filter((run) => !isOpen(run)), ...known.past];
  const open = new Set(runs.filter(isOpen).map(({ id }) => id));
  // A mock exam's answers count for the study when it ends.
  const isReviewed = (run: StoredRun) => run.setup.minutes === undefined || !open.has(run.id);
  const { past, history, study, ...rest } = mergeLearning(known, {
    runs,
    history: closed.map(recordOf).filter(({ answered }) => answered > 0),
    study: {
      reviews: [...runs, ...known.past].filter(isReviewed).flatMap(reviewsOf),
      opened: closed.filter(({ setup }) => setup.isHeldOut).flatMap((run) => run.questionIds),
    },
  });
  const isReopened = history.some(({ runId }) => open.has(runId));
  const ended = isReopened ? history.filter(({ runId }) => !open.has(runId)) : history;
  const reviews = last(study.reviews, caps.reviews);
  return {
    ...rest,
    past: past.length > caps.past ? past.slice(0, caps.past) : past,
    history: last(ended, caps.history),
    study: findUnscheduled(reviews === study.reviews ? study : { ...study, reviews }, now, isNew),
  };
};
