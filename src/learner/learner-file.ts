import * as v from 'valibot';
import type { ExamKey } from '#contract/caches.ts';
import { PAIRING_KEY } from '#contract/config.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { isId } from '#contract/wire.ts';
import { parseJson } from '#primitives/json.ts';
import { readAllValues } from '#storage/device-store.ts';
import { setReturning } from '#storage/local-storage.ts';
import { listDrafts } from './drafts.ts';
import { examName, examsOfKeys, UNREADABLE_KEY } from './keys.ts';
import {
  commitAll,
  emptied,
  readEverything,
  type Written,
  writeLearning,
} from './learner-store.ts';
import { mergeLearning } from './merge.ts';
import { readChange, readUnreadable, type Unreadable } from './records.ts';
import {
  type Change,
  emptyLearning,
  LEARNER_VERSION,
  type Learning,
  type StoredRun,
} from './schemas.ts';
import { isOpen } from './settle.ts';

const KIND = 'certdeck-learner-data';

/** Far more exams than anybody practices; a larger file could freeze a phone. */
const MAX_EXAMS = 10_000;

export type FileFailure = 'not-json' | 'not-ours' | 'newer-version' | 'too-large' | 'not-stored';

/** `apiUrl` is absent for the API that the app is configured for. */
type FileExam = Learning & { apiUrl?: string | undefined; providerId: string; examId: string };

/** Everything the learner has on the device, as exported and imported. */
export type LearnerFile = {
  kind: typeof KIND;
  version: typeof LEARNER_VERSION;
  exportedAt: string;
  exams: FileExam[];
  /** What this device could not read, as it was. */
  unreadable: Unreadable[];
};

const name = v.custom<string>(isId);
const whole = v.custom<number>((value) => Number.isInteger(value) && Number(value) > 0);
const frame = v.object({
  kind: v.custom<typeof KIND>((value) => value === KIND),
  version: whole,
  exams: v.array(v.unknown()),
  unreadable: v.optional(v.array(v.unknown())),
});
const examIds = v.object({ apiUrl: v.optional(name), providerId: name, examId: name });

export const emptyLearnerFile = (now: Date): LearnerFile => ({
  kind: KIND,
  version: LEARNER_VERSION,
  exportedAt: now.toISOString(),
  exams: [],
  unreadable: [],
});

/** Gathers all stored data for export. Rejects if the device's storage can't be read. */
export const collectLearnerFile = async (
  now: Date,
  configuredApi: string,
): Promise<LearnerFile> => {
  const { all, unreadable } = await readEverything();
  const exams = all.map(({ exam: { apiUrl, ...exam }, learning }) => ({
    ...(apiUrl !== configuredApi && { apiUrl }),
    ...exam,
    ...learning,
  }));
  return { ...emptyLearnerFile(now), exams, unreadable };
};

/** The file with a change of an exam of the configured API. */
export const addToFile = (
  file: LearnerFile,
  { providerId, examId }: Omit<ExamKey, 'apiUrl'>,
  change: Change,
): LearnerFile => {
  const isThis = (exam: FileExam) =>
    !exam.apiUrl && exam.providerId === providerId && exam.examId === examId;
  const known = file.exams.find(isThis) ?? emptyLearning;
  const exam = { providerId, examId, ...mergeLearning(known, change) };
  return { ...file, exams: [...file.exams.filter((other) => !isThis(other)), exam] };
};

type FileChange = { exam: ExamKey; change: Learning };

/** `unread` doesn't count what another device could not read either. */
type FileContent = { changes: FileChange[]; rejected: Unreadable[]; unread: number };

/** Reads a file record by record. An exam that is in it twice is merged. */
const parseFile = (text: string, configuredApi: string): Result<FileContent, FileFailure> => {
  const body = parseJson(text);
  if (body === undefined) return failed('not-json');
  const file = v.safeParse(frame, body);
  if (!file.success) return failed('not-ours');
  if (file.output.version > LEARNER_VERSION) return failed('newer-version');
  if (file.output.exams.length > MAX_EXAMS) return failed('too-large');
  const theirs = readUnreadable({ records: file.output.unreadable ?? [] });
  const rejected = [...theirs];
  const changes = new Map<string, FileChange>();
  for (const [index, value] of file.output.exams.entries()) {
    const ids = v.safeParse(examIds, value);
    if (!ids.success || file.output.version < LEARNER_VERSION) {
      rejected.push({ where: `exams[${index}]`, value, version: LEARNER_VERSION });
      continue;
    }
    const exam = { ...ids.output, apiUrl: ids.output.apiUrl ?? configuredApi };
    const key = examName(exam);
    const change = readChange(value, key, rejected);
    const known = changes.get(key);
    changes.set(key, { exam, change: known ? mergeLearning(known.change, change) : change });
  }
  const unread = rejected.length - theirs.length;
  return success({ changes: [...changes.values()], rejected, unread });
};

/** How many answers of an exam were new. */
export type Received = { exam: ExamKey; answers: number };

/** What an import did: to how many exams, what it could not read, and which open runs it ended. */
export type Imported = {
  exams: number;
  received: Received[];
  unread: number;
  closed: { exam: ExamKey; run: StoredRun; isTheirs: boolean }[];
};

/** The runs that were open before, here or in the file, and are not any more. */
const closedBy = ({ exam, change, before, after }: Written) => {
  const open = new Set(after.runs.filter(isOpen).map(({ id }) => id));
  const ours = before.runs.filter(isOpen);
  const isOurs = ({ id }: StoredRun) => ours.some((run) => run.id === id);
  const theirs = (change.runs ?? []).filter((run) => isOpen(run) && !isOurs(run));
  return [
    ...ours.map((run) => ({ exam, run, isTheirs: false })),
    ...theirs.map((run) => ({ exam, run, isTheirs: true })),
  ].filter(({ run }) => !open.has(run.id));
};

const idField = 'questionId';
const idLists = ['questionIds', 'seen', 'opened'];

/** The data with other ids in place of its questions'. */
export const renameQuestions = <Data>(data: Data, rename: (id: string) => string): Data =>
  JSON.parse(JSON.stringify(data), (name, value) => {
    if (name === idField) return rename(value);
    return idLists.includes(name) ? value.map(rename) : value;
  });

type ImportOptions = {
  /** Gives the id that a question of the file has on this device. */
  idHere?: (exam: ExamKey, id: string) => string;
  /** Refuses a file of which a part can't be read. */
  isWhole?: boolean;
};

/** Merges an exported file into what is stored, all or nothing. */
export const importLearnerFile = async (
  text: string,
  configuredApi: string,
  { idHere = (_, id) => id, isWhole = false }: ImportOptions = {},
): Promise<Result<Imported, FileFailure>> => {
  const file = parseFile(text, configuredApi);
  if (!file.ok) return file;
  const { rejected, unread } = file.value;
  if (isWhole && rejected.length > 0) return failed('not-ours');
  const changes = file.value.changes.map(({ exam, change }) => ({
    exam,
    change: renameQuestions(change, (id) => idHere(exam, id)),
  }));
  const written = await commitAll(changes, { rejected, isNewHere: true });
  if (!written) return failed('not-stored');
  return success({
    exams: changes.length,
    received: written.flatMap(({ exam, before, after }) => {
      const answers = after.study.reviews.length - before.study.reviews.length;
      return answers > 0 ? [{ exam, answers }] : [];
    }),
    unread,
    closed: written.flatMap(closedBy),
  });
};

/** How many records of this device can't be read. */
export const countUnreadable = async () => (await readEverything()).unreadable.length;

/** Deletes all the learner's data, but no saved exam. Resolves to whether it succeeded. */
export const deleteLearnerData = async () => {
  const stored = await readAllValues().catch(() => undefined);
  const exams = stored && examsOfKeys(stored.map(([key]) => key));
  const isDeleted =
    exams &&
    (await writeLearning(exams, () => [
      [UNREADABLE_KEY, undefined],
      [PAIRING_KEY, undefined],
      ...exams.flatMap(emptied),
    ]));
  if (!isDeleted) return false;
  for (const { clear } of listDrafts()) clear();
  setReturning(false);
  return true;
};
