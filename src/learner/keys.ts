import { type ExamKey, printExamKey, readExamKey } from '#contract/caches.ts';
import { decodeSegment, encodeSegment } from '#primitives/encode.ts';
import { runKinds } from './schemas.ts';

/** Where the run of each kind, earlier runs, the history and the study of an exam are stored. */
export const learnerKeys = (exam: ExamKey) => {
  const part = printExamKey(exam);
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
  `certdeck/draft/${printExamKey(exam)}/${encodeSegment(runId)}`;

/** The exam whose data a key holds; undefined for any other key. */
export const examOfKey = (key: string) => {
  const exam = readExamKey(key.split('/').slice(1, 4));
  return exam && allLearnerKeys(exam).includes(key) ? exam : undefined;
};

/** The different exams whose data some keys hold. */
export const examsOfKeys = (keys: Iterable<string>) => {
  const exams = new Map<string, ExamKey>();
  for (const key of keys) {
    const exam = examOfKey(key);
    if (exam) exams.set(examName(exam), exam);
  }
  return [...exams.values()];
};

/** The exam of a draft's key; undefined for any other key. */
export const examOfDraft = (key: string) => {
  const segments = key.split('/');
  const exam = readExamKey(segments.slice(2, 5));
  const runId = decodeSegment(segments[5] ?? '') ?? '';
  return exam && draftKey(exam, runId) === key ? exam : undefined;
};
