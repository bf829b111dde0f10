import type { ExamKey } from '#contract/caches.ts';
import {
  emptyStudy,
  type Learning,
  type RunDraft,
  type RunKind,
  runKinds,
  type Stored,
  type StoredRun,
  type Study,
} from '#contract/learner.ts';
import { changeValues, readAllValues, readValues } from './device-store.ts';
import { historyKey, learnerKeys, parseLearnerKey, runKey, studyKey } from './learner-keys.ts';
import { parseHistory, parseRun, parseStudy, versioned } from './learner-parsers.ts';
import { setReturning } from './local-storage.ts';
import { listDrafts } from './run-drafts.ts';

/** Whether a write succeeded. */
export const isDone = (written: Promise<unknown>) =>
  written.then(
    () => true,
    () => false,
  );

/** What to write: leaves out undefined values. */
export const writable = (values: [key: string, value: object | undefined][]) =>
  values.flatMap(([key, value]): [string, unknown][] => (value ? [[key, versioned(value)]] : []));

/**
 * Changes a run and what is known of its exam in one transaction. Whatever `change` leaves
 * undefined stays as it is. Resolves to whether the change was stored.
 */
export const updateStored = (
  exam: ExamKey,
  kind: RunKind,
  change: (stored: Stored) => Partial<Stored>,
) => {
  const keys: [string, string, string] = [runKey(exam, kind), historyKey(exam), studyKey(exam)];
  return isDone(
    changeValues(keys, (values) => {
      const { run, history, study } = change({
        run: parseRun(values[0]),
        history: parseHistory(values[1])?.history ?? [],
        study: parseStudy(values[2]) ?? emptyStudy,
      });
      if (run || study) setReturning(true);
      return writable([
        [keys[0], run],
        [keys[1], history && { history }],
        [keys[2], study],
      ]);
    }),
  );
};

/** Changes what is known of an exam. Resolves to whether the change was stored. */
export const updateStudy = (exam: ExamKey, change: (study: Study) => Study) =>
  updateStored(exam, 'all', ({ study }) => ({ study: change(study) }));

/** Brings what is stored up to date as it is read. */
type CatchUp = {
  applyDraft: (stored: Stored, draft: RunDraft) => Partial<Stored>;
  isOverdue: (run: StoredRun, now: number) => boolean;
  endOverdue: (stored: Stored, now: number) => Partial<Stored>;
};

/** Stores the drafts that closed pages have left. Those that can't be stored stay. */
const storeDrafts = async (isWanted: (exam: ExamKey) => boolean, { applyDraft }: CatchUp) => {
  for (const { exam, kind, draft, clear } of listDrafts()) {
    if (!isWanted(exam)) continue;
    if (await updateStored(exam, kind, (stored) => applyDraft(stored, draft))) clear();
  }
};

type Known = Learning & { exam: ExamKey };

/** Ends the mock exams whose time is up. Resolves to whether there were any. */
const endMocks = async (all: Known[], { isOverdue, endOverdue }: CatchUp) => {
  const now = Date.now();
  const over = all.filter(({ runs }) => runs.some((run) => isOverdue(run, now)));
  for (const { exam } of over)
    await updateStored(exam, 'mock', (stored) => endOverdue(stored, now));
  return over.length > 0;
};

/** Parses what is stored of an exam. `read` gives the value of a key. */
export const learningOf = (exam: ExamKey, read: (key: string) => unknown): Learning => ({
  runs: runKinds.flatMap((kind) => parseRun(read(runKey(exam, kind))) ?? []),
  history: parseHistory(read(historyKey(exam)))?.history ?? [],
  study: parseStudy(read(studyKey(exam))) ?? emptyStudy,
});

/**
 * What is stored of an exam, brought up to date first if `catchUp` is given. If the database
 * can't be read, the drafts' runs are all there is.
 */
export const readLearning = async (exam: ExamKey, catchUp?: CatchUp): Promise<Learning> => {
  const isThis = (other: ExamKey) => studyKey(other) === studyKey(exam);
  const drafted = listDrafts().flatMap(({ exam: other, draft }) =>
    isThis(other) && draft.run ? [draft.run] : [],
  );
  try {
    if (catchUp) await storeDrafts(isThis, catchUp);
    const keys = learnerKeys(exam);
    const read = async () => {
      const values = await readValues(keys);
      return learningOf(exam, (key) => values[keys.indexOf(key)]);
    };
    const learning = await read();
    return catchUp && (await endMocks([{ exam, ...learning }], catchUp)) ? read() : learning;
  } catch {
    return { runs: drafted, history: [], study: emptyStudy };
  }
};

/** All stored data, by exam. Rejects if the database can't be read. */
export const readEverything = async () => {
  const values = new Map(await readAllValues());
  const exams = new Map<string, ExamKey>();
  for (const key of values.keys()) {
    const parsed = parseLearnerKey(key);
    if (parsed) exams.set(studyKey(parsed.exam), parsed.exam);
  }
  return [...exams.values()].map((exam) => ({
    exam,
    ...learningOf(exam, (key) => values.get(key)),
  }));
};

/** What is stored of every exam of an API, brought up to date first if `catchUp` is given. */
export const readAllLearning = async (apiUrl: string, catchUp?: CatchUp) => {
  const isOfApi = (exam: ExamKey) => exam.apiUrl === apiUrl;
  const read = async () =>
    (await readEverything().catch(() => [])).filter(({ exam }) => isOfApi(exam));
  if (catchUp) await storeDrafts(isOfApi, catchUp);
  let all = await read();
  if (catchUp && (await endMocks(all, catchUp))) all = await read();
  setReturning(all.length > 0);
  return all;
};

/** Undefined if there is no such run or the database can't be read. */
export const readRun = async (exam: ExamKey, kind: RunKind) => {
  const [value] = await readValues([runKey(exam, kind)]).catch(() => []);
  return parseRun(value);
};
