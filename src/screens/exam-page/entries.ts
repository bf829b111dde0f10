import { groupQuestions } from '#exam/day/practice.ts';
import { markOf, noteText } from '#exam/day/study.ts';
import { withOpened } from '#exam/run/sitting.ts';
import { rightTextsOf } from '#exam/texts/answer-texts.ts';
import { entryOf } from '#exam/texts/search.ts';
import type { Learning } from '#learner/schemas.ts';
import { type ExamDocument, readQuestion } from '#offline/library/exam-document.ts';

const list = new Intl.ListFormat('en-US');

/** Every question of the exam that is on this device, with the learner's marks. */
export const entriesOf = (document: ExamDocument, learning: Learning) => {
  const { study } = learning;
  const { questionIds, questionDomains = [] } = withOpened(document.detail, study);
  const groups = groupQuestions(questionIds, learning, Date.now());
  return questionIds.flatMap((id, index) => {
    const { question } = readQuestion(document, id) ?? {};
    if (!question) return [];
    const isAnswered = !groups.new.has(id);
    return {
      ...entryOf(id, question, { note: noteText(markOf(study, id)), isAnswered }),
      domain: questionDomains[index],
      /** Its correct answer as words; undefined before the learner's first one. */
      answer: isAnswered ? list.format(rightTextsOf(question)) : undefined,
      /** The learner's answers, oldest first. */
      reviews: study.reviews.filter(({ questionId }) => questionId === id),
      isSaved: groups.saved.has(id),
      isFlagged: groups.flagged.has(id),
    };
  });
};

/** A question with what the learner did with it. */
export type Found = ReturnType<typeof entriesOf>[number];
