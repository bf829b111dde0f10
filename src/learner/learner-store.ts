import type { ExamKey } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import { changeValues, readAllValues, readValues } from '#storage/device-store.ts';
import { setReturning } from '#storage/local-storage.ts';
import { reportNewerData } from '#storage/newer-data.ts';
import { announce } from './announcements.ts';
import { listDrafts } from './drafts.ts';
import { allLearnerKeys, examName, examOfKey, learnerKeys, UNREADABLE_KEY } from './keys.ts';
import { mergeLearning } from './merge.ts';
import { addUnreadable, isNewer, printStored, readStored, versioned } from './records.ts';
import { type Change, emptyLearning, emptyStudy, type Learning, type Study } from './schemas.ts';
import { settle } from './settle.ts';

/** Data that a later version of the app has written is neither read nor changed. */
class NewerData extends Error {}

const readAll = (exam: ExamKey, read: (key: string) => unknown) => {
  if (allLearnerKeys(exam).some((key) => isNewer(read(key)))) throw new NewerData();
  return readStored(exam, read);
};

type Read = (key: string) => unknown;
type Written = { before: Learning; after: Learning };

/** What to write so that `change` is part of what is stored of an exam. */
const planChange = (exam: ExamKey, change: Change, read: Read, schedule: Schedule) => {
  const { learning, rejected } = readAll(exam, read);
  const before = settle(learning, Date.now());
  const merged = settle(mergeLearning(before, change), Date.now());
  const study = schedule(merged.study);
  const after = study === merged.study ? merged : { ...merged, study };
  return { before, after, rejected, values: printStored(exam, learning, after) };
};

/** Puts answers on their cards; the library for it loads late, and may be missing. */
type Schedule = (study: Study) => Study;
const asItIs: Schedule = (study) => study;

/** How long importing a large file may take, in milliseconds. */
const IMPORT_TIMEOUT = 20_000;

export type ExamChange = { exam: ExamKey; change: Change };

/**
 * Merges changes into what is stored, all or nothing. Resolves to each exam before and after, or
 * to undefined if nothing could be stored; a bug is also reported as an uncaught error. What can't be read is set aside in the same transaction.
 */
export const commitAll = async (
  changes: ExamChange[],
  { schedule = asItIs, rejected = [] as Parameters<typeof addUnreadable>[1] } = {},
): Promise<Written[] | undefined> => {
  const keys = [...changes.flatMap(({ exam }) => allLearnerKeys(exam)), UNREADABLE_KEY];
  const isSmall = changes.length === 1;
  let plans: ReturnType<typeof planChange>[] = [];
  const plan = (values: unknown[]): [string, unknown][] => {
    const stored = new Map(keys.map((key, index) => [key, values[index]]));
    const read = (key: string) => stored.get(key);
    plans = changes.map(({ exam, change }) => planChange(exam, change, read, schedule));
    const aside = plans.flatMap((plan) => plan.rejected);
    const unreadable = addUnreadable(read(UNREADABLE_KEY), [...rejected, ...aside]);
    const written = plans.flatMap((plan) => plan.values);
    return unreadable ? [...written, [UNREADABLE_KEY, unreadable]] : written;
  };
  /** What `plan` throws: newer data, or a bug. Whatever else is thrown comes from the storage. */
  let thrown: unknown;
  const planOrNote = (values: unknown[]) => {
    try {
      return plan(values);
    } catch (error) {
      thrown = error;
      throw error;
    }
  };
  try {
    await changeValues(keys, planOrNote, isSmall ? undefined : IMPORT_TIMEOUT);
  } catch {
    if (thrown instanceof NewerData) reportNewerData();
    // The learner hears that the answers aren't stored; the console gets the reason.
    else if (thrown) reportError(thrown);
    return undefined;
  }
  if (plans.some(({ values }) => values.length > 0)) setReturning(true);
  for (const [index, { values }] of plans.entries()) {
    const { exam } = changes[index] ?? {};
    if (exam && values.length > 0) announce(exam);
  }
  return plans;
};

/** Merges a change of one exam into what is stored. Undefined if it could not be stored. */
export const commit = async (exam: ExamKey, change: Change, schedule?: Schedule) =>
  (await commitAll([{ exam, change }], { schedule: schedule ?? asItIs }))?.[0];

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
  const keys = [...allLearnerKeys(exam), UNREADABLE_KEY];
  const { study, ...forgotten } = learnerKeys(exam);
  let before: Learning | undefined;
  const plan = (values: unknown[]) => {
    const read = (key: string) => values[keys.indexOf(key)];
    const { learning, rejected } = readAll(exam, read);
    before = settle(learning, Date.now());
    const { marks, opened, examDate, examDateAt, goal, goalAt } = before.study;
    const kept = { marks, opened, examDate, examDateAt, goal, goalAt };
    const unreadable = addUnreadable(read(UNREADABLE_KEY), rejected);
    const written = new Map<string, unknown>(
      Object.values(forgotten)
        .flat()
        .map((key) => [key, undefined]),
    );
    written.set(study, versioned({ ...emptyStudy, ...kept }));
    if (unreadable) written.set(UNREADABLE_KEY, unreadable);
    return [...written];
  };
  try {
    await changeValues(keys, plan);
  } catch (error) {
    if (error instanceof NewerData) reportNewerData();
    return undefined;
  }
  announce(exam);
  return before;
};

/** Moves an exam's data to another, unused key. Resolves to whether it succeeded. */
export const moveLearning = async (from: ExamKey, to: ExamKey): Promise<boolean> => {
  await storeDrafts((other) => examName(other) === examName(from));
  const keys = allLearnerKeys(from);
  const places = allLearnerKeys(to);
  const plan = (values: unknown[]) =>
    keys.flatMap((key, index): [string, unknown][] => [
      [places[index] ?? key, values[index]],
      [key, undefined],
    ]);
  try {
    await changeValues(keys, plan);
    return true;
  } catch {
    return false;
  }
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
    return settle(learning, Date.now());
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
  const exams = new Map<string, ExamKey>();
  for (const key of values.keys()) {
    const exam = examOfKey(key);
    if (exam) exams.set(examName(exam), exam);
  }
  const rejected: ReturnType<typeof readStored>['rejected'] = [];
  const all = [...exams.values()].flatMap((exam) => {
    const isLater = allLearnerKeys(exam).some((key) => isNewer(values.get(key)));
    if (isLater) reportNewerData();
    const stored = readStored(exam, (key) => values.get(key));
    rejected.push(...stored.rejected);
    return isLater ? [] : [{ exam, learning: settle(stored.learning, Date.now()) }];
  });
  return { all, rejected, unreadable: values.get(UNREADABLE_KEY) };
};

/** What is stored of every exam of an API and of the learner's own, with the drafts of closed pages. */
export const readAllLearning = async (apiUrl: string) => {
  const isOfApi = (exam: ExamKey) => exam.apiUrl === apiUrl || isOwn(exam);
  await storeDrafts(isOfApi);
  const { all } = await readEverything().catch(() => ({ all: [] }));
  const ofApi = all.filter(({ exam }) => isOfApi(exam));
  setReturning(ofApi.length > 0);
  return ofApi.map(({ exam, learning }) => ({ exam, ...learning }));
};
