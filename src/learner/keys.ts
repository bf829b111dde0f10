import type { ExamKey } from '#contract/caches.ts';
import { encodeSegment } from '#primitives/encode.ts';
import { runKinds } from './schemas.ts';

const examPart = ({ apiUrl, providerId, examId }: ExamKey) =>
  [apiUrl, providerId, examId].map(encodeSegment).join('/');

/** Where the run of each kind, earlier runs, the history and the study of an exam are stored. */
export const learnerKeys = (exam: ExamKey) => {
  const part = examPart(exam);
  const runs = runKinds.map((kind) => `run/${part}/${kind}`);
  return { runs, past: `past/${part}`, history: `history/${part}`, study: `study/${part}` };
};

export const allLearnerKeys = (exam: ExamKey) => {
  const { runs, past, history, study } = learnerKeys(exam);
  return [...runs, past, history, study];
};

/** Identifies an exam among those on this device. */
export const examName = (exam: ExamKey) => learnerKeys(exam).study;

/** What could not be read, as it was. */
export const UNREADABLE_KEY = 'unreadable';

/** The key of a run's draft in localStorage. */
export const draftKey = (exam: ExamKey, runId: string) =>
  `certdeck/draft/${examPart(exam)}/${encodeSegment(runId)}`;

const decode = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
};

/** The exam whose data a key holds; undefined for any other key. */
export const examOfKey = (key: string): ExamKey | undefined => {
  const [, apiUrl, providerId, examId] = key.split('/').map(decode);
  if (!apiUrl || !providerId || !examId) return undefined;
  const exam: ExamKey = { apiUrl, providerId, examId };
  return allLearnerKeys(exam).includes(key) ? exam : undefined;
};

/** The exam of a draft's key; undefined for any other key. */
export const examOfDraft = (key: string): ExamKey | undefined => {
  const [app, kind, apiUrl, providerId, examId, runId] = key.split('/').map(decode);
  if (app !== 'certdeck' || kind !== 'draft' || !apiUrl || !providerId || !examId) return undefined;
  const exam: ExamKey = { apiUrl, providerId, examId };
  return draftKey(exam, runId ?? '') === key ? exam : undefined;
};
