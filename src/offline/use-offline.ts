import { useSyncExternalStore } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { readOnline, subscribeToOnline } from './connectivity.ts';
import { readIsListed, readSavedExams, readStatus, subscribeToSavedExams } from './saved-exams.ts';
import { readStorageHealth, subscribeToStorageHealth } from './storage-health.ts';

export const useExamStatus = (key: ExamKey) =>
  useSyncExternalStore(subscribeToSavedExams, () => readStatus(key));

export const useSavedExams = () => useSyncExternalStore(subscribeToSavedExams, readSavedExams);
export const useIsListed = () => useSyncExternalStore(subscribeToSavedExams, readIsListed);
export const useStorageHealth = () =>
  useSyncExternalStore(subscribeToStorageHealth, readStorageHealth);
export const useOnline = () => useSyncExternalStore(subscribeToOnline, readOnline);
