import type { ExamKey } from '#contract/caches.ts';
import { ownKey } from '#contract/own.ts';
import {
  addToFile,
  collectLearnerFile,
  emptyLearnerFile,
  type LearnerFile,
} from '#learner/learner-file.ts';
import type { Change } from '#learner/schemas.ts';
import { listOwnExams } from '#offline/library/exam-library.ts';
import { printOwnExam } from '#offline/library/own-backup.ts';
import { readOwnExam } from '#offline/library/own-exams.ts';
import { deliverFile } from './deliver-file.ts';

/** Characters of a backup. A larger one could freeze the phone that imports it. */
export const LARGEST_BACKUP = 200_000_000;

/** The own exams as a backup has them, and the names of those that can't be read or have no room. */
const printOwnExams = async (room: number) => {
  const printed: object[] = [];
  const leftOut: string[] = [];
  let left = room;
  for (const name of await listOwnExams().catch(() => [])) {
    const exam = await readOwnExam(ownKey(name)).catch(() => undefined);
    const own = exam && printOwnExam(exam);
    const size = JSON.stringify(own)?.length ?? Number.POSITIVE_INFINITY;
    if (own && size <= left) printed.push(own);
    else leftOut.push(name);
    if (size <= left) left -= size;
  }
  return { printed, leftOut };
};

const deliverData = async (data: LearnerFile) => {
  const name = `certdeck-${data.exportedAt.slice(0, 10)}.json`;
  const { printed, leftOut } = await printOwnExams(LARGEST_BACKUP - JSON.stringify(data).length);
  const whole = printed.length > 0 ? { ...data, ownExams: printed } : data;
  const file = new File([JSON.stringify(whole)], name, { type: 'application/json' });
  return { delivered: await deliverFile(file), leftOut };
};

/**
 * Resolves to how it was delivered, and which own exams are no part of it. Rejects where the device's
 * storage can't be read.
 */
export const exportData = async (apiUrl: string) =>
  deliverData(await collectLearnerFile(new Date(), apiUrl));

/** Exports what could not be stored, together with everything that can be read. */
export const exportUnstored = async (exam: ExamKey, change: Change) => {
  const now = new Date();
  const file = await collectLearnerFile(now, exam.apiUrl).catch(() => emptyLearnerFile(now));
  await deliverData(addToFile(file, exam, change));
};
