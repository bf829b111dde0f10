import { useCallback } from 'react';
import { useApi } from '#api/api-context.tsx';
import { type ExamKey, hasCaches } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
import { readDocument } from '#offline/library/exam-library.ts';
import { useCall } from '../loading/use-call.ts';

/** The exam: as it is saved, else as the API has it. */
export const useExamDetail = ({ apiUrl, providerId, examId }: ExamKey) => {
  const { api } = useApi();
  return useCall(
    useCallback(
      async (signal: AbortSignal) => {
        const key = { apiUrl, providerId, examId };
        const saved = hasCaches() && (await readDocument(key).catch(() => undefined));
        return saved ? success(saved.detail) : api.fetchQuestions(providerId, examId, signal);
      },
      [api, apiUrl, providerId, examId],
    ),
  );
};
