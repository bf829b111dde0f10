import { useCallback, useEffect, useState } from 'react';
import { commit } from '#learner/learner-store.ts';
import type { Learning, Plan } from '#learner/schemas.ts';
import { useExamRun } from '../run/run-context.tsx';

/** What is known of the exam, the answers given so far included; undefined until it was read. */
export const useExamState = () => {
  const { exam, session, run, readLearning, onHeard } = useExamRun();
  const { detail } = session;
  const [learning, setLearning] = useState<Learning>();
  const read = useCallback(async () => setLearning(await readLearning()), [readLearning]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew after each answer.
  useEffect(() => {
    void read();
    return onHeard(() => void read());
  }, [read, onHeard, run.id, run.at]);
  /** Changes what the learner says of the exam. */
  const plan = async (change: Plan) => {
    await commit(exam, { study: change });
    await read();
  };
  const state = learning && { listed: detail.questionIds.length, learning, detail };
  return { state, plan };
};
