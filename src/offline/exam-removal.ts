import type { ExamKey } from '#contract/caches.ts';
import { deleteGenerations, listGenerations, writeManifest } from './exam-cache.ts';
import { inspectGenerations, whileChoosing } from './exam-generations.ts';
import { checkExam, downloadLock, stopJob } from './exam-keeper.ts';
import { withStolenLock } from './locks.ts';
import { announceStatus } from './saved-exams.ts';
import { checkStorage } from './storage-health.ts';

/** Stops a download and remembers that the learner wanted it so. */
export const pauseExam = async (key: ExamKey) => {
  stopJob(key);
  await withStolenLock(downloadLock(key), async () => {
    const newest = (await inspectGenerations(key)).at(-1);
    if (newest) await writeManifest(newest.cache, { ...newest.manifest, isPaused: true });
  });
  await checkExam(key);
};

/** Removes an exam from the device. Wins over a download in any tab, which then ends. */
export const removeExam = async (key: ExamKey) => {
  stopJob(key);
  await withStolenLock(downloadLock(key), async () => {
    announceStatus(key, { kind: 'absent' });
    await whileChoosing(key, async () => {
      await deleteGenerations(key, await listGenerations(key));
      // Once more, for who opened it while it went.
      await deleteGenerations(key, await listGenerations(key));
      announceStatus(key, { kind: 'absent' });
    });
  });
  await checkStorage();
};
