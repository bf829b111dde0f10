import type { Mark, Note, ReviewCard, Study } from '#learner/schemas.ts';

/** No readiness score is shown with fewer answers than this. */
export const MIN_ANSWERS = 20;

/** Its last answer was wrong. */
export const isMissed = ({ interval }: ReviewCard) => interval === 0;

/** The questions answered in practice. An answer counts before its card has been made. */
const seenQuestions = ({ cards, unscheduled }: Study) =>
  new Set([...cards, ...unscheduled].map(({ questionId }) => questionId));

type Marked = 'isSaved' | 'isFlagged' | 'isAside' | 'isAbsent';

/** The ids of the questions that are marked so. */
export const markedQuestions = ({ marks }: Pick<Study, 'marks'>, is: Marked) =>
  marks.flatMap((mark) => (mark[is] ? mark.questionId : []));

/** What to remember of the questions that the exam's list lacks now, or has again. */
export const absencesOf = (study: Study, questionIds: string[], now: number): Mark[] => {
  const existing = new Set(questionIds);
  const absent = new Set(markedQuestions(study, 'isAbsent'));
  const aside = markedQuestions(study, 'isAside');
  const known = [...seenQuestions(study), ...aside, ...study.opened, ...absent];
  return [...new Set(known)]
    .filter((id) => absent.has(id) === existing.has(id))
    .map((questionId) => ({ questionId, isAbsent: !existing.has(questionId), absentAt: now }));
};

/** Those of `ids` that practice may ask: the others were set aside. */
export const askable = (ids: readonly string[], study: Pick<Study, 'marks'>) => {
  const aside = new Set(markedQuestions(study, 'isAside'));
  return ids.filter((id) => !aside.has(id));
};

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
