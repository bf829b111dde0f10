import type { ExamKey } from '#contract/caches.ts';
import {
  addToFile,
  collectLearnerFile,
  emptyLearnerFile,
  type LearnerFile,
} from '#learner/learner-file.ts';
import type { Change } from '#learner/schemas.ts';
import { printOwnExam } from '#offline/library/own-backup.ts';
import { readOwnExams } from '#offline/library/own-exams.ts';
import { deliverFile } from './deliver-file.ts';

const deliverData = async (data: LearnerFile) => {
  const name = `certdeck-${data.exportedAt.slice(0, 10)}.json`;
  const own = await readOwnExams().catch(() => []);
  const whole = own.length > 0 ? { ...data, ownExams: own.map(printOwnExam) } : data;
  return deliverFile(
    new File([JSON.stringify(whole, null, 2)], name, { type: 'application/json' }),
  );
};

/** Rejects where the device's storage can't be read. */
export const exportData = async (apiUrl: string) =>
  deliverData(await collectLearnerFile(new Date(), apiUrl));

/** Exports what could not be stored, together with everything that can be read. */
export const exportUnstored = async (exam: ExamKey, change: Change) => {
  const now = new Date();
  const file = await collectLearnerFile(now, exam.apiUrl).catch(() => emptyLearnerFile(now));
  await deliverData(addToFile(file, exam, change));
};
