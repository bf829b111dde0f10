import type { ExamKey } from '#contract/caches.ts';
import { type RunKind, runKinds } from '#contract/learner.ts';

/** A lone surrogate is not a character and can't be encoded. */
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

const examPart = ({ apiUrl, providerId, examId }: ExamKey) =>
  [apiUrl, providerId, examId].map(encode).join('/');

export const runKey = (exam: ExamKey, kind: RunKind) => `run/${examPart(exam)}/${kind}`;
export const historyKey = (exam: ExamKey) => `history/${examPart(exam)}`;
export const studyKey = (exam: ExamKey) => `study/${examPart(exam)}`;

/** The keys of everything that is stored of an exam. */
export const learnerKeys = (exam: ExamKey) => [
  ...runKinds.map((kind) => runKey(exam, kind)),
  historyKey(exam),
  studyKey(exam),
];

const decode = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
};

/** The exam of a key, and a run's kind; undefined if the key is not the learner's data. */
export const parseLearnerKey = (key: string) => {
  const [, apiUrl, providerId, examId, last] = key.split('/').map(decode);
  if (!apiUrl || !providerId || !examId) return undefined;
  const exam: ExamKey = { apiUrl, providerId, examId };
  const kind = runKinds.find((known) => known === last);
  return learnerKeys(exam).includes(key) ? { exam, kind } : undefined;
};
