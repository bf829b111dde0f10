import * as v from 'valibot';
import {
  type ExamProgress,
  type RunKind,
  type RunNote,
  type RunSetup,
  runKinds,
  type SavedRun,
  type Study,
} from '#contract/learner.ts';

// Custom checks, because each of the library's actions adds bytes to the first visit.
const isAtLeast = (least: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value < Number.POSITIVE_INFINITY;

const count = v.custom<number>((value) => Number.isInteger(value) && isAtLeast(0)(value));
const time = v.custom<number>(isAtLeast(0));
const minutes = v.custom<number>(isAtLeast(1));

const texts = v.array(v.string());
const version = v.picklist([1, 2]);

const isAmount = (value: unknown) =>
  ['all', 'practise', 'again'].includes(value as string) ||
  (Number.isInteger(value) && (value as number) > 0);

const setup = v.object({
  questions: v.custom<RunSetup['questions']>(isAmount),
  isShuffled: v.boolean(),
  minutes: v.optional(minutes),
});

const result = v.object({
  questionId: v.string(),
  isCorrect: v.boolean(),
  selectedAnswers: texts,
  correctAnswers: texts,
  positions: v.array(count),
  domain: v.optional(v.string()),
  time: v.optional(time),
});

const savedRun = v.object({
  version,
  id: v.string(),
  // Version 1 had no revision, and knew nothing of questions without options.
  revision: v.optional(count, 0),
  setup,
  questionIds: texts,
  index: count,
  selection: v.array(count),
  results: v.array(result),
  seen: v.optional(texts, () => []),
  flags: texts,
  elapsed: time,
  isFinished: v.boolean(),
  endedAfter: v.optional(time),
});

/** A kept run that can't be read, of a later version or spoilt, counts as none. */
export const parseSavedRun = (value: unknown): SavedRun | undefined => {
  const parsed = v.safeParse(savedRun, value);
  if (!parsed.success || parsed.output.questionIds.length === 0) return undefined;
  const { version: _, ...run } = parsed.output;
  return run;
};

const record = v.object({
  runId: v.string(),
  kind: v.optional(v.custom<RunKind>((value) => runKinds.includes(value as RunKind))),
  finishedAt: time,
  correct: count,
  answered: count,
  total: count,
  elapsed: time,
});

const isCount = v.is.bind(undefined, count);

/** Any id can name a question, `__proto__` too, which the library's own record leaves out. */
const isPractice = (value: unknown) =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.values(value).every((times) => isCount(times));

const progress = v.object({
  version,
  history: v.array(record),
  practise: v.custom<ExamProgress['practise']>(isPractice),
});

/** Progress that can't be read, of a later version or spoilt, counts as none. */
export const parseProgress = (value: unknown): ExamProgress | undefined => {
  const parsed = v.safeParse(progress, value);
  return parsed.success
    ? { history: parsed.output.history, practise: parsed.output.practise }
    : undefined;
};

const card = v.object({
  questionId: v.string(),
  due: time,
  lastReview: time,
  stability: time,
  difficulty: time,
  reps: count,
  lapses: count,
});
const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const review = v.tuple([time, v.string(), count]);

const study = v.object({
  version: v.literal(1),
  cards: v.array(card),
  reviews: v.array(review),
  unscheduled: v.optional(v.array(review)),
  examDate: v.optional(v.custom<string>(isDay)),
});

/** Spaced review that can't be read, of a later version or spoilt, counts as none. */
export const parseStudy = (value: unknown): Study | undefined => {
  const parsed = v.safeParse(study, value);
  if (!parsed.success) return undefined;
  const { version: _, ...read } = parsed.output;
  return read;
};

const note = v.object({
  id: v.string(),
  revision: count,
  elapsed: time,
  at: v.optional(time),
  run: v.optional(v.unknown()),
});

/** What was noted of a run in a hurry; undefined for anything else. */
export const parseRunNote = (text: string): RunNote | undefined => {
  try {
    const parsed = v.safeParse(note, JSON.parse(text));
    if (!parsed.success) return undefined;
    const { run, ...rest } = parsed.output;
    return { ...rest, run: parseSavedRun(run) };
  } catch {
    return undefined;
  }
};
