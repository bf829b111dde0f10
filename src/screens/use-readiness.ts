import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamDetail } from '#contract/wire.ts';
import { withOpened } from '#exam/sitting.ts';
import { withoutDeleted } from '#exam/study.ts';
import { todayOf } from '#exam/today.ts';
import { commit } from '#learner/learner-store.ts';
import type { Learning } from '#learner/schemas.ts';
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

/**
 * The exam's answer, and its readiness with the exam itself once both have loaded. Today is decided
 * at its first look, which is this one.
 */
export const useReadiness = (providerId: string, examId: string, learning: Learning) => {
  const { apiUrl } = useApi().config;
  const { study } = learning;
  const { answer, retry } = useExamDetail(providerId, examId);
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    import('#exam/readiness.ts').then(setModule, () => undefined);
  }, []);
  const estimate = (held: ExamDetail, { readinessOf }: Module) => {
    const now = Date.now();
    const detail = withOpened(held, study);
    return {
      detail,
      ...readinessOf(detail, learning, now),
      today: todayOf(withoutDeleted(study, detail.questionIds), detail.questionIds.length, now),
    };
  };
  const readiness = answer?.ok && module ? estimate(answer.value, module) : undefined;
  const { plan } = readiness?.today ?? {};
  const isPracticed = study.reviews.length > 0;
  const isNew = isPracticed && plan !== undefined && plan !== study.today;
  const decide = useEffectEvent(() => {
    if (plan) void commit({ apiUrl, providerId, examId }, { study: { today: plan } });
  });
  const decided = isNew ? `${plan.day} ${study.examDateAt}` : undefined;
  useEffect(() => {
    if (decided) decide();
  }, [decided]);
  return { answer, retry, readiness };
};

/** An exam and how ready the learner is for it. */
export type Readiness = NonNullable<ReturnType<typeof useReadiness>['readiness']>;
