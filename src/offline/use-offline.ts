import { useEffect, useSyncExternalStore } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { readOnline, subscribeToOnline } from './connectivity.ts';
import { checkExam } from './exam-keeper.ts';
import { readSavedExams, readStatus, subscribeToSavedExams } from './saved-exams.ts';
import { readStorageHealth, subscribeToStorageHealth } from './storage-health.ts';

/** An exam's status, looked up in the caches when nobody has asked before. */
export const useExamStatus = (key: ExamKey) => {
  const status = useSyncExternalStore(subscribeToSavedExams, () => readStatus(key));
  const { apiUrl, providerId, examId } = key;
  const isUnknown = status.kind === 'unknown';
  useEffect(() => {
    if (isUnknown) checkExam({ apiUrl, providerId, examId });
  }, [isUnknown, apiUrl, providerId, examId]);
  return status;
};

export const useSavedExams = () => useSyncExternalStore(subscribeToSavedExams, readSavedExams);
export const useStorageHealth = () =>
  useSyncExternalStore(subscribeToStorageHealth, readStorageHealth);
export const useOnline = () => useSyncExternalStore(subscribeToOnline, readOnline);
