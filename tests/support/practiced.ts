import type { Page } from '@playwright/test';
import { printStored } from '#learner/records.ts';
import { emptyLearning, type Learning } from '#learner/schemas.ts';

/** Stores what a learner has done, as the app itself would have. */
export const practiced = async (page: Page, examId: string, learned: Partial<Learning>) => {
  await page.goto('/config.json');
  const apiUrl = new URL(page.url()).origin;
  const exam = { apiUrl, providerId: 'aws', examId };
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
    printStored(exam, emptyLearning, { ...emptyLearning, ...learned }),
  );
};
