import type { ExamKey } from '#contract/caches.ts';
import { startedRun } from '#exam/run.ts';
import { chooseQuestions, parseSetup } from '#exam/run-plan.ts';
import { readProgress, updateKept } from '#storage/learner-store.ts';
import { newRunId } from './exam-run.tsx';

/** What is to be practised in the exam as it is now; questions that are gone are forgotten. */
const readPractice = async (exam: ExamKey, questionIds: string[]) => {
  const there = new Set(questionIds);
  const isThere = (id: string) => there.has(id);
  const listed = Object.keys((await readProgress(exam)).practise);
  if (!listed.every(isThere)) {
    await updateKept(exam, 'review', ({ progress: { history, practise } }) => ({
      progress: {
        history,
        practise: Object.fromEntries(Object.entries(practise).filter(([id]) => isThere(id))),
      },
    }));
  }
  return new Set(listed.filter(isThere));
};

/** A run as its address sets it up: some questions, shuffled, or against the clock. */
export const planRun = async (exam: ExamKey, questionIds: string[], search: string) => {
  const setup = parseSetup(search);
  const practise = await readPractice(exam, questionIds);
  const chosen = chooseQuestions(questionIds, setup, practise, Math.random);
  return startedRun(chosen, setup, newRunId(), Date.now());
};
