import type { Api } from '#api/calls.ts';
import { hasCaches } from '#contract/caches.ts';
import { isOwn, ownKey } from '#contract/own.ts';
import { failed, success } from '#contract/result.ts';
import { readQuestion } from './exam-document.ts';
import { hasDocument, listExams, readDocument } from './exam-library.ts';

/** The learner's exams on this device. One that can't be read has no questions. */
const readOwnExams = async () => {
  const keys = hasCaches() ? (await listExams()).filter(isOwn) : [];
  const exams = await Promise.all(
    keys.map(async (key) => {
      const document = await readDocument(key);
      if (!document && !(await hasDocument(key))) return [];
      return { name: key.examId, questionCount: document?.detail.questionIds.length ?? 0 };
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
    const all = await readOwnExams().catch(() => []);
    if (all.length === 0) return failed('exams-not-found');
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
