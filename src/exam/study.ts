import type { Learning, ReviewCard } from '#contract/learner.ts';

type Learned = Pick<Learning, 'progress' | 'study'>;

/** Fewer answers than this say too little to show a figure. */
export const LEAST_ANSWERS = 30;

export const isDue = ({ due }: ReviewCard, now: number) => due <= now;

/** The ids of the questions to review now: the missed ones first, then by the day they fell due. */
export const dueQuestions = ({ progress, study }: Learned, now: number) => {
  const carded = new Set(study.cards.map(({ questionId }) => questionId));
  const listed = Object.keys(progress.practise).filter((id) => !carded.has(id));
  const due = study.cards
    .filter((card) => isDue(card, now))
    .sort(
      (a, b) => Number(b.due === b.lastReview) - Number(a.due === a.lastReview) || a.due - b.due,
    );
  return [...listed, ...due.map(({ questionId }) => questionId)];
};

/** How an exam's questions stand: known for now, to review, never answered. */
export const countQuestions = (learned: Learned, questionCount: number, now: number) => {
  const due = dueQuestions(learned, now).length;
  const known = learned.study.cards.filter((card) => !isDue(card, now)).length;
  return { known, due, unseen: Math.max(0, questionCount - known - due) };
};

/** What a review of so many questions takes, at half a minute each and never nothing. */
export const reviewMinutes = (count: number) => Math.max(1, Math.round(count / 2));

/** Without what belongs to questions that the exam no longer has; the very same where all is there. */
export const withoutGone = <T extends Learned>(learned: T, questionIds: string[]): T => {
  const there = new Set(questionIds);
  const { progress, study } = learned;
  const cards = study.cards.filter(({ questionId }) => there.has(questionId));
  const listed = Object.entries(progress.practise);
  const practise = listed.filter(([id]) => there.has(id));
  if (cards.length === study.cards.length && practise.length === listed.length) return learned;
  return {
    ...learned,
    progress: { ...progress, practise: Object.fromEntries(practise) },
    study: { ...study, cards },
  };
};
