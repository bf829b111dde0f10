import type { LearnerExam } from '#contract/learner.ts';
import { startedRun } from '#exam/run.ts';
import { chooseQuestions, parseSetup } from '#exam/run-plan.ts';
import { readProgress, updateProgress } from '#storage/learner-store.ts';
import { newRunId } from './run-id.ts';

/** What is to be practised in the exam as it is now; questions that are gone are forgotten. */
const readPractise = async (exam: LearnerExam, questionIds: string[]) => {
  const there = new Set(questionIds);
  const isThere = (id: string) => there.has(id);
  const listed = Object.keys((await readProgress(exam)).practise);
  if (!listed.every(isThere)) {
    await updateProgress(exam, ({ history, practise }) => ({
      history,
      practise: Object.fromEntries(Object.entries(practise).filter(([id]) => isThere(id))),
    }));
  }
  return new Set(listed.filter(isThere));
};

/** A run as its address sets it up: some questions, shuffled, or against the clock. */
export const planRun = async (exam: LearnerExam, questionIds: string[], search: string) => {
  const setup = parseSetup(search);
  const practise = await readPractise(exam, questionIds);
  return startedRun(chooseQuestions(questionIds, setup, practise, Math.random), setup, newRunId());
};
