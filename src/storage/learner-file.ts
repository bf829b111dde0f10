import * as v from 'valibot';
import type { ExamKey } from '#contract/caches.ts';
import {
  type ExamProgress,
  type LearnerFile,
  REVIEWS_KEPT,
  type Review,
  runKind,
  type SavedRun,
  type Study,
} from '#contract/learner.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { changeValues, readAllValues, readKeys } from './device-store.ts';
import { parseProgress, parseSavedRun, parseStudy } from './learner-parsers.ts';
import {
  clearRunNotes,
  noteReturning,
  parseLearnerKey,
  progressKey,
  runKey,
  storedForm,
  storedStudy,
  studyKey,
  tell,
} from './learner-store.ts';

const KIND = 'certdeck-learner-data';
const VERSION = 2;

/** Far more exams than anybody practices; a larger file could freeze a phone. */
const MOST_EXAMS = 10_000;
/** How long importing a large file may take, in milliseconds. */
export const IMPORT_TIMEOUT = 20_000;

export type FileFailure =
  | 'not-json'
  | 'not-ours'
  | 'newer-version'
  | 'too-large'
  | 'spoilt'
  | 'not-stored';

const frame = v.object({ kind: v.literal(KIND), version: v.number(), exams: v.array(v.unknown()) });
/** A lone surrogate is not a character and can't be part of a key. */
const name = v.custom<string>(
  (value) => typeof value === 'string' && value !== '' && !/\p{Surrogate}/u.test(value),
);
/** Refuses strings and arrays, whose elements would otherwise be read as fields. */
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
  study: v.optional(record),
});

/** Data from an older release or for the configured API is exported without an API. */
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
    } else if (parsed.type === 'study') entry.study = parseStudy(value);
    else entry.progress ??= parseProgress(value);
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

type FileExam = {
  exam: ExamKey;
  runs: SavedRun[];
  progress: ExamProgress | undefined;
  study: Study | undefined;
};

const parseExam = (value: unknown, apiUrl: string): FileExam | undefined => {
  const parsed = v.safeParse(examFrame, value);
  if (!parsed.success) return undefined;
  const { run, runs = run ? [run] : [], progress, study, ...exam } = parsed.output;
  const read = runs.map((kept) => parseSavedRun({ version: VERSION, ...kept }));
  const readProgress = progress && parseProgress({ version: VERSION, ...progress });
  const readStudy = study && parseStudy({ version: 1, ...study });
  const whole = read.filter((kept) => kept !== undefined);
  const isSpoilt = (progress && !readProgress) || (study && !readStudy);
  if (whole.length < read.length || isSpoilt) return undefined;
  return {
    exam: { ...exam, apiUrl: exam.apiUrl ?? apiUrl },
    runs: whole,
    progress: readProgress,
    study: readStudy,
  };
};

/** Each run of both histories once, as it last ended. Oldest first. */
const mergeProgress = (ours: ExamProgress, theirs: ExamProgress): ExamProgress => {
  const runs = new Map(ours.history.map((record) => [record.runId, record]));
  for (const record of theirs.history) {
    if ((runs.get(record.runId)?.finishedAt ?? -1) < record.finishedAt) {
      runs.set(record.runId, record);
    }
  }
  const history = [...runs.values()].sort((a, b) => a.finishedAt - b.finishedAt);
  return { history, practise: { ...theirs.practise, ...ours.practise } };
};

/** Oldest first. */
const onceEach = (reviews: Review[]) =>
  [...new Map(reviews.map((review) => [JSON.stringify(review), review])).values()].sort(
    ([a], [b]) => a - b,
  );

/** Each question's most recently reviewed card, and every answer once. */
export const mergeStudies = (ours: Study, theirs: Study): Study => {
  const cards = new Map(ours.cards.map((card) => [card.questionId, card]));
  for (const card of theirs.cards) {
    if ((cards.get(card.questionId)?.lastReview ?? -1) < card.lastReview) {
      cards.set(card.questionId, card);
    }
  }
  const reviews = onceEach([...ours.reviews, ...theirs.reviews]).slice(-REVIEWS_KEPT);
  const examDate = ours.examDate ?? theirs.examDate;
  const unscheduled = onceEach([...(ours.unscheduled ?? []), ...(theirs.unscheduled ?? [])]).filter(
    ([at, questionId]) => (cards.get(questionId)?.lastReview ?? -1) < at,
  );
  return {
    cards: [...cards.values()],
    reviews,
    ...(unscheduled.length > 0 && { unscheduled }),
    ...(examDate && { examDate }),
  };
};

/** What to write for one exam of a file, given what is stored. */
export const entriesOf = (
  { exam, runs, progress, study }: FileExam,
  stored: (key: string) => unknown,
): [string, unknown][] => {
  const kept = runs.filter((run) => {
    const own = parseSavedRun(stored(runKey(exam, runKind(run.setup))));
    return own?.id !== run.id || own.revision <= run.revision;
  });
  const entries: [string, unknown][] = kept.map((run) => [
    runKey(exam, runKind(run.setup)),
    storedForm(run),
  ]);
  if (progress) {
    const own = parseProgress(stored(progressKey(exam)));
    entries.push([progressKey(exam), storedForm(own ? mergeProgress(own, progress) : progress)]);
  }
  if (study) {
    const own = parseStudy(stored(studyKey(exam)));
    entries.push([studyKey(exam), storedStudy(own ? mergeStudies(own, study) : study)]);
  }
  return entries;
};

/**
 * Imports an exported file. Its runs replace the stored ones of the same kind, unless the stored
 * version of the same run is further along. Histories and cards are merged, so nothing counts
 * twice. Writes all or nothing. Resolves to the number of exams.
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
  const keys = exams.flatMap(({ exam, runs }) => [
    ...runs.map((run) => runKey(exam, runKind(run.setup))),
    progressKey(exam),
    studyKey(exam),
  ]);
  const write = (values: unknown[]) => {
    const stored = new Map(keys.map((key, place) => [key, values[place]]));
    return exams.flatMap((exam) => entriesOf(exam, (key) => stored.get(key)));
  };
  const isStored = await tell(changeValues(keys, write, IMPORT_TIMEOUT));
  if (isStored && exams.length > 0) noteReturning(true);
  return isStored ? success(exams.length) : failed('not-stored');
};

const deleteAll = async () => {
  const keys = (await readKeys()).map(String).filter(parseLearnerKey);
  await changeValues([], () => keys.map((key) => [key, undefined]));
  clearRunNotes();
  noteReturning(false);
};

/**
 * Deletes every run, history and review, but no saved exam. Resolves to whether it succeeded.
 */
export const deleteLearnerData = () => tell(deleteAll());
