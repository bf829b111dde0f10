import { useSyncExternalStore } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import {
  readIsListed,
  readSavedExams,
  readStatus,
  subscribeToSavedExams,
} from './library/exam-status.ts';
import { readStorageHealth, subscribeToStorageHealth } from './page/storage-health.ts';

/** What the browser says about the network: a hint, never proof. */
const readOnline = () => navigator.onLine;

const subscribeToOnline = (listener: () => void) => {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
};

export const useExamStatus = (key: ExamKey) =>
  useSyncExternalStore(subscribeToSavedExams, () => readStatus(key));

export const useSavedExams = () => useSyncExternalStore(subscribeToSavedExams, readSavedExams);
export const useIsListed = () => useSyncExternalStore(subscribeToSavedExams, readIsListed);
export const useStorageHealth = () =>
  useSyncExternalStore(subscribeToStorageHealth, readStorageHealth);
export const useOnline = () => useSyncExternalStore(subscribeToOnline, readOnline);
