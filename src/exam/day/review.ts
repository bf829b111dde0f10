import { FSRSAlgorithm, Rating } from 'ts-fsrs';
import type { Review, ReviewCard, Study } from '#learner/schemas.ts';
import { dayOf, dayOfCard, dayOfReview } from './calendar-day.ts';
import { dueBefore } from './day-start.ts';

// Spaced review with FSRS, loaded together with the library when first needed.

const memory = new FSRSAlgorithm({ enable_short_term: false });

/** A wrong answer was not known, however sure the learner was. */
const ratingOf = ({ isCorrect, isUnsure }: Review) => {
  if (!isCorrect) return Rating.Again;
  return isUnsure ? Rating.Hard : Rating.Good;
};

const daysSince = (card: ReviewCard, day: number) => Math.max(0, day - dayOfCard(card));

/**
 * The card after an answer; due in whole days, so that it is not asked again within minutes. If the
 * clock was set back, the answer counts as given at the last review.
 */
export const reviewAfter = (card: ReviewCard | undefined, review: Review): ReviewCard => {
  const { questionId } = review;
  const isEarly = card && card.lastReview > review.at;
  const lastReview = isEarly ? card.lastReview : review.at;
  const day = isEarly ? dayOfCard(card) : dayOfReview(review);
  const rating = ratingOf(review);
  const next = memory.next_state(card ?? null, card ? daysSince(card, day) : 0, rating);
  // Stability is the number of days until the chance of recall is 90 %, which is when to ask again.
  const interval = rating === Rating.Again ? 0 : Math.max(1, Math.round(next.stability));
  const before = card && dueBefore(card, day);
  return {
    ...{ questionId, lastReview, day, interval, ...next },
    ...(before !== undefined && { dueBefore: before }),
  };
};

/** The chance that the learner still knows the answer at `now`, from 0 to 1. */
export const recallAt = (card: ReviewCard, now: number) =>
  memory.forgetting_curve(daysSince(card, dayOf(now)), card.stability);

/** Puts the unscheduled answers on their cards. */
export const schedule = (study: Study): Study => {
  if (study.unscheduled.length === 0) return study;
  const cards = new Map(study.cards.map((card) => [card.questionId, card]));
  for (const review of study.unscheduled) {
    const { questionId } = review;
    cards.set(questionId, reviewAfter(cards.get(questionId), review));
  }
  return { ...study, cards: [...cards.values()], unscheduled: [] };
};
