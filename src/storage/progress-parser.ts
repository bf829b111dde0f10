import * as v from 'valibot';
import type { ExamProgress } from '#contract/learner.ts';
import { count, time } from './value-shapes.ts';

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

/** Progress that can't be read, of another version or spoilt, counts as none. */
export const parseProgress = (value: unknown): ExamProgress | undefined => {
  const parsed = v.safeParse(progress, value);
  return parsed.success ? parsed.output : undefined;
};
