import type { Mark, Note, ReviewCard, Study } from '#learner/schemas.ts';
import { DAY, WEEK } from '#primitives/time.ts';
import { dayNamed, dayOf } from './day/calendar-day.ts';

/** No readiness score is shown with fewer answers than this. */
export const MIN_ANSWERS = 20;

/** The day a card is due, as `dayOf` counts; Infinity if the exam comes first. */
export const dueDay = ({ interval, lastReview }: ReviewCard, now: number, examDate = '') => {
  const reviewed = dayOf(lastReview);
  const day = reviewed + interval;
  const exam = dayNamed(examDate);
  const isInTime = day < exam || day === reviewed;
  if (isInTime || !(exam >= dayOf(now))) return day;
  // Spread over the week by when they would have been due.
  // In the last week before the exam, what would be due after it comes once more.
  const last = exam - 1 - ((day - exam) % WEEK);
  return reviewed < exam - WEEK ? last : Number.POSITIVE_INFINITY;
};

/** Its last answer was wrong. */
export const isMissed = ({ interval }: ReviewCard) => interval === 0;

const dueTime = ({ lastReview, interval }: ReviewCard) => lastReview + interval * DAY;

/** How often each question was answered today. */
export const answersToday = ({ reviews }: Pick<Study, 'reviews'>, now: number) => {
  const today = dayOf(now);
  const counts = new Map<string, number>();
  for (const { at, questionId } of reviews) {
    if (dayOf(at) === today) counts.set(questionId, (counts.get(questionId) ?? 0) + 1);
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
  const lastAnswers = new Map(study.unscheduled.map((review) => [review.questionId, review]));
  const justMissed = [...lastAnswers.values()].filter(({ isCorrect }) => !isCorrect);
  const due = study.cards
    .filter((card) => dueDay(card, now, study.examDate) <= day)
    .sort((a, b) => Number(isMissed(b)) - Number(isMissed(a)) || dueTime(a) - dueTime(b));
  const asked = answersToday(study, now);
  const aside = asideQuestions(study);
  const ids = new Set([...justMissed, ...due].map(({ questionId }) => questionId));
  return [...ids]
    .filter(present(study))
    .filter((id) => !aside.has(id))
    .sort((a, b) => turnOf(asked.get(a)) - turnOf(asked.get(b)));
};

/** The questions answered in practice. An answer counts before its card has been made. */
export const seenQuestions = ({ cards, unscheduled }: Study) =>
  new Set([...cards, ...unscheduled].map(({ questionId }) => questionId));

/** How many of an exam's questions are known for now, due, and not seen; `listed` are never held out. */
export const countQuestions = (study: Study, listed: number, now: number) => {
  const ids = new Set(dueQuestions(study, now));
  const due = ids.size;
  const isPresent = present(study);
  const known = [...seenQuestions(study)].filter((id) => isPresent(id) && !ids.has(id)).length;
  const questionCount = countWithOpened(study, listed);
  return { known, due, unseen: Math.max(0, questionCount - known - due) };
};

/** How many questions practice asks of an exam that lists this many. */
export const countWithOpened = ({ opened }: Study, listed: number) => listed + opened.length;

export const withoutDeleted = (study: Study, questionIds: string[]): Study => {
  const existing = new Set(questionIds);
  const cards = study.cards.filter(({ questionId }) => existing.has(questionId));
  const unscheduled = study.unscheduled.filter(({ questionId }) => existing.has(questionId));
  const isWhole =
    cards.length === study.cards.length && unscheduled.length === study.unscheduled.length;
  return isWhole ? study : { ...study, cards, unscheduled };
};

/** What to remember of the questions that the exam's list lacks now, or has again. */
export const absencesOf = (study: Study, questionIds: string[], now: number): Mark[] => {
  const existing = new Set(questionIds);
  const absent = new Set(study.marks.flatMap((mark) => (mark.isAbsent ? mark.questionId : [])));
  const known = [...seenQuestions(study), ...asideQuestions(study), ...study.opened, ...absent];
  return [...new Set(known)]
    .filter((id) => absent.has(id) === existing.has(id))
    .map((questionId) => ({ questionId, isAbsent: !existing.has(questionId), absentAt: now }));
};

/** Without the questions that the exam's list lacked when a run last began. */
const present = ({ marks }: Study) => {
  const absent = new Set(marks.flatMap((mark) => (mark.isAbsent ? mark.questionId : [])));
  return (questionId: string) => !absent.has(questionId);
};

/** The ids of the questions that practice doesn't ask again. */
export const asideQuestions = ({ marks }: Pick<Study, 'marks'>) =>
  new Set(marks.flatMap(({ questionId, isAside }) => (isAside ? questionId : [])));

/** What is kept with a question: nothing, at first. */
export const markOf = ({ marks }: Study, questionId: string): Mark =>
  marks.find((mark) => mark.questionId === questionId) ?? { questionId };

/** The text of a question's note; several that were written without knowing of each other, in turn. */
export const noteText = ({ notes = [] }: Mark) =>
  notes
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n');

/** How many notes a note remembers to have been written over. */
const REMEMBERED = 50;

/** The note that replaces the question's present ones. `id` identifies one editing session. */
export const writtenNote = ({ notes = [] }: Mark, id: string, text: string, at: number): Note => {
  const over = notes.flatMap((note) => [note.id, ...note.over]).filter((other) => other !== id);
  const last = notes.find((note) => note.id === id)?.at ?? 0;
  // Two letters may fall into one millisecond.
  return { id, text, at: Math.max(at, last + 1), over: [...new Set(over)].slice(0, REMEMBERED) };
};

/** The ids of the flagged questions. */
export const flaggedQuestions = ({ marks }: Study) =>
  marks.flatMap(({ questionId, isFlagged }) => (isFlagged ? questionId : []));

/** What a toggled flag changes of its question. */
export const flagMark = ({ questionIds, index, flags }: FlaggedRun, at: number): Mark => {
  const questionId = questionIds[index] ?? '';
  return { questionId, isFlagged: flags.includes(questionId), flaggedAt: at };
};

type FlaggedRun = { questionIds: string[]; index: number; flags: string[] };
