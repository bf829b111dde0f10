import { useCallback } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { useCall } from '../use-call.ts';

/** The exam as the API has it now. */
export const useExamDetail = ({ providerId, examId }: ExamKey) => {
  const { api } = useApi();
  return useCall(
    useCallback(
      (signal: AbortSignal) => api.fetchQuestions(providerId, examId, signal),
      [api, providerId, examId],
    ),
  );
};
