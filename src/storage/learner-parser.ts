import * as v from 'valibot';
import type { ExamProgress, SavedRun } from '#contract/learner.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(v.number(), v.finite(), v.minValue(0));
const texts = v.array(v.string());

const setup = v.object({
  questions: v.union([v.picklist(['all', 'practise', 'again']), count]),
  isShuffled: v.boolean(),
  minutes: v.optional(v.pipe(v.number(), v.minValue(1))),
});

const result = v.object({
  questionId: v.string(),
  isCorrect: v.boolean(),
  selectedAnswers: texts,
  correctAnswers: texts,
  positions: v.array(count),
  domain: v.optional(v.string()),
});

const savedRun = v.object({
  version: v.literal(1),
  id: v.string(),
  setup,
  questionIds: v.pipe(texts, v.minLength(1)),
  index: count,
  selection: v.array(count),
  results: v.array(result),
  flags: texts,
  elapsed: time,
  isFinished: v.boolean(),
});

const record = v.object({
  runId: v.string(),
  finishedAt: time,
  correct: count,
  answered: count,
  total: count,
  elapsed: time,
});

const progress = v.object({
  version: v.literal(1),
  history: v.array(record),
  practise: v.record(v.string(), count),
});

/** What can't be read, of another version or spoilt, counts as nothing. */
export const parseSavedRun = (value: unknown): SavedRun | undefined => {
  const parsed = v.safeParse(savedRun, value);
  return parsed.success ? parsed.output : undefined;
};

export const parseProgress = (value: unknown): ExamProgress | undefined => {
  const parsed = v.safeParse(progress, value);
  return parsed.success ? parsed.output : undefined;
};
