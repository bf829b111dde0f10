import { useCallback } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamPlace } from './exam-place.ts';
import { useRetriedCall } from './use-retried-call.ts';

/** The question on screen; `index` makes every move load it anew. */
export const useQuestion = (
  { providerId, examId }: ExamPlace,
  questionId: string,
  index: number,
) => {
  const { api } = useApi();
  return useRetriedCall(
    // biome-ignore lint/correctness/useExhaustiveDependencies: moving loads again (SPEC 4).
    useCallback(
      (signal: AbortSignal) => api.fetchQuestion(providerId, examId, questionId, signal),
      [api, providerId, examId, questionId, index],
    ),
  );
};
