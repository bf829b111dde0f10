import { useCallback, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { Study } from '#contract/learner.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { withOpened } from '#exam/sitting.ts';
import { useCall } from './use-call.ts';

type Module = typeof import('#exam/readiness.ts') & typeof import('#exam/today.ts');

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

/** The exam's answer, and its readiness with the exam itself once both have loaded. */
export const useReadiness = (providerId: string, examId: string, study: Study) => {
  const { answer, retry } = useExamDetail(providerId, examId);
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    Promise.all([import('#exam/readiness.ts'), import('#exam/today.ts')]).then(
      ([readiness, today]) => setModule({ ...readiness, ...today }),
      () => undefined,
    );
  }, []);
  const estimate = (held: ExamDetail, { readinessOf, todayOf }: Module) => {
    const now = Date.now();
    const detail = withOpened(held, study);
    return {
      detail,
      ...readinessOf(detail, study, now),
      today: todayOf(study, detail.questionIds, now),
    };
  };
  const readiness = answer?.ok && module ? estimate(answer.value, module) : undefined;
  return { answer, retry, readiness };
};

/** An exam and how ready the learner is for it. */
export type Readiness = NonNullable<ReturnType<typeof useReadiness>['readiness']>;
