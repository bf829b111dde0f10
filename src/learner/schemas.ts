import * as v from 'valibot';

/**
 * The shapes of what a learner produces, as stored on the device, drafted and exported. Times are
 * milliseconds, dates since 1970. Everything is a record with an id, and each field that can change
 * alone has a time of its own, so that any two states can be merged (merge.ts).
 */

/** Stored values of a later version are left alone; those of an earlier one are set aside. */
export const LEARNER_VERSION = 4;

// Custom checks, because each of the library's actions adds bytes to the first visit.
const isAtLeast = (least: number) => (value: unknown) =>
  typeof value === 'number' && value >= least && value < Number.POSITIVE_INFINITY;

const count = v.custom<number>((value) => Number.isInteger(value) && isAtLeast(0)(value));
const time = v.custom<number>(isAtLeast(0));
/** As `dayOf` counts. */
const dayNumber = v.custom<number>(Number.isInteger);
const texts = v.array(v.string());
const ids = v.custom<string[]>((value) => v.is(texts, value) && value.length > 0);

const oneOf = <T>(values: readonly T[]) => v.custom<T>((value) => values.includes(value as T));

/** What a learner's questions are chosen by. A question may have several of these. */
export const sources = ['new', 'due', 'wrong', 'sure', 'flagged', 'saved', 'aside'] as const;
export type Source = (typeof sources)[number];

const isAmount = (value: unknown) =>
  ['all', 'again'].includes(value as string) || (Number.isInteger(value) && (value as number) > 0);

/** Which questions a run asks, in which order, and its time limit. */
const setupSchema = v.object({
  /** Every question there is, this many of them, or a given list once more. */
  questions: v.custom<'all' | 'again' | number>(isAmount),
  /** What they are chosen from. A number without it is a mix of new and due ones. */
  from: v.optional(oneOf(sources)),
  /** Ids of the domains and tasks that they are limited to. */
  topics: v.optional(texts),
  isShuffled: v.boolean(),
  /** A time limit makes the run a mock exam, with feedback only at the end. */
  minutes: v.optional(v.custom<number>(isAtLeast(1))),
  /** Asks the questions that are held out of practice until this run has ended. */
  isHeldOut: v.optional(v.boolean()),
  /** A day's practice, which the day chooses (exam/day). */
  isDay: v.optional(v.boolean()),
});
export type RunSetup = v.InferOutput<typeof setupSchema>;

/** An exam has one open run of each kind at most. */
export const runKinds = ['all', 'set', 'review', 'mock', 'day'] as const;
export type RunKind = (typeof runKinds)[number];

export const runKind = ({ questions, from, topics, minutes, isDay }: RunSetup): RunKind => {
  if (minutes !== undefined) return 'mock';
  if (isDay) return 'day';
  if (questions === 'again' || from === 'due') return 'review';
  return questions === 'all' && !from && !topics ? 'all' : 'set';
};

const resultSchema = v.object({
  questionId: v.string(),
  isCorrect: v.boolean(),
  selectedAnswers: texts,
  correctAnswers: texts,
  /** Positions of the selected options, which tell equal texts apart. */
  positions: v.array(count),
  /** Id of the exam's domain, if the question names one. */
  domain: v.optional(v.string()),
  /** How long the question was on screen before its answer. */
  time,
  /** When it was answered, and on which day by the clock of the place (`dayOf`). */
  at: time,
  day: v.optional(dayNumber),
  /** Whether the learner said before the check that they were not sure. */
  isUnsure: v.optional(v.boolean()),
});
export type QuestionResult = v.InferOutput<typeof resultSchema>;

export const runSchema = v.object({
  id: v.string(),
  setup: setupSchema,
  /** A mock exam's time passes from here on, whether it is open or not. */
  startedAt: time,
  results: v.array(resultSchema),
  /** Answers that a mock exam took back: the question, and when. */
  withdrawn: v.array(v.object({ questionId: v.string(), at: time })),
  /** Questions without options that were checked, which leaves no result. */
  seen: texts,
  /** Every question is answered, or it was ended. */
  isFinished: v.boolean(),
  /** Time up to the last answer, once a result was shown; looking back afterwards doesn't count. */
  endedAfter: v.optional(time),
  /** When that result was first shown. */
  endedAt: v.optional(time),
  /** When the learner last did something in it; what follows is as it was then. */
  at: time,
  questionIds: ids,
  index: count,
  /** Selected but not yet checked, for the question at `index`. */
  selection: v.array(count),
  /** Whether the learner is not sure of that. */
  isUnsure: v.optional(v.boolean()),
  /** Options struck out. */
  struck: v.array(v.object({ questionId: v.string(), position: count })),
  elapsed: time,
});
export type StoredRun = v.InferOutput<typeof runSchema>;

/** A run in an exam's history, as it ended or was left. */
export const recordSchema = v.object({
  runId: v.string(),
  kind: oneOf(runKinds),
  finishedAt: time,
  correct: count,
  /** Includes questions without options that were checked. */
  answered: count,
  total: count,
  elapsed: time,
  /** A mock exam that the learner ended, not its clock. */
  isHandedIn: v.optional(v.boolean()),
});
export type RunRecord = v.InferOutput<typeof recordSchema>;

/** A question's state in spaced review, in FSRS units. */
export const cardSchema = v.object({
  questionId: v.string(),
  /** The last answer that it accounts for, and the day on which that was given. */
  lastReview: time,
  day: v.optional(dayNumber),
  /** Days from then until it is due; 0 if that answer was wrong, which is due the next day, too. */
  interval: count,
  /** The day it was due before the first answer of that day; none if that was its first. */
  dueBefore: v.optional(count),
  /** Days until the chance of recall falls to 90 %. */
  stability: time,
  difficulty: time,
});
export type ReviewCard = v.InferOutput<typeof cardSchema>;

/** One answer. */
export const reviewSchema = v.object({
  at: time,
  /** The day on which it was given, whatever zone it is looked at from (`dayOf`). */
  day: v.optional(dayNumber),
  questionId: v.string(),
  isCorrect: v.boolean(),
  isUnsure: v.optional(v.boolean()),
});
export type Review = v.InferOutput<typeof reviewSchema>;

/** A note as one editing session left it. */
const noteSchema = v.object({
  id: v.string(),
  text: v.string(),
  at: time,
  /** The notes that it was written over. */
  over: texts,
});
export type Note = v.InferOutput<typeof noteSchema>;

/** What belongs to a question, whatever run asks it; what was never set is missing. */
export const markSchema = v.object({
  questionId: v.string(),
  isSaved: v.optional(v.boolean()),
  savedAt: v.optional(time),
  isFlagged: v.optional(v.boolean()),
  flaggedAt: v.optional(time),
  /** Practice doesn't ask it again. */
  isAside: v.optional(v.boolean()),
  asideAt: v.optional(time),
  /** More than one where two were written without knowing of each other. */
  notes: v.optional(v.array(noteSchema)),
  /** The exam's list lacked it when a run last began. */
  isAbsent: v.optional(v.boolean()),
  absentAt: v.optional(time),
});
export type Mark = v.InferOutput<typeof markSchema>;

const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));

const day = v.custom<string>(isDay);

/** How many questions a day a learner may want. */
export const goals = [10, 20, 30, 40] as const;
export type Goal = (typeof goals)[number];

/** What became of an exam whose day is over. */
export const outcomes = ['passed', 'failed', 'moved'] as const;
export type Outcome = (typeof outcomes)[number];

/** What a study says of its exam as a whole. */
export const planSchema = v.object({
  /** The day of the exam, as `2026-12-12`, and when the learner said so; no day for "No date yet". */
  examDate: v.optional(day),
  examDateAt: v.optional(time),
  /** How many questions a day, and when the learner said so. */
  goal: v.optional(oneOf(goals)),
  goalAt: v.optional(time),
  /** How the exam went, and when the learner said so; a later date is another try. */
  outcome: v.optional(oneOf(outcomes)),
  outcomeAt: v.optional(time),
});
export type Plan = v.InferOutput<typeof planSchema>;

/** An exam's spaced review. */
export type Study = Plan & {
  cards: ReviewCard[];
  /** Oldest first. */
  reviews: Review[];
  /** Answers that no card accounts for yet, because the library for it loads late. Never stored. */
  unscheduled: Review[];
  marks: Mark[];
  /** The questions that were held out until the learner sat their mock exam. */
  opened: string[];
};

/** All of a learner's data of one exam. */
export type Learning = {
  /** The run of each kind that was touched last, which alone can be continued. */
  runs: StoredRun[];
  /** Earlier runs with their answers. */
  past: StoredRun[];
  /** Oldest first. */
  history: RunRecord[];
  study: Study;
};

export const emptyStudy: Study = { cards: [], reviews: [], unscheduled: [], marks: [], opened: [] };

export const emptyLearning: Learning = { runs: [], past: [], history: [], study: emptyStudy };

/** New data, to be merged into a learner's data. */
export type Change = Partial<Omit<Learning, 'study'>> & { study?: Partial<Study> };
