import { useSyncExternalStore } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { readOnline, subscribeToOnline } from './connectivity.ts';
import { readSavedExams, readStatus, subscribeToSavedExams } from './saved-exams.ts';
import { readStorageHealth, subscribeToStorageHealth } from './storage-health.ts';

export const useExamStatus = (key: ExamKey) =>
  useSyncExternalStore(subscribeToSavedExams, () => readStatus(key));

export const useSavedExams = () => useSyncExternalStore(subscribeToSavedExams, readSavedExams);
export const useStorageHealth = () =>
  useSyncExternalStore(subscribeToStorageHealth, readStorageHealth);
export const useOnline = () => useSyncExternalStore(subscribeToOnline, readOnline);
