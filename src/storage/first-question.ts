import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import type { ExamDetail, Question } from '#contract/wire.ts';

export const FIRST_QUESTION_KEY = 'first-question';

/** What the page needs to show an exam's first question before the app is there. */
export type FirstQuestion = {
  exam: ExamKey;
  name: string;
  /** How many questions the exam has. */
  total: number;
  question: Pick<Question, 'question' | 'questionParts' | 'options' | 'answers'>;
};

/** Notes the first question of the exam that was opened last, where it can be read without waiting. */
export const noteFirstQuestion = (exam: ExamKey, detail: ExamDetail, whole: Question) => {
  const { question, questionParts, options, answers } = whole;
  const noted: FirstQuestion = {
    exam,
    name: detail.name,
    total: detail.questionIds.length,
    question: { question, questionParts, options, answers },
  };
  try {
    localStorage.setItem(FIRST_QUESTION_KEY, JSON.stringify(noted));
  } catch {
    // Storage may be denied or full; the question then waits for the app.
  }
};

export const forgetFirstQuestion = (exam: ExamKey) => {
  try {
    const noted = JSON.parse(localStorage.getItem(FIRST_QUESTION_KEY) ?? 'null');
    if (noted && cacheNameOf(noted.exam) === cacheNameOf(exam))
      localStorage.removeItem(FIRST_QUESTION_KEY);
  } catch {
    // Then nothing was noted.
  }
};
