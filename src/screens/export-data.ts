import type { ExamKey } from '#contract/caches.ts';
import type { LearnerFile, SavedRun } from '#contract/learner.ts';
import { collectLearnerFile, learnerFile } from '#storage/learner-file.ts';

/** For browsers that fetch a download some time after the tap. In milliseconds. */
const UNTIL_FETCHED = 60_000;

const download = (name: string, text: string) => {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), UNTIL_FETCHED);
};

const downloadFile = (data: LearnerFile) =>
  download(`certdeck-${data.exportedAt.slice(0, 10)}.json`, JSON.stringify(data, null, 2));

/** Rejects where the device's storage can't be read. */
export const exportData = async (apiUrl: string) =>
  downloadFile(await collectLearnerFile(new Date(), apiUrl));

/** A run that could not be stored, with all that can be read. */
export const exportUnsaved = async ({ apiUrl, providerId, examId }: ExamKey, run: SavedRun) => {
  const now = new Date();
  const { exams } = await collectLearnerFile(now, apiUrl).catch(() => learnerFile([], now));
  const known = exams.find(
    (exam) => !exam.apiUrl && exam.providerId === providerId && exam.examId === examId,
  );
  if (known) known.runs = [...known.runs.filter(({ id }) => id !== run.id), run];
  else exams.push({ providerId, examId, runs: [run] });
  downloadFile(learnerFile(exams, now));
};
