import { commit } from '#learner/learner-store.ts';
import type { Plan } from '#learner/schemas.ts';
import { useExamRun, useLearning } from '../run/run-context.tsx';

/** What is known of the exam, and what changes what the learner says of it. */
export const useExamState = () => {
  const { exam, session } = useExamRun();
  const { detail } = session;
  const { learning, refresh } = useLearning();
  const plan = async (change: Plan) => {
    await commit(exam, { study: change });
    await refresh();
  };
  const state = learning && { listed: detail.questionIds.length, learning, detail };
  return { state, plan };
};
