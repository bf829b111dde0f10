import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import type { ExamDetail, Question } from '#contract/wire.ts';
import { withLocalStorage } from './local-storage.ts';

export const FIRST_QUESTION_KEY = 'first-question';

/** What the page needs to paint an exam's first question before the app has loaded. */
export type FirstQuestion = {
  exam: ExamKey;
  name: string;
  /** The number of questions in the exam. */
  total: number;
  question: Pick<Question, 'question' | 'questionParts' | 'options' | 'answers'>;
};

/** Remembers the first question of the exam opened last, in localStorage, which is synchronous. */
export const rememberFirstQuestion = (exam: ExamKey, detail: ExamDetail, whole: Question) => {
  const { question, questionParts, options, answers } = whole;
  const first: FirstQuestion = {
    exam,
    name: detail.name,
    total: detail.questionIds.length,
    question: { question, questionParts, options, answers },
  };
  withLocalStorage((storage) => storage.setItem(FIRST_QUESTION_KEY, JSON.stringify(first)));
};

/** Does nothing if another exam was opened last. */
export const forgetFirstQuestion = (exam: ExamKey) =>
  withLocalStorage((storage) => {
    const first = JSON.parse(storage.getItem(FIRST_QUESTION_KEY) ?? 'null');
    if (first && cacheNameOf(first.exam) === cacheNameOf(exam))
      storage.removeItem(FIRST_QUESTION_KEY);
  });
