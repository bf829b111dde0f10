import * as v from 'valibot';
import type { RunSetup, SavedRun } from '#contract/learner.ts';
import { count, minutes, time } from './value-shapes.ts';

const texts = v.array(v.string());

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
});

const savedRun = v.object({
  version: v.literal(1),
  id: v.string(),
  setup,
  questionIds: texts,
  index: count,
  selection: v.array(count),
  results: v.array(result),
  flags: texts,
  elapsed: time,
  isFinished: v.boolean(),
});

/** A kept run that can't be read, of another version or spoilt, counts as none. */
export const parseSavedRun = (value: unknown): SavedRun | undefined => {
  const parsed = v.safeParse(savedRun, value);
  return parsed.success && parsed.output.questionIds.length > 0 ? parsed.output : undefined;
};
