import type { ReviewCard, Study } from '#contract/learner.ts';

/** No readiness score is shown with fewer answers than this. */
export const MIN_ANSWERS = 20;

export const isDue = ({ due }: ReviewCard, now: number) => due <= now;

/** Its last answer was wrong or a guess. */
export const isMissed = ({ due, lastReview }: ReviewCard) => due === lastReview;

/** The ids of the questions to review now: missed ones first, then by due date. */
export const dueQuestions = ({ cards, unscheduled }: Study, now: number) => {
  const lastAnswers = new Map(unscheduled.map(([, id, isRight]) => [id, isRight]));
  const justMissed = [...lastAnswers.keys()].filter((id) => lastAnswers.get(id) === 0);
  const due = cards
    .filter((card) => isDue(card, now))
    .sort((a, b) => Number(isMissed(b)) - Number(isMissed(a)) || a.due - b.due);
  return [...new Set([...justMissed, ...due.map(({ questionId }) => questionId)])];
};

/** How many of an exam's questions are known for now, due for review, and not seen yet. */
export const countQuestions = (study: Study, questionCount: number, now: number) => {
  const due = dueQuestions(study, now).length;
  const known = study.cards.filter((card) => !isDue(card, now)).length;
  return { known, due, unseen: Math.max(0, questionCount - known - due) };
};

/** How long a review takes: half a minute per question, at least one minute. */
export const reviewMinutes = (count: number) => Math.max(1, Math.round(count / 2));

/** Drops deleted questions from a study. Returns the same object if there is nothing to drop. */
export const withoutDeleted = (study: Study, questionIds: string[]): Study => {
  const existing = new Set(questionIds);
  const cards = study.cards.filter(({ questionId }) => existing.has(questionId));
  const unscheduled = study.unscheduled.filter(([, id]) => existing.has(id));
  const isWhole =
    cards.length === study.cards.length && unscheduled.length === study.unscheduled.length;
  return isWhole ? study : { ...study, cards, unscheduled };
};
