import type { ExamKey } from '#contract/caches.ts';
import { type RunKind, runKind, runKinds, type SavedRun } from '#contract/learner.ts';
import { changeValues, readKeys } from './device-store.ts';
import { entriesOf, IMPORT_TIMEOUT } from './learner-file.ts';
import { parseProgress, parseSavedRun, parseStudy } from './learner-parsers.ts';
import {
  listRunNotes,
  NOTE,
  parseLearnerKey,
  progressKey,
  readAllLearning,
  runKey,
  studyKey,
} from './learner-store.ts';

/** An open run is more than one that has ended, and more answers are more than fewer. */
const worthOf = ({ isFinished, results, seen }: SavedRun) =>
  isFinished ? 0 : 1 + results.length + seen.length;

type Ids = ReadonlyMap<string, string>;

const moveNotes = (apiUrl: string, idOf: Ids) => {
  try {
    for (const key of listRunNotes()) {
      const parsed = parseLearnerKey(key.slice(NOTE.length));
      if (parsed?.type !== 'run' || parsed.exam.apiUrl !== apiUrl) continue;
      const providerId = idOf.get(parsed.exam.providerId);
      const next = providerId && NOTE + runKey({ ...parsed.exam, providerId }, parsed.kind);
      if (!next || localStorage.getItem(next) !== null) continue;
      localStorage.setItem(next, localStorage.getItem(key) ?? '');
      localStorage.removeItem(key);
    }
  } catch {
    // Denied or full: the notes stay where they are.
  }
};

/** Moves what can be read of one exam to another, in one step. Returns whether there was any. */
const moveExam = async (from: ExamKey, to: ExamKey) => {
  const keysOf = (exam: ExamKey) => [
    ...runKinds.map((kind) => runKey(exam, kind)),
    progressKey(exam),
    studyKey(exam),
  ];
  const keys = [...keysOf(from), ...keysOf(to)];
  let hasMoved = false;
  await changeValues(
    keys,
    (values) => {
      const stored = new Map(keys.map((key, place) => [key, values[place]]));
      const runOf = (exam: ExamKey, kind: RunKind) => parseSavedRun(stored.get(runKey(exam, kind)));
      const progress = parseProgress(stored.get(progressKey(from)));
      const study = parseStudy(stored.get(studyKey(from)));
      const runs = runKinds.flatMap((kind) => runOf(from, kind) ?? []);
      const wanted = runs.filter((run) => {
        const own = runOf(to, runKind(run.setup));
        return !own || own.id === run.id || worthOf(own) < worthOf(run);
      });
      const read = [
        ...runs.map((run) => runKey(from, runKind(run.setup))),
        ...(progress ? [progressKey(from)] : []),
        ...(study ? [studyKey(from)] : []),
      ];
      hasMoved = read.length > 0;
      return [
        ...read.map((key): [string, unknown] => [key, undefined]),
        ...entriesOf({ exam: to, runs: wanted, progress, study }, (key) => stored.get(key)),
      ];
    },
    IMPORT_TIMEOUT,
  );
  return hasMoved;
};

/**
 * Moves what lies under former ids of providers to their ids of today, merged as an imported file
 * would be. Returns whether there was any. Rejects where something could not be moved, which then
 * stays as it is.
 */
export const moveLearnerData = async (apiUrl: string, idOf: Ids) => {
  const isFormer = (key: IDBValidKey) => {
    const parsed = parseLearnerKey(String(key));
    return parsed && idOf.has(('exam' in parsed ? parsed.exam : parsed).providerId);
  };
  let hasMoved = false;
  const hasSome = (await readKeys()).some(isFormer);
  for (const { exam } of hasSome ? await readAllLearning(apiUrl) : []) {
    const providerId = idOf.get(exam.providerId);
    if (providerId === undefined) continue;
    if (await moveExam(exam, { ...exam, providerId })) hasMoved = true;
  }
  moveNotes(apiUrl, idOf);
  return hasMoved;
};
