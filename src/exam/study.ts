import type { Certainty, Mark, MarkChange, Review, ReviewCard, Study } from '#contract/learner.ts';
import { dayNamed, dayOf, daysIn } from './day.ts';

/** No readiness score is shown with fewer answers than this. */
export const MIN_ANSWERS = 20;

/** In the last days before the exam, what would be due after it comes once more. */
export const LAST_WEEK = 7;

/** The day a card is due, as `dayOf` counts; Infinity if the exam comes first. */
export const dueDay = ({ due, lastReview }: ReviewCard, now: number, examDate = '') => {
  const reviewed = dayOf(lastReview);
  const day = reviewed + daysIn(due - lastReview);
  const exam = dayNamed(examDate);
  const isInTime = day < exam || day === reviewed;
  if (isInTime || !(exam >= dayOf(now))) return day;
  // Spread over the week by when they would have been due.
  const last = exam - 1 - ((day - exam) % LAST_WEEK);
  return reviewed < exam - LAST_WEEK ? last : Number.POSITIVE_INFINITY;
};

/** Its last answer was wrong or a guess. */
export const isMissed = ({ due, lastReview }: ReviewCard) => due === lastReview;

/** How often each question was answered today. */
export const answersToday = ({ reviews }: Pick<Study, 'reviews'>, now: number) => {
  const today = dayOf(now);
  const counts = new Map<string, number>();
  for (const [time, id] of reviews) {
    if (dayOf(time) === today) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
};

/** Answered once today, it comes first; answered again, last. */
const turnOf = (answers = 0) => [1, 0][answers] ?? 2;

/**
 * The ids of the questions to review by the end of a day, today unless told: those missed today, once
 * each, then those missed before, then by due date.
 */
export const dueQuestions = (study: Study, now: number, day = dayOf(now)) => {
  const lastAnswers = new Map(study.unscheduled.map(([, id, isRight]) => [id, isRight]));
  const justMissed = [...lastAnswers.keys()].filter((id) => lastAnswers.get(id) === 0);
  const due = study.cards
    .filter((card) => dueDay(card, now, study.examDate) <= day)
    .sort((a, b) => Number(isMissed(b)) - Number(isMissed(a)) || a.due - b.due);
  const asked = answersToday(study, now);
  return [...new Set([...justMissed, ...due.map(({ questionId }) => questionId)])].sort(
    (a, b) => turnOf(asked.get(a)) - turnOf(asked.get(b)),
  );
};

/** How many of an exam's questions are known for now, due, and not seen; `listed` are never held out. */
export const countQuestions = (study: Study, listed: number, now: number) => {
  const ids = new Set(dueQuestions(study, now));
  const due = ids.size;
  const known = study.cards.filter(({ questionId }) => !ids.has(questionId)).length;
  const questionCount = countWithOpened(study, listed);
  return { known, due, unseen: Math.max(0, questionCount - known - due) };
};

/** How many questions practice asks of an exam that lists this many. */
export const countWithOpened = ({ opened = [] }: Study, listed: number) => listed + opened.length;

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
