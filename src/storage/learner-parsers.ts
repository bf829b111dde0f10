import * as v from 'valibot';
import {
  certainties,
  LEARNER_VERSION,
  type Review,
  type RunDraft,
  type RunSetup,
  runKinds,
  sources,
} from '#contract/learner.ts';

// Custom checks, because each of the library's actions adds bytes to the first visit.
const isAtLeast = (least: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value < Number.POSITIVE_INFINITY;

const count = v.custom<number>((value) => Number.isInteger(value) && isAtLeast(0)(value));
const time = v.custom<number>(isAtLeast(0));
const texts = v.array(v.string());
const ids = v.custom<string[]>((value) => v.is(texts, value) && value.length > 0);

const oneOf = <T extends string>(values: readonly T[]) =>
  v.custom<T>((value) => values.includes(value as T));

const isAmount = (value: unknown) =>
  ['all', 'again'].includes(value as string) || (Number.isInteger(value) && (value as number) > 0);

const setup = v.object({
  questions: v.custom<RunSetup['questions']>(isAmount),
  from: v.optional(oneOf(sources)),
  topics: v.optional(texts),
  isShuffled: v.boolean(),
  minutes: v.optional(v.custom<number>(isAtLeast(1))),
  isHeldOut: v.optional(v.boolean()),
});

const result = v.object({
  questionId: v.string(),
  isCorrect: v.boolean(),
  selectedAnswers: texts,
  correctAnswers: texts,
  positions: v.array(count),
  domain: v.optional(v.string()),
  time,
});

export const runSchema = v.object({
  id: v.string(),
  revision: count,
  setup,
  questionIds: ids,
  index: count,
  selection: v.array(count),
  results: v.array(result),
  seen: texts,
  flags: texts,
  struck: texts,
  startedAt: time,
  elapsed: time,
  isFinished: v.boolean(),
  endedAfter: v.optional(time),
});

export const historySchema = v.array(
  v.object({
    runId: v.string(),
    kind: oneOf(runKinds),
    finishedAt: time,
    correct: count,
    answered: count,
    total: count,
    elapsed: time,
  }),
);

const card = v.object({
  questionId: v.string(),
  due: time,
  lastReview: time,
  stability: time,
  difficulty: time,
});

const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const day = v.custom<string>(isDay);

const isReview = (value: unknown) => {
  const [at, id, isRight, certainty = 'sure', ...rest] = Array.isArray(value) ? value : [];
  const isAnswer = v.is(time, at) && typeof id === 'string' && v.is(count, isRight);
  return isAnswer && certainties.includes(certainty) && rest.length === 0;
};
const reviews = v.array(v.custom<Review>(isReview));
const mark = v.object({ questionId: v.string(), isSaved: v.boolean(), note: v.string(), at: time });

export const studySchema = v.object({
  cards: v.array(card),
  reviews,
  unscheduled: reviews,
  marks: v.array(mark),
  opened: v.optional(texts),
  examDate: v.optional(day),
  today: v.optional(v.object({ day, due: count, fresh: count })),
});

const isOurs = v.is.bind(undefined, v.object({ version: v.literal(LEARNER_VERSION) }));

/** What is written for a value, which the parsers below read back. */
export const versioned = <T extends object>(value: T) => ({ ...value, version: LEARNER_VERSION });

/** Damaged values, and those of another version, count as none. */
const storedParser =
  <T extends v.GenericSchema>(schema: T) =>
  (value: unknown): v.InferOutput<T> | undefined => {
    const parsed = isOurs(value) ? v.safeParse(schema, value) : undefined;
    return parsed?.success ? parsed.output : undefined;
  };

export const parseRun = storedParser(runSchema);
export const parseHistory = storedParser(v.object({ history: historySchema }));
export const parseStudy = storedParser(studySchema);
const markChange = v.object({
  questionId: v.string(),
  isSaved: v.optional(v.boolean()),
  note: v.optional(v.string()),
  at: time,
});
const parseStoredDraft = storedParser(
  v.object({
    id: v.string(),
    revision: count,
    elapsed: time,
    at: time,
    run: v.optional(runSchema),
    marks: v.optional(v.array(markChange)),
  }),
);

/** Undefined if the text is not JSON, which can't contain undefined itself. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const parseDraft = (text: string): RunDraft | undefined => parseStoredDraft(parseJson(text));
