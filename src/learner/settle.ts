import { mergeLearning } from './merge.ts';
import {
  type Change,
  type Learning,
  type Review,
  type ReviewCard,
  type RunRecord,
  runKind,
  type StoredRun,
  type Study,
} from './schemas.ts';

/** How much of each is kept of an exam; the oldest goes first. A test compares the specification. */
export const caps = { reviews: 10_000, history: 200, past: 20 } as const;

const MINUTE = 60_000;

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

const recordOf = (run: StoredRun): RunRecord => ({
  runId: run.id,
  kind: runKind(run.setup),
  finishedAt: run.endedAt ?? run.at,
  correct: run.results.filter(({ isCorrect }) => isCorrect).length,
  answered: run.results.length + run.seen.length,
  total: run.questionIds.length,
  elapsed: run.endedAfter ?? run.elapsed,
});

/** What the answers of a run teach. */
const reviewsOf = ({ results }: StoredRun): Review[] =>
  results.map(({ at, questionId, isCorrect }) => [at, questionId, Number(isCorrect)]);

/** The fields that hold a time of the clock. A card's `due` moves along with its last review. */
const TIMES = /^(?:at|(?:started|ended|finished|saved|flagged|absent|examDate)At|lastReview)$/;

const clampTimes = (value: unknown, now: number): unknown => {
  if (Array.isArray(value)) {
    const [time, id] = value;
    const isReview = typeof time === 'number' && typeof id === 'string';
    return isReview
      ? [Math.min(time, now), ...value.slice(1)]
      : value.map((item) => clampTimes(item, now));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (TIMES.test(name) && field !== undefined) return [name, Math.min(field, now)];
      const { lastReview = 0 } = value as { lastReview?: number };
      if (name === 'due') return [name, field - Math.max(0, lastReview - now)];
      return [name, clampTimes(field, now)];
    }),
  );
};

const lastTime = ({ runs, past, history, study }: Learning) =>
  [
    ...[...runs, ...past].map(({ at }) => at),
    ...history.slice(-1).map(({ finishedAt }) => finishedAt),
    ...study.reviews.slice(-1).map(([at]) => at),
    ...study.cards.slice(-1).map(({ lastReview }) => lastReview),
    ...study.marks.flatMap(({ savedAt = 0, flaggedAt = 0, notes = [] }) => [
      ...[savedAt, flaggedAt],
      ...notes.map(({ at }) => at),
    ]),
    study.examDateAt ?? 0,
  ].reduce((last, time) => Math.max(last, time), 0);

/** Times far ahead of the device's clock, which was wrong then or is wrong now, count as now. */
const clamp = (learning: Learning, now: number) =>
  lastTime(learning) > now + MINUTE ? (clampTimes(learning, now) as Learning) : learning;

/** Only what `learning` lacks, so that nothing is written for nothing. */
const missingFrom = (learning: Learning, change: Required<Change>): Change => {
  const known = new Set(learning.study.reviews.map(([at, id]) => `${at} ${id}`));
  const opened = new Set(learning.study.opened);
  const records = new Map(learning.history.map((record) => [record.runId, JSON.stringify(record)]));
  const { reviews = [], opened: nowOpened = [] } = change.study;
  const news = {
    reviews: reviews.filter(([at, id]) => !known.has(`${at} ${id}`)),
    opened: nowOpened.filter((id) => !opened.has(id)),
  };
  return {
    runs: change.runs.filter((run) => !learning.runs.includes(run) && !learning.past.includes(run)),
    history: change.history.filter(
      (record) => records.get(record.runId) !== JSON.stringify(record),
    ),
    ...(news.reviews.length + news.opened.length > 0 && { study: news }),
  };
};

const last = <T>(items: T[], count: number) => (items.length > count ? items.slice(-count) : items);

/**
 * Finds the answers that no card accounts for. A card whose last answer has since been called more
 * or less certain is left out, to be made again from all its answers.
 */
const findUnscheduled = (study: Study): Study => {
  const lastAnswers = new Map(study.reviews.map((review) => [review[1], review]));
  const isStale = ({ questionId, lastReview, certainty }: ReviewCard) => {
    const [at, , , said] = lastAnswers.get(questionId) ?? [];
    return at === lastReview && said !== certainty;
  };
  const stale = study.cards.some(isStale);
  const cards = stale ? study.cards.filter((card) => !isStale(card)) : study.cards;
  const reviewedAt = new Map(cards.map((card) => [card.questionId, card.lastReview]));
  const unscheduled = study.reviews.filter(([at, id]) => at > (reviewedAt.get(id) ?? -1));
  const isSame = !stale && String(unscheduled) === String(study.unscheduled);
  return isSame ? study : { ...study, cards, unscheduled };
};

/**
 * Draws the conclusions from what is known at `now`: mock exams whose time is up end; runs that have
 * ended, or were replaced by a later one of their kind, are in the history; what their answers teach
 * is in the study. Settling twice changes nothing more.
 */
export const settle = (learning: Learning, now: number): Learning => {
  const known = clamp(learning, now);
  const runs = known.runs.map((run) => endOverdue(run, now));
  const closed = [...runs.filter(({ endedAfter }) => endedAfter !== undefined), ...known.past];
  const open = new Set(runs.flatMap(({ id, endedAfter }) => (endedAfter === undefined ? id : [])));
  const isTaught = (run: StoredRun) => run.setup.minutes === undefined || !open.has(run.id);
  const conclusions = missingFrom(known, {
    runs,
    past: [],
    history: closed.map(recordOf).filter(({ answered }) => answered > 0),
    study: {
      reviews: [...runs, ...known.past].filter(isTaught).flatMap(reviewsOf),
      opened: closed.filter(({ setup }) => setup.isHeldOut).flatMap((run) => run.questionIds),
    },
  });
  const { past, history, study, ...rest } = mergeLearning(known, conclusions);
  const isReopened = history.some(({ runId }) => open.has(runId));
  const ended = isReopened ? history.filter(({ runId }) => !open.has(runId)) : history;
  const reviews = last(study.reviews, caps.reviews);
  return {
    ...rest,
    past: past.length > caps.past ? past.slice(0, caps.past) : past,
    history: last(ended, caps.history),
    study: findUnscheduled(reviews === study.reviews ? study : { ...study, reviews }),
  };
};
