import * as v from 'valibot';
import type { LearnerFile } from '#contract/learner-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { deleteValues, readAllValues, writeValues } from './device-store.ts';
import { parseLearnerKey, storedForm, tell } from './learner-store.ts';
import { parseProgress } from './progress-parser.ts';
import { parseSavedRun } from './saved-run-parser.ts';

const KIND = 'certdeck-learner-data';

export type FileFailure = 'not-json' | 'not-ours' | 'newer-version' | 'spoilt' | 'not-stored';

const frame = v.object({ kind: v.literal(KIND), version: v.number(), exams: v.array(v.unknown()) });
/** Half of a pair of surrogates is no character and can't stand in a key. */
const name = v.custom<string>(
  (value) => typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value),
);
const examFrame = v.object({
  providerId: name,
  examId: name,
  run: v.optional(v.unknown()),
  progress: v.optional(v.unknown()),
});

/** Gathers all the learner's data. Rejects where the device's storage can't be read. */
export const collectLearnerFile = async (now: Date): Promise<LearnerFile> => {
  const exams = new Map<string, LearnerFile['exams'][number]>();
  for (const [key, value] of await readAllValues()) {
    const parsed = parseLearnerKey(key);
    if (!parsed) continue;
    const { kind, exam } = parsed;
    const name = JSON.stringify([exam.providerId, exam.examId]);
    const entry = exams.get(name) ?? { ...exam };
    if (kind === 'run') entry.run = parseSavedRun(value);
    else entry.progress = parseProgress(value);
    exams.set(name, entry);
  }
  return { kind: KIND, version: 1, exportedAt: now.toISOString(), exams: [...exams.values()] };
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const parseExam = (value: unknown) => {
  const parsed = v.safeParse(examFrame, value);
  if (!parsed.success) return undefined;
  const { providerId, examId, run, progress } = parsed.output;
  const read = {
    run: run === undefined ? undefined : parseSavedRun({ version: 1, ...(run as object) }),
    progress:
      progress === undefined ? undefined : parseProgress({ version: 1, ...(progress as object) }),
  };
  const isWhole = (run === undefined || read.run) && (progress === undefined || read.progress);
  return isWhole ? { exam: { providerId, examId }, ...read } : undefined;
};

/**
 * Takes over an exported file: its runs take the place of those kept here, its progress too.
 * Either all of it is written or nothing. Gives the number of exams.
 */
export const importLearnerFile = async (text: string): Promise<Result<number, FileFailure>> => {
  const body = parseJson(text);
  if (body === undefined) return failed('not-json');
  const parsed = v.safeParse(frame, body);
  if (!parsed.success) return failed('not-ours');
  if (parsed.output.version > 1) return failed('newer-version');
  const exams = parsed.output.exams.map(parseExam).filter((item) => item !== undefined);
  if (exams.length < parsed.output.exams.length) return failed('spoilt');
  const values = exams.flatMap(({ exam, run, progress }) => [
    ...(run ? [storedForm('run', exam, run)] : []),
    ...(progress ? [storedForm('progress', exam, progress)] : []),
  ]);
  return (await tell(writeValues(values))) ? success(exams.length) : failed('not-stored');
};

const deleteAll = async () => {
  const keys = (await readAllValues()).map(([key]) => key);
  await deleteValues(keys.filter(parseLearnerKey));
};

/**
 * Deletes every run, history and practise list, and tells whether it could. Saved exams are
 * another matter.
 */
export const deleteLearnerData = () => tell(deleteAll());
