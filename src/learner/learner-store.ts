import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { changeValues, readAllValues, readValues } from '#storage/device-store.ts';
import { setReturning } from '#storage/local-storage.ts';
import { reportNewerData } from '#storage/newer-data.ts';
import { announce } from './announcements.ts';
import { listDrafts } from './drafts.ts';
import { allLearnerKeys, examName, examsOfKeys, learnerKeys, UNREADABLE_KEY } from './keys.ts';
import { mergeLearning } from './merge.ts';
import {
  addUnreadable,
  isNewer,
  printStored,
  readStored,
  readUnreadable,
  type Unreadable,
  versioned,
} from './records.ts';
import {
  type Change,
  emptyLearning,
  emptyStudy,
  type Learning,
  runKind,
  type StoredRun,
  type Study,
} from './schemas.ts';
import { isAhead, limitTimes, settle } from './settle.ts';

/** Data that a later version of the app has written is neither read nor changed. */
class NewerData extends Error {}

const readAll = (exam: ExamKey, read: (key: string) => unknown) => {
  if (allLearnerKeys(exam).some((key) => isNewer(read(key)))) throw new NewerData();
  return readStored(exam, read);
};

/** A run that begins now is later than one of its kind that a wrong clock has dated ahead. */
const beginLater = ({ runs, past }: Learning, change: Change, now: number): Change => {
  const isKnown = ({ id }: StoredRun) => [...runs, ...past].some((run) => run.id === id);
  const begun = change.runs?.map((run) => {
    const other = runs.find(({ setup }) => runKind(setup) === runKind(run.setup));
    const isEarly = other && isAhead(other.at, now) && run.at <= other.at;
    return isEarly && !isKnown(run) ? { ...run, at: other.at + 1 } : run;
  });
  return begun ? { ...change, runs: begun } : change;
};

/** Puts answers on their cards; the library for it loads late, and may be missing. */
type Schedule = (study: Study) => Study;
const asItIs: Schedule = (study) => study;

/** How long importing a large file may take, in milliseconds. */
const IMPORT_TIMEOUT = 20_000;

type Values = [key: string, value: unknown][];

/**
 * Every write of learner data is made here: one transaction that sets aside what can't be read, never
 * touches newer data, and is announced. `plan` gives what to write, from what
 * is known of each exam. Resolves to whether it is stored; a bug is also reported as an uncaught error.
 */
export const writeLearning = async (
  exams: readonly ExamKey[],
  plan: (known: Learning[]) => Values,
  {
    rejected = [] as Unreadable[],
    timeout = undefined as number | undefined,
    isNewHere = false,
  } = {},
): Promise<boolean> => {
  const keys = [...exams.flatMap(allLearnerKeys), UNREADABLE_KEY];
  let written: Values = [];
  /** What `plan` throws: newer data, or a bug. Whatever else is thrown comes from the storage. */
  let thrown: unknown;
  const planAll = (values: unknown[]): Values => {
    const stored = new Map(keys.map((key, index) => [key, values[index]]));
    const aside = [...rejected];
    try {
      const found = exams.map((exam) => readAll(exam, (key) => stored.get(key)));
      aside.push(...found.flatMap(({ rejected }) => rejected));
      written = plan(found.map(({ learning }) => learning));
    } catch (error) {
      thrown = error;
      throw error;
    }
    const unreadable = addUnreadable(stored.get(UNREADABLE_KEY), aside);
    return unreadable ? [[UNREADABLE_KEY, unreadable], ...written] : written;
  };
  try {
    await changeValues(keys, planAll, timeout);
  } catch {
    if (thrown instanceof NewerData) reportNewerData();
    // The learner hears that the answers aren't stored; the console gets the reason.
    else if (thrown) reportError(thrown);
    return false;
  }
  const changed = new Set(written.map(([key]) => key));
  if (written.some(([, value]) => value !== undefined)) setReturning(true);
  for (const exam of exams) {
    if (allLearnerKeys(exam).some((key) => changed.has(key))) announce(exam, { isNewHere });
  }
  return true;
};

type ExamChange = { exam: ExamKey; change: Change };
export type Written = ExamChange & { before: Learning; after: Learning };

/** Merges changes into what is stored, all or nothing. Resolves to each exam before and after. */
export const commitAll = async (
  changes: ExamChange[],
  {
    schedule = asItIs,
    /** The learner does it now, as nothing from a file or a draft is. */
    isActed = false,
    /** It comes from a file or another device, so that no screen shows it yet. */
    isNewHere = false,
    now = Date.now(),
    rejected = [] as Unreadable[],
  } = {},
): Promise<Written[] | undefined> => {
  let all: Written[] = [];
  const plan = (known: Learning[]) => {
    all = [];
    return changes.flatMap(({ exam, change }, index) => {
      const learning = known[index] ?? emptyLearning;
      const before = settle(learning, now);
      const reviewed = new Set(before.study.reviews);
      const made = isActed ? beginLater(before, change, now) : change;
      const merged = settle(mergeLearning(before, made), now, (review) => !reviewed.has(review));
      const study = schedule(merged.study);
      const after = study === merged.study ? merged : { ...merged, study };
      all.push({ exam, change, before, after });
      return printStored(exam, learning, after);
    });
  };
  const timeout = changes.length === 1 ? undefined : IMPORT_TIMEOUT;
  const exams = changes.map(({ exam }) => exam);
  return (await writeLearning(exams, plan, { rejected, timeout, isNewHere })) ? all : undefined;
};

/** Merges what was just done in one exam into what is stored. Undefined if it could not be stored. */
export const commit = async (
  exam: ExamKey,
  change: Change,
  means: { schedule?: Schedule | undefined; now?: number } = {},
) => (await commitAll([{ exam, change }], { ...means, isActed: true }))?.[0];

/** Deletes all that is stored of an exam. */
export const emptied = (exam: ExamKey): Values =>
  allLearnerKeys(exam).map((key) => [key, undefined]);

/** Stores the drafts that closed pages have left. Those that can't be stored stay. */
const storeDrafts = async (isWanted: (exam: ExamKey) => boolean) => {
  for (const { exam, change, rejected, isNewer, clear } of listDrafts()) {
    if (!isWanted(exam)) continue;
    if (isNewer) reportNewerData();
    else if (await commitAll([{ exam, change }], { rejected })) clear();
  }
};

/**
 * Deletes an exam's answers and runs, but not its questions' marks, nor which held-out ones were
 * opened. Resolves to what was deleted, which `commit` can restore; to undefined on failure.
 */
export const resetProgress = async (exam: ExamKey): Promise<Learning | undefined> => {
  await storeDrafts((other) => examName(other) === examName(exam));
  let before: Learning | undefined;
  const isReset = await writeLearning([exam], ([known = emptyLearning]) => {
    before = settle(known, Date.now());
    const { marks, opened, examDate, examDateAt, goal, goalAt } = before.study;
    const kept = { ...emptyStudy, marks, opened, examDate, examDateAt, goal, goalAt };
    return [...emptied(exam), [learnerKeys(exam).study, versioned(kept)]];
  });
  return isReset ? before : undefined;
};

/** Moves an exam's data to another key, into what is stored there. Resolves to whether it succeeded. */
export const moveLearning = async (from: ExamKey, to: ExamKey): Promise<boolean> => {
  await storeDrafts((other) => [from, to].map(examName).includes(examName(other)));
  const isMoved = await writeLearning(
    [from, to],
    ([moved = emptyLearning, known = emptyLearning]) => {
      const merged = settle(mergeLearning(known, moved), Date.now());
      return [...emptied(from), ...printStored(to, known, merged)];
    },
  );
  if (isMoved) announce(from, { movedTo: to });
  return isMoved;
};

/**
 * What is stored of an exam, with the drafts that closed pages left. If the database can't be read,
 * the drafts are all there is.
 */
export const readLearning = async (exam: ExamKey): Promise<Learning> => {
  const isThis = (other: ExamKey) => examName(other) === examName(exam);
  await storeDrafts(isThis);
  const keys = allLearnerKeys(exam);
  try {
    const values = await readValues(keys);
    const { learning } = readAll(exam, (key) => values[keys.indexOf(key)]);
    const now = Date.now();
    return limitTimes(settle(learning, now), now);
  } catch (error) {
    if (error instanceof NewerData) reportNewerData();
    return listDrafts()
      .filter((draft) => isThis(draft.exam))
      .reduce((known, { change }) => mergeLearning(known, change), emptyLearning);
  }
};

/** All stored data, by exam, and what can't be read. Rejects if the database can't be read. */
export const readEverything = async () => {
  const values = new Map(await readAllValues());
  const unreadable = readUnreadable(values.get(UNREADABLE_KEY));
  const all = examsOfKeys(values.keys()).flatMap((exam) => {
    const isLater = allLearnerKeys(exam).some((key) => isNewer(values.get(key)));
    if (isLater) reportNewerData();
    const stored = readStored(exam, (key) => values.get(key));
    unreadable.push(...stored.rejected);
    return isLater ? [] : [{ exam, learning: settle(stored.learning, Date.now()) }];
  });
  return { all, unreadable };
};

/** What is stored of every exam of an API and of the learner's own, with the drafts of closed pages. */
export const readAllLearning = async (apiUrl: string) => {
  const isOfApi = (exam: ExamKey) => exam.apiUrl === apiUrl || isOwn(exam);
  await storeDrafts(isOfApi);
  const { all } = await readEverything().catch(() => ({ all: [] }));
  const ofApi = all.filter(({ exam }) => isOfApi(exam));
  setReturning(ofApi.length > 0);
  const now = Date.now();
  return ofApi.map(({ exam, learning }) => ({ exam, ...limitTimes(learning, now) }));
};
