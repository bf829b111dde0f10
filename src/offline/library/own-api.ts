import type { Api } from '#api/calls.ts';
import { ownKey } from '#contract/own.ts';
import { failed, success } from '#contract/result.ts';
import { readQuestion } from './exam-document.ts';
import { hasDocument, listOwnExams, readDocument } from './exam-library.ts';

/** The learner's exams on this device. One that can't be read has no questions. */
const readOwnExams = async () => {
  const exams = await Promise.all(
    (await listOwnExams()).map(async (name) => {
      const document = await readDocument(ownKey(name));
      if (!document && !(await hasDocument(ownKey(name)))) return [];
      return { name, questionCount: document?.detail.questionIds.length ?? 0 };
    }),
  );
  return exams.flat();
};

/** Lesson 2 comes before Lesson 10. */
const byName = new Intl.Collator(undefined, { numeric: true });

/** Answers from this device, like an API that has the learner's exams. */
export const ownApi: Api = {
  fetchProviders: async () => success([]),
  fetchExams: async () => {
    const all = await readOwnExams().catch(() => undefined);
    if (!all) return failed('exams-not-found');
    return success(all.sort((a, b) => byName.compare(a.name, b.name)));
  },
  fetchQuestions: async (_, examId) => {
    const document = await readDocument(ownKey(examId)).catch(() => undefined);
    return document ? success(document.detail) : failed('questions-not-found');
  },
  fetchQuestion: async (_, examId, questionId) => {
    const document = await readDocument(ownKey(examId)).catch(() => undefined);
    const answer = document && readQuestion(document, questionId);
    return answer ? success(answer) : failed('question-not-found');
  },
};
