import type { Certainty, Mark, MarkChange, Review, ReviewCard, Study } from '#contract/learner.ts';

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

/** How many of an exam's questions are known for now, due, and not seen; `listed` are never held out. */
export const countQuestions = (study: Study, listed: number, now: number) => {
  const due = dueQuestions(study, now).length;
  const known = study.cards.filter((card) => !isDue(card, now)).length;
  const questionCount = listed + (study.opened?.length ?? 0);
  return { known, due, unseen: Math.max(0, questionCount - known - due) };
};

/** Drops deleted questions from a study. Returns the same object if there is nothing to drop. */
export const withoutDeleted = (study: Study, questionIds: string[]): Study => {
  const existing = new Set(questionIds);
  const cards = study.cards.filter(({ questionId }) => existing.has(questionId));
  const unscheduled = study.unscheduled.filter(([, id]) => existing.has(id));
  const isWhole =
    cards.length === study.cards.length && unscheduled.length === study.unscheduled.length;
  return isWhole ? study : { ...study, cards, unscheduled };
};

/** What the learner said of the last answer to a question. The card is made anew from its answers. */
export const rateAnswer = (study: Study, questionId: string, certainty: Certainty): Study => {
  const last = study.reviews.findLastIndex(([, id]) => id === questionId);
  const rate = (review: Review, place: number): Review => {
    const [time, id, isRight] = review;
    return place === last ? [time, id, isRight, certainty] : review;
  };
  const reviews = study.reviews.map(rate);
  const isOther = (id: string) => id !== questionId;
  return {
    ...study,
    reviews,
    cards: study.cards.filter((card) => isOther(card.questionId)),
    unscheduled: [
      ...study.unscheduled.filter(([, id]) => isOther(id)),
      ...reviews.filter(([, id]) => !isOther(id)),
    ],
  };
};

/** How sure the learner said to be of their last answer to a question. */
export const lastCertainty = ({ reviews }: Study, questionId: string) =>
  reviews.findLast(([, id]) => id === questionId)?.[3];

/** What is kept with a question: nothing, at first. */
export const markOf = ({ marks }: Study, questionId: string): Mark =>
  marks.find((mark) => mark.questionId === questionId) ?? {
    questionId,
    isSaved: false,
    note: '',
    at: 0,
  };

/** Saves a question, or changes its note. If the clock was set back, the change is still the latest. */
export const markQuestion = (study: Study, change: MarkChange): Study => {
  const { questionId } = change;
  const mark = markOf(study, questionId);
  const others = study.marks.filter((other) => other.questionId !== questionId);
  const at = Math.max(mark.at, change.at);
  return { ...study, marks: [...others, { ...mark, ...change, at }] };
};
