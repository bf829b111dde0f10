import { ownKey } from '#contract/own.ts';
import { updateStatus } from '#offline/download/exam-sync.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { parseOwnExam } from '#offline/library/own-backup.ts';
import { saveOwnExam } from '#offline/library/own-exams.ts';

/**
 * Saves the own exams of a backup, unless this device has a later one of the same name. Resolves to
 * how many were saved and how many could not be.
 */
export const importOwnExams = async (text: string) => {
  const counts = { saved: 0, failed: 0 };
  const { ownExams = [] } = JSON.parse(text) as { ownExams?: unknown };
  for (const value of Array.isArray(ownExams) ? ownExams : []) {
    const exam = parseOwnExam(value);
    const key = exam && ownKey(exam.name);
    const before = key && (await readDocument(key).catch(() => undefined));
    if (before && before.checkedAt >= exam.savedAt) continue;
    const saved = exam && (await saveOwnExam(exam));
    if (key && saved?.ok) await updateStatus(key);
    counts[saved?.ok ? 'saved' : 'failed'] += 1;
  }
  return counts;
};
