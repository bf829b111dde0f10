import { useCallback, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { Study } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { useCall } from './use-call.ts';

type Module = typeof import('#exam/readiness.ts');

/** The exam as the API has it now. */
export const useExamDetail = (providerId: string, examId: string) => {
  const { api } = useApi();
  return useCall(
    useCallback(
      (signal: AbortSignal) => api.fetchQuestions(providerId, examId, signal),
      [api, providerId, examId],
    ),
  );
};

/** The exam and a function that estimates readiness for it, once both have loaded. */
export const useReadiness = (providerId: string, examId: string, study: Study) => {
  const { answer } = useExamDetail(providerId, examId);
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    import('#exam/readiness.ts').then(setModule, () => undefined);
  }, []);
  if (!answer?.ok || !module) return undefined;
  const detail: ExamDetail = answer.value;
  const now = new Date();
  return {
    detail,
    ...module.readinessOf(detail, study, now.getTime()),
    plan: module.planOf(detail, study, now),
  };
};
