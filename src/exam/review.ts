import { type Card, createEmptyCard, fsrs, Rating, State } from 'ts-fsrs';
import type { ReviewCard } from '#contract/learner.ts';

/**
 * Spaced review with FSRS: when each question is due again, and how likely the learner would know
 * it today. Times are milliseconds since 1970. Loaded with the library when first needed.
 */

/** The library's own parameters; no fuzz, so that two devices agree on every date. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false });

export type ReviewGrade = 'wrong' | 'guessed' | 'right';

const ratings = { wrong: Rating.Again, guessed: Rating.Hard, right: Rating.Good } as const;

const toCard = ({ due, lastReview, ...card }: ReviewCard): Card => ({
  ...createEmptyCard(lastReview),
  due: new Date(due),
  last_review: new Date(lastReview),
  stability: card.stability,
  difficulty: card.difficulty,
  reps: card.reps,
  lapses: card.lapses,
  learning_steps: card.learningSteps,
  scheduled_days: card.scheduledDays,
  state: card.state,
});

const fromCard = (card: Card, lastReview: number): ReviewCard => ({
  due: card.due.getTime(),
  lastReview,
  stability: card.stability,
  difficulty: card.difficulty,
  reps: card.reps,
  lapses: card.lapses,
  learningSteps: card.learning_steps,
  scheduledDays: card.scheduled_days,
  state: card.state,
});

/** The card after an answer at `now`. A clock that was set back never moves a review into the past. */
export const reviewAfter = (
  card: ReviewCard | undefined,
  grade: ReviewGrade,
  now: number,
): ReviewCard => {
  const at = Math.max(now, card?.lastReview ?? 0);
  const before = card ? toCard(card) : createEmptyCard(at);
  return fromCard(scheduler.next(before, new Date(at), ratings[grade]).card, at);
};

/** The share, from 0 to 1, that would be recalled at `now`; a question never answered has none. */
export const recallAt = (card: ReviewCard | undefined, now: number) => {
  if (!card || card.state === State.New) return 0;
  const at = new Date(Math.max(now, card.lastReview));
  return scheduler.get_retrievability(toCard(card), at, false);
};

/** A question that is missed is due at once, whatever its short learning step says. */
export const isDue = ({ due, state }: ReviewCard, now: number) =>
  due <= now || state === State.Learning || state === State.Relearning;

export type ReviewCards = ReadonlyMap<string, ReviewCard>;

/** Ids of the questions to review now: those missed last come first, then by due date. */
export const dueQuestions = (questionIds: string[], cards: ReviewCards, now: number) =>
  questionIds
    .flatMap((id) => {
      const card = cards.get(id);
      return card && isDue(card, now) ? [{ id, card }] : [];
    })
    .sort(
      (a, b) =>
        Number(a.card.state === State.Review) - Number(b.card.state === State.Review) ||
        a.card.due - b.card.due,
    )
    .map(({ id }) => id);

/** The cards of two devices together: for each question the newest review wins. */
export const mergeCards = (ours: ReviewCards, theirs: ReviewCards): Map<string, ReviewCard> => {
  const merged = new Map(ours);
  for (const [id, card] of theirs) {
    const own = merged.get(id);
    if (!own || card.lastReview > own.lastReview) merged.set(id, card);
  }
  return merged;
};

/**
 * Cards for the practice list of older releases, which knew how often in a row a question had been
 * right since it was wrong, but not when. All of them are due.
 */
export const cardsFromPracticeList = (
  practice: Record<string, number>,
  now: number,
): Map<string, ReviewCard> =>
  new Map(
    Object.entries(practice).map(([id, rightInARow]) => {
      const missed = reviewAfter(undefined, 'wrong', now);
      const card = rightInARow > 0 ? reviewAfter(missed, 'guessed', now) : missed;
      return [id, { ...card, due: now }];
    }),
  );
