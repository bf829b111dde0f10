import type { ExamKey } from '#contract/caches.ts';
import type { LearnerFile, SavedRun } from '#contract/learner.ts';
import { isInstalled, isIos } from '#offline/app/installation.ts';
import { collectLearnerFile, learnerFile } from '#storage/learner-file.ts';

/** For browsers that fetch a download some time after the tap. In milliseconds. */
const UNTIL_FETCHED = 60_000;

const download = (file: File) => {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), UNTIL_FETCHED);
};

/**
 * Gives the file to the learner, and tells how; 'declined' when they think better of it. An app on the home screen of
 * iOS would open a link to a file without a way back, so the file is shared instead.
 */
export const giveFile = async (file: File) => {
  const shared = { files: [file] };
  if (!isIos() || !isInstalled() || !navigator.canShare?.(shared)) {
    download(file);
    return 'downloaded' as const;
  }
  return navigator.share(shared).then(
    () => 'shared' as const,
    () => 'declined' as const,
  );
};

const giveData = (data: LearnerFile) => {
  const name = `certdeck-${data.exportedAt.slice(0, 10)}.json`;
  return giveFile(new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' }));
};

/** Rejects where the device's storage can't be read. */
export const exportData = async (apiUrl: string) =>
  giveData(await collectLearnerFile(new Date(), apiUrl));

/** A run that could not be stored, with all that can be read. */
export const exportUnsaved = async ({ apiUrl, providerId, examId }: ExamKey, run: SavedRun) => {
  const now = new Date();
  const { exams } = await collectLearnerFile(now, apiUrl).catch(() => learnerFile([], now));
  const known = exams.find(
    (exam) => !exam.apiUrl && exam.providerId === providerId && exam.examId === examId,
  );
  if (known) known.runs = [...known.runs.filter(({ id }) => id !== run.id), run];
  else exams.push({ providerId, examId, runs: [run] });
  await giveData(learnerFile(exams, now));
};
