import type { ExamKey } from '#contract/caches.ts';
import { groupQuestions } from '#exam/day/practice.ts';
import { markOf, noteText } from '#exam/day/study.ts';
import { withOpened } from '#exam/run/sitting.ts';
import { rightTextsOf } from '#exam/texts/answer-texts.ts';
import { type Entry, entryOf } from '#exam/texts/search.ts';
import { readLearning } from '#learner/learner-store.ts';
import type { Mark, Review, Study } from '#learner/schemas.ts';
import { readQuestion } from '#offline/library/exam-document.ts';
import { readDocument } from '#offline/library/exam-library.ts';

/** A question with what the learner did with it. */
export type Found = Entry & {
  domain: string | undefined;
  /** Its correct answer as words; undefined before the learner's first one. */
  answer: string | undefined;
  /** The learner's answers, oldest first. */
  reviews: Review[];
  isSaved: boolean;
  isFlagged: boolean;
  /** When its note was written last. */
  noteAt: number;
};

export type Entries = {
  /** The exam is on this device; otherwise only the learner's notes are known. */
  isHere: boolean;
  entries: Found[];
  domains: { id: string; name: string; count: number }[];
};

const list = new Intl.ListFormat('en-US');

const noteAt = ({ notes = [] }: Mark) => Math.max(0, ...notes.map(({ at }) => at));

/** The questions with a note, of which nothing else is known. */
const notesOf = ({ marks }: Study): Found[] =>
  marks.filter(noteText).map((mark) => ({
    questionId: mark.questionId,
    texts: [],
    lowered: [],
    note: noteText(mark),
    domain: undefined,
    answer: undefined,
    reviews: [],
    isSaved: false,
    isFlagged: false,
    noteAt: noteAt(mark),
  }));

/** Every question of the exam that is on this device, with the learner's marks. */
export const readEntries = async (exam: ExamKey): Promise<Entries> => {
  const [document, learning] = await Promise.all([
    readDocument(exam).catch(() => undefined),
    readLearning(exam),
  ]);
  const { study } = learning;
  if (!document) return { isHere: false, entries: notesOf(study), domains: [] };
  const { questionIds, questionDomains = [], domains = [] } = withOpened(document.detail, study);
  const groups = groupQuestions(questionIds, learning, Date.now());
  const entries = questionIds.flatMap((id, index): Found[] => {
    const { question } = readQuestion(document, id) ?? {};
    if (!question) return [];
    const isAnswered = !groups.new.has(id);
    const mark = markOf(study, id);
    const found = entryOf(id, question, { note: noteText(mark), isAnswered });
    return [
      {
        ...found,
        domain: questionDomains[index],
        answer: isAnswered ? list.format(rightTextsOf(question)) : undefined,
        reviews: study.reviews.filter(({ questionId }) => questionId === id),
        isSaved: groups.saved.has(id),
        isFlagged: groups.flagged.has(id),
        noteAt: noteAt(mark),
      },
    ];
  });
  const countIn = (id: string) => entries.filter(({ domain }) => domain === id).length;
  return {
    isHere: true,
    entries,
    domains: domains.map(({ id, name }) => ({ id, name, count: countIn(id) })),
  };
};
