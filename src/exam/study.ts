import type { Learning, ReviewCard } from '#contract/learner.ts';

type Learned = Pick<Learning, 'progress' | 'study'>;

/** With fewer answers than this, no figure is shown. */
export const LEAST_ANSWERS = 30;

export const isDue = ({ due }: ReviewCard, now: number) => due <= now;

/** The ids of the questions to review now: missed ones first, then by due date. */
export const dueQuestions = ({ progress, study }: Learned, now: number) => {
  const carded = new Set(study.cards.map(({ questionId }) => questionId));
  const listed = Object.keys(progress.practise).filter((id) => !carded.has(id));
  const waiting = new Map(study.unscheduled?.map(([, id, isRight]) => [id, isRight]));
  const missed = [...waiting.keys()].filter((id) => waiting.get(id) === 0);
  const due = study.cards
    .filter((card) => isDue(card, now))
    .sort(
      (a, b) => Number(b.due === b.lastReview) - Number(a.due === a.lastReview) || a.due - b.due,
    );
  return [...new Set([...listed, ...missed, ...due.map(({ questionId }) => questionId)])];
};

/** How many of an exam's questions are known for now, due for review, and never answered. */
export const countQuestions = (learned: Learned, questionCount: number, now: number) => {
  const due = dueQuestions(learned, now).length;
  const known = learned.study.cards.filter((card) => !isDue(card, now)).length;
  return { known, due, unseen: Math.max(0, questionCount - known - due) };
};

/** How long a review takes: half a minute a question, one minute at least. */
export const reviewMinutes = (count: number) => Math.max(1, Math.round(count / 2));

/** Drops what belongs to deleted questions. Returns the same object if there is nothing to drop. */
export const withoutGone = <T extends Learned>(learned: T, questionIds: string[]): T => {
  const there = new Set(questionIds);
  const { progress, study } = learned;
  const cards = study.cards.filter(({ questionId }) => there.has(questionId));
  const listed = Object.entries(progress.practise);
  const practise = listed.filter(([id]) => there.has(id));
  const unscheduled = study.unscheduled?.filter(([, id]) => there.has(id));
  const isWhole =
    cards.length === study.cards.length &&
    unscheduled?.length === study.unscheduled?.length &&
    practise.length === listed.length;
  if (isWhole) return learned;
  return {
    ...learned,
    progress: { ...progress, practise: Object.fromEntries(practise) },
    study: { ...study, cards, unscheduled },
  };
};
