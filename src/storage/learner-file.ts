import * as v from 'valibot';
import type { ExamKey } from '#contract/caches.ts';
import { type ExamProgress, type LearnerFile, runKind, type SavedRun } from '#contract/learner.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { changeValues, readAllValues, readKeys } from './device-store.ts';
import { parseProgress, parseSavedRun } from './learner-parsers.ts';
import {
  clearRunNotes,
  parseLearnerKey,
  progressKey,
  runKey,
  storedForm,
  tell,
} from './learner-store.ts';

const KIND = 'certdeck-learner-data';
const VERSION = 2;

/** Far more exams than anybody practices; more of them could freeze a phone. */
const MOST_EXAMS = 10_000;
/** A large file may take its time. In milliseconds. */
const IMPORT_TIMEOUT = 20_000;

export type FileFailure =
  | 'not-json'
  | 'not-ours'
  | 'newer-version'
  | 'too-large'
  | 'spoilt'
  | 'not-stored';

const frame = v.object({ kind: v.literal(KIND), version: v.number(), exams: v.array(v.unknown()) });
/** Half of a pair of surrogates is no character and can't stand in a key. */
const name = v.custom<string>(
  (value) => typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value),
);
/** Of a text or a list, whose parts are no fields, nothing is read. */
const record = v.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
const examFrame = v.object({
  apiUrl: v.optional(name),
  providerId: name,
  examId: name,
  /** In files of version 1. */
  run: v.optional(record),
  runs: v.optional(v.array(record)),
  progress: v.optional(record),
});

/** Data of an older release, and all that lies at the configured API, is written without an API. */
const fileKey = (parsed: NonNullable<ReturnType<typeof parseLearnerKey>>, apiUrl: string) => {
  if (!('exam' in parsed)) {
    return { apiUrl: undefined, providerId: parsed.providerId, examId: parsed.examId };
  }
  const isConfigured = parsed.exam.apiUrl === apiUrl;
  return { ...parsed.exam, apiUrl: isConfigured ? undefined : parsed.exam.apiUrl };
};

/** Gathers all the learner's data. Rejects where the device's storage can't be read. */
export const collectLearnerFile = async (now: Date, apiUrl: string): Promise<LearnerFile> => {
  const exams = new Map<string, LearnerFile['exams'][number]>();
  for (const [key, value] of await readAllValues()) {
    const parsed = parseLearnerKey(key);
    if (!parsed) continue;
    const exam = fileKey(parsed, apiUrl);
    const name = JSON.stringify(exam);
    const entry = exams.get(name) ?? { ...exam, runs: [] };
    if (parsed.type.endsWith('run')) {
      const run = parseSavedRun(value);
      if (run) entry.runs.push(run);
    } else entry.progress ??= parseProgress(value);
    exams.set(name, entry);
  }
  return learnerFile([...exams.values()], now);
};

export const learnerFile = (exams: LearnerFile['exams'], now: Date): LearnerFile => ({
  kind: KIND,
  version: VERSION,
  exportedAt: now.toISOString(),
  exams,
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

type FileExam = { exam: ExamKey; runs: SavedRun[]; progress: ExamProgress | undefined };

const parseExam = (value: unknown, apiUrl: string): FileExam | undefined => {
  const parsed = v.safeParse(examFrame, value);
  if (!parsed.success) return undefined;
  const { run, runs = run ? [run] : [], progress, ...exam } = parsed.output;
  const read = runs.map((kept) => parseSavedRun({ version: VERSION, ...kept }));
  const readProgress = progress && parseProgress({ version: VERSION, ...progress });
  const whole = read.filter((kept) => kept !== undefined);
  if (whole.length < read.length || (progress && !readProgress)) return undefined;
  return { exam: { ...exam, apiUrl: exam.apiUrl ?? apiUrl }, runs: whole, progress: readProgress };
};

/**
 * Takes over an exported file: its runs take the place of those of their kind kept here, its
 * progress too. Either all of it is written or nothing. Gives the number of exams.
 */
export const importLearnerFile = async (
  text: string,
  apiUrl: string,
): Promise<Result<number, FileFailure>> => {
  const body = parseJson(text);
  if (body === undefined) return failed('not-json');
  const parsed = v.safeParse(frame, body);
  if (!parsed.success) return failed('not-ours');
  if (parsed.output.version > VERSION) return failed('newer-version');
  if (parsed.output.exams.length > MOST_EXAMS) return failed('too-large');
  const exams = parsed.output.exams
    .map((exam) => parseExam(exam, apiUrl))
    .filter((item) => item !== undefined);
  if (exams.length < parsed.output.exams.length) return failed('spoilt');
  const values = exams.flatMap(({ exam, runs, progress }): [string, unknown][] => [
    ...runs.map((run): [string, unknown] => [runKey(exam, runKind(run.setup)), storedForm(run)]),
    ...(progress ? [[progressKey(exam), storedForm(progress)] as [string, unknown]] : []),
  ]);
  const isStored = await tell(changeValues([], () => values, IMPORT_TIMEOUT));
  return isStored ? success(exams.length) : failed('not-stored');
};

const deleteAll = async () => {
  const keys = (await readKeys()).map(String).filter(parseLearnerKey);
  await changeValues([], () => keys.map((key) => [key, undefined]));
  clearRunNotes();
};

/**
 * Deletes every run, history and practice list, and tells whether it could. Saved exams are
 * another matter.
 */
export const deleteLearnerData = () => tell(deleteAll());
