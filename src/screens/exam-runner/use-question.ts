import { useCallback, useEffect } from 'react';
import type { ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import type { ExamSession } from '#offline/exam-session.ts';
import { useExamStatus } from '#offline/use-offline.ts';
import { useCall } from '../use-call.ts';

/** The question on screen; `index` makes every move load it anew. */
export const useQuestion = (
  exam: ExamKey,
  session: ExamSession,
  questionId: string,
  index: number,
) => {
  const { answer: called, retry } = useCall(
    // biome-ignore lint/correctness/useExhaustiveDependencies: moving loads again (SPEC 4).
    useCallback(
      (signal: AbortSignal) => session.loadQuestion(questionId, signal),
      [session, questionId, index],
    ),
  );
  const atHand = session.questionAtHand(questionId);
  const answer = called ?? (atHand && success(atHand));
  const status = useExamStatus(exam);
  const hasFailed = answer?.ok === false;

  // The download may have got what the screen could not.
  useEffect(() => {
    if (!hasFailed || status.kind === 'unknown') return;
    let isCurrent = true;
    session.hasQuestion(questionId).then((isThere) => isCurrent && isThere && retry());
    return () => {
      isCurrent = false;
    };
  }, [hasFailed, status, session, questionId, retry]);

  return { answer, retry };
};
