import type { ExamKey } from '#contract/caches.ts';
import { isOwn, ownKey } from '#contract/own.ts';
import { updateStatus } from '#offline/download/exam-sync.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { parseOwnExam } from '#offline/library/own-backup.ts';
import { findIdsHere, saveOwnExam } from '#offline/library/own-exams.ts';
import { parseJson } from '#primitives/json.ts';

/** How many own exams were saved and could not be, and those of which this device has a later one. */
export type OwnImport = { saved: number; failed: number; older: string[] };

/** The own exams of a backup. */
export const openOwnExams = async (text: string) => {
  const { ownExams }: { ownExams?: unknown } = Object(parseJson(text));
  const exams = (Array.isArray(ownExams) ? ownExams : []).map(parseOwnExam);
  const idsHere = new Map<string, ReadonlyMap<string, string>>();
  for (const exam of exams) if (exam) idsHere.set(exam.name, await findIdsHere(exam));
  return {
    /** The id on this device of a question in the backup's data of an exam. */
    idHere: (exam: ExamKey, id: string) =>
      (isOwn(exam) ? idsHere.get(exam.examId)?.get(id) : undefined) ?? id,
    /** Saves them, unless this device has a later one of the same name. */
    save: async () => {
      const done: OwnImport = { saved: 0, failed: 0, older: [] };
      for (const exam of exams) {
        const key = exam && ownKey(exam.name);
        const before = key && (await readDocument(key).catch(() => undefined));
        if (before && before.checkedAt >= exam.savedAt) {
          if (before.checkedAt > exam.savedAt) done.older.push(exam.name);
          continue;
        }
        const saved = exam && (await saveOwnExam(exam));
        if (key && saved?.ok) await updateStatus(key);
        done[saved?.ok ? 'saved' : 'failed'] += 1;
      }
      return done;
    },
  };
};
