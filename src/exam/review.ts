import { type Card, createEmptyCard, fsrs, Rating, State } from 'ts-fsrs';
import type { ReviewCard, Study } from '#contract/learner.ts';

// Spaced review with FSRS, loaded together with the library when first needed.

/**
 * In whole days, so that a right answer is not asked again within minutes, and without fuzz, so that
 * two devices agree on every date.
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
 * The card after an answer at `now`; due at once unless the answer was right. If the clock was set
 * back, the answer counts as given at the last review.
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

/** The chance that the learner still knows the answer at `now`, from 0 to 1. */
export const recallAt = (card: ReviewCard, now: number) =>
  scheduler.get_retrievability(toLibrary(card), new Date(Math.max(now, card.lastReview)), false);

/** Puts the unscheduled answers on their cards. */
export const schedule = (study: Study): Study => {
  const cards = new Map(study.cards.map((card) => [card.questionId, card]));
  for (const [at, questionId, isRight] of study.unscheduled) {
    const grade = isRight ? 'right' : 'wrong';
    cards.set(questionId, reviewAfter(questionId, cards.get(questionId), grade, at));
  }
  return { ...study, cards: [...cards.values()], unscheduled: [] };
};

/**
 * The study after the learner calls their last, right answer a guess. `before` is the question's card
 * before that answer.
 */
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
