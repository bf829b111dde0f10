import * as v from 'valibot';
import type { ExamKey } from '#contract/caches.ts';
import {
  LEARNER_VERSION,
  type LearnerFile,
  type Learning,
  MAX_REVIEWS,
  type Review,
  type RunRecord,
  runKind,
  type Study,
} from '#contract/learner.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { changeValues, readAllValues } from './device-store.ts';
import { historyKey, learnerKeys, parseLearnerKey, runKey, studyKey } from './learner-keys.ts';
import { historySchema, parseJson, runSchema, studySchema } from './learner-parsers.ts';
import { isDone, learningOf, readEverything, writable } from './learner-store.ts';
import { setReturning } from './local-storage.ts';
import { clearDrafts } from './run-drafts.ts';

const KIND = 'certdeck-learner-data';

/** Far more exams than anybody practices; a larger file could freeze a phone. */
const MAX_EXAMS = 10_000;
/** How long importing a large file may take, in milliseconds. */
const IMPORT_TIMEOUT = 20_000;

export type FileFailure =
  | 'not-json'
  | 'not-ours'
  | 'newer-version'
  | 'too-large'
  | 'spoilt'
  | 'not-stored';

type FileExam = LearnerFile['exams'][number];

/** Without lone surrogates, which are not characters and can't be part of a key. */
const name = v.custom<string>((id) => typeof id === 'string' && /^\P{Surrogate}+$/u.test(id));
const frame = v.object({ kind: v.literal(KIND), version: v.number(), exams: v.array(v.unknown()) });
const exams = v.array(
  v.object({
    apiUrl: v.optional(name),
    providerId: name,
    examId: name,
    runs: v.array(runSchema),
    history: historySchema,
    study: studySchema,
  }),
);

export const learnerFile = (exams: FileExam[], now: Date): LearnerFile => ({
  kind: KIND,
  version: LEARNER_VERSION,
  exportedAt: now.toISOString(),
  exams,
});

/** Gathers all stored data for export. Rejects if the device's storage can't be read. */
export const collectLearnerFile = async (now: Date, configuredApi: string) => {
  const exams = (await readEverything()).map(({ exam: { apiUrl, ...exam }, ...learning }) => ({
    apiUrl: apiUrl === configuredApi ? undefined : apiUrl,
    ...exam,
    ...learning,
  }));
  return learnerFile(exams, now);
};

const parseFile = (text: string): Result<FileExam[], FileFailure> => {
  const body = parseJson(text);
  if (body === undefined) return failed('not-json');
  const file = v.safeParse(frame, body);
  if (!file.success) return failed('not-ours');
  if (file.output.version > LEARNER_VERSION) return failed('newer-version');
  if (file.output.exams.length > MAX_EXAMS) return failed('too-large');
  const parsed = v.safeParse(exams, file.output.exams);
  return parsed.success ? success(parsed.output) : failed('spoilt');
};

const lastOfEach = <T>(items: T[], keyOf: (item: T) => string) => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
];

const byEnd = (a: RunRecord, b: RunRecord) => a.finishedAt - b.finishedAt;

/** Each run once, as it last finished. Oldest first. */
const mergeHistories = (ours: RunRecord[], theirs: RunRecord[]) =>
  lastOfEach([...ours, ...theirs].sort(byEnd), ({ runId }) => runId).sort(byEnd);

/** Every review once, with how sure the learner was if either side knows. Oldest first. */
const mergeReviews = (ours: Review[], theirs: Review[]) =>
  lastOfEach(
    [...ours, ...theirs].sort((a, b) => a.length - b.length),
    ([time, questionId, isRight]) => JSON.stringify([time, questionId, isRight]),
  ).sort(([a], [b]) => a - b);

/** The later day; of the same day on two devices, whichever asks for more. */
const mergeDays = (ours: Study['today'], theirs: Study['today']) => {
  if (!ours || !theirs || ours.day !== theirs.day) {
    return (theirs?.day ?? '') > (ours?.day ?? '') ? theirs : ours;
  }
  const [due, fresh] = [Math.max(ours.due, theirs.due), Math.max(ours.fresh, theirs.fresh)];
  return { day: ours.day, due, fresh };
};

/** Each question's most recently reviewed card, and every answer once. Our exam date wins. */
export const mergeStudies = (ours: Study, theirs: Study): Study => {
  const all = [...theirs.cards, ...ours.cards].sort((a, b) => a.lastReview - b.lastReview);
  const cards = lastOfEach(all, ({ questionId }) => questionId);
  const reviewedAt = new Map(cards.map((card) => [card.questionId, card.lastReview]));
  const unscheduled = mergeReviews(ours.unscheduled, theirs.unscheduled);
  return {
    cards,
    reviews: mergeReviews(ours.reviews, theirs.reviews).slice(-MAX_REVIEWS),
    // A card reviewed later knows of the answer already.
    unscheduled: unscheduled.filter(([at, id]) => (reviewedAt.get(id) ?? -1) < at),
    marks: lastOfEach(
      [...theirs.marks, ...ours.marks].sort((a, b) => a.at - b.at),
      ({ questionId }) => questionId,
    ),
    opened: theirs.opened ? [...new Set([...(ours.opened ?? []), ...theirs.opened])] : ours.opened,
    examDate: ours.examDate ?? theirs.examDate,
    today: mergeDays(ours.today, theirs.today),
  };
};

/** What to write for one exam of a file, given our own data. */
const mergeExam = (theirs: ExamKey & Learning, ours: Learning) => {
  const runs = theirs.runs.filter((run) => {
    const own = ours.runs.find(({ id }) => id === run.id);
    return !own || own.revision <= run.revision;
  });
  return writable([
    ...runs.map((run): [string, object] => [runKey(theirs, runKind(run.setup)), run]),
    [historyKey(theirs), { history: mergeHistories(ours.history, theirs.history) }],
    [studyKey(theirs), mergeStudies(ours.study, theirs.study)],
  ]);
};

/**
 * Imports an exported file. Its runs replace the stored ones of the same kind, unless the stored
 * version of the same run is newer. Histories and studies are merged, so nothing counts twice.
 * Writes all or nothing. Resolves to the number of exams.
 */
export const importLearnerFile = async (
  text: string,
  configuredApi: string,
): Promise<Result<number, FileFailure>> => {
  const file = parseFile(text);
  if (!file.ok) return file;
  const exams = file.value.map((exam) => ({ ...exam, apiUrl: exam.apiUrl ?? configuredApi }));
  const keys = exams.flatMap(learnerKeys);
  const write = (values: unknown[]) => {
    const stored = new Map(keys.map((key, place) => [key, values[place]]));
    return exams.flatMap((exam) =>
      mergeExam(
        exam,
        learningOf(exam, (key) => stored.get(key)),
      ),
    );
  };
  const isStored = await isDone(changeValues(keys, write, IMPORT_TIMEOUT));
  if (isStored && exams.length > 0) setReturning(true);
  return isStored ? success(exams.length) : failed('not-stored');
};

const deleteAll = async () => {
  const keys = (await readAllValues()).map(([key]) => key).filter(parseLearnerKey);
  await changeValues([], () => keys.map((key) => [key, undefined]));
  clearDrafts();
  setReturning(false);
};

/** Deletes all the learner's data, but no saved exam. Resolves to whether it succeeded. */
export const deleteLearnerData = () => isDone(deleteAll());
