import { useSyncExternalStore } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import {
  readIsListed,
  readKnownExams,
  readStatus,
  subscribeToKnownExams,
} from './library/exam-status.ts';

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
  useSyncExternalStore(subscribeToKnownExams, () => readStatus(key));

export const useKnownExams = () => useSyncExternalStore(subscribeToKnownExams, readKnownExams);
export const useIsListed = () => useSyncExternalStore(subscribeToKnownExams, readIsListed);
export const useOnline = () => useSyncExternalStore(subscribeToOnline, readOnline);
