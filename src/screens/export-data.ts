import type { ExamKey } from '#contract/caches.ts';
import {
  addToFile,
  collectLearnerFile,
  emptyLearnerFile,
  type LearnerFile,
} from '#learner/learner-file.ts';
import type { Change } from '#learner/schemas.ts';

/** Some browsers start a download long after the tap. In milliseconds. */
const UNTIL_FETCHED = 60_000;

const download = (file: File) => {
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), UNTIL_FETCHED);
};

/**
 * Shares the file if possible, else downloads it, and resolves to which; 'declined' if the learner
 * cancels. An installed app on iOS would open a download link with no way back.
 */
const deliverFile = async (file: File) => {
  const shared = { files: [file] };
  try {
    if (navigator.canShare?.(shared)) {
      await navigator.share(shared);
      return 'shared' as const;
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'declined' as const;
    // Sharing may refuse the file type, or a tap that was too long ago.
  }
  download(file);
  return 'downloaded' as const;
};

const deliverData = (data: LearnerFile) => {
  const name = `certdeck-${data.exportedAt.slice(0, 10)}.json`;
  return deliverFile(new File([JSON.stringify(data, null, 2)], name, { type: 'application/json' }));
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
