import type { Page } from '@playwright/test';
import { emptyStudy, type Learning, runKind } from '#contract/learner.ts';
import { historyKey, runKey, studyKey } from '#storage/learner-keys.ts';
import { versioned } from './stored-runs.ts';

/** Stores what a learner has done, as the app itself would have. */
export const practiced = async (page: Page, examId: string, learned: Partial<Learning>) => {
  await page.goto('/config.json');
  const apiUrl = new URL(page.url()).origin;
  const exam = { apiUrl, providerId: 'aws', examId };
  const { history = [], study = emptyStudy, runs = [] } = learned;
  await page.evaluate(
    (entries) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('certdeck');
        opening.onupgradeneeded = () => opening.result.createObjectStore('learner');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const writing = opening.result.transaction('learner', 'readwrite');
          for (const [key, value] of entries) writing.objectStore('learner').put(value, key);
          writing.oncomplete = () => {
            opening.result.close();
            localStorage.setItem('returning', 'yes');
            resolve(undefined);
          };
        };
      }),
    [
      ...runs.map((run) => [runKey(exam, runKind(run.setup)), versioned(run)] as const),
      [historyKey(exam), versioned({ history })] as const,
      [studyKey(exam), versioned(study)] as const,
    ],
  );
};
