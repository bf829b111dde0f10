import type { LearnerExam } from '#contract/learner.ts';
import { startedRun } from '#exam/run.ts';
import { chooseQuestions, parseSetup } from '#exam/run-plan.ts';
import { readProgress } from '#storage/learner-store.ts';
import { newRunId } from './run-id.ts';

/** A run as its address sets it up: some questions, shuffled, or against the clock. */
export const planRun = async (exam: LearnerExam, questionIds: string[], search: string) => {
  const setup = parseSetup(search);
  const practise = new Set(Object.keys((await readProgress(exam)).practise));
  return startedRun(chooseQuestions(questionIds, setup, practise, Math.random), setup, newRunId());
};
