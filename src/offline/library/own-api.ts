import type { Api } from '#api/calls.ts';
import { hasCaches } from '#contract/caches.ts';
import { isOwn, ownKey } from '#contract/own.ts';
import { failed, success } from '#contract/result.ts';
import { readQuestion } from './exam-document.ts';
import { listExams, readDocument } from './exam-library.ts';

/** The learner's exams on this device, without those that can't be read. */
const readOwnDetails = async () => {
  const keys = hasCaches() ? (await listExams()).filter(isOwn) : [];
  const documents = await Promise.all(keys.map(readDocument));
  return documents.flatMap((document) => document?.detail ?? []);
};

/** Answers from this device, like an API that has the learner's exams. */
export const ownApi: Api = {
  fetchProviders: async () => success([]),
  fetchExams: async () => {
    const details = await readOwnDetails().catch(() => []);
    if (details.length === 0) return failed('exams-not-found');
    const all = details.map(({ name, questionIds }) => ({
      name,
      questionCount: questionIds.length,
    }));
    return success(all.sort((a, b) => a.name.localeCompare(b.name)));
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
