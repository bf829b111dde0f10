import { type Card, createEmptyCard, fsrs, Rating, State } from 'ts-fsrs';
import type { ReviewCard, Study } from '#contract/learner.ts';

/**
 * Spaced review with FSRS: when each question is due again, and how likely the learner would know
 * it today. Loaded with the library when first needed.
 */

/**
 * The library's own parameters, in whole days: a question that was right is not asked again within
 * minutes. No fuzz, so that two devices agree on every date.
 */
const scheduler = fsrs({
  request_retention: 0.9,
  enable_fuzz: false,
  enable_short_term: false,
});

export type Grade = 'wrong' | 'guessed' | 'right';

const ratings = { wrong: Rating.Again, guessed: Rating.Hard, right: Rating.Good } as const;

const toLibrary = ({ due, lastReview, questionId: _, ...card }: ReviewCard): Card => ({
  ...createEmptyCard(lastReview),
  ...card,
  due: new Date(due),
  last_review: new Date(lastReview),
  state: State.Review,
});

/**
 * The card after an answer at `now`: due at once unless it was right. A clock that was set back
 * never moves a review into the past.
 */
export const reviewAfter = (
  questionId: string,
  card: ReviewCard | undefined,
  grade: Grade,
  now: number,
): ReviewCard => {
  const at = Math.max(now, card?.lastReview ?? 0);
  const before = card ? toLibrary(card) : createEmptyCard(at);
  const after = scheduler.next(before, new Date(at), ratings[grade]).card;
  return {
    questionId,
    due: grade === 'right' ? after.due.getTime() : at,
    lastReview: at,
    stability: after.stability,
    difficulty: after.difficulty,
    reps: after.reps,
    lapses: after.lapses,
  };
};

/** The chance of recall at `now`, from 0 to 1. */
export const recallAt = (card: ReviewCard, now: number) =>
  scheduler.get_retrievability(toLibrary(card), new Date(Math.max(now, card.lastReview)), false);

/** Updates the cards for the answers that have waited for this library. */
export const schedule = ({ unscheduled = [], ...study }: Study): Study => {
  const cards = new Map(study.cards.map((card) => [card.questionId, card]));
  for (const [at, questionId, isRight] of unscheduled) {
    const grade = isRight ? 'right' : 'wrong';
    cards.set(questionId, reviewAfter(questionId, cards.get(questionId), grade, at));
  }
  return { ...study, cards: [...cards.values()] };
};

/** The cards once the last, right answer to a question turns out to have been a guess. */
export const studyAfterGuess = (
  study: Study,
  questionId: string,
  before: ReviewCard | undefined,
): Study => ({
  ...study,
  cards: study.cards.map((card) =>
    card.questionId === questionId
      ? reviewAfter(questionId, before, 'guessed', card.lastReview)
      : card,
  ),
});
