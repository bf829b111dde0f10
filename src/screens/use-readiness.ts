import { useCallback, useEffect, useEffectEvent } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { withOpened } from '#exam/sitting.ts';
import { withoutDeleted } from '#exam/study.ts';
import { todayOf } from '#exam/today.ts';
import { commit } from '#learner/learner-store.ts';
import type { Learning } from '#learner/schemas.ts';
import { useCall } from './use-call.ts';
import { useLoaded } from './use-loaded.ts';

type Module = typeof import('#exam/readiness.ts');
const loadModule = (): Promise<Module | null> => import('#exam/readiness.ts').catch(() => null);

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

/**
 * The exam's answer, and its readiness with the exam itself once both have loaded. `isSettled` then,
 * or when one of them has failed. Today is decided at its first look, which is this one.
 */
export const useReadiness = (exam: ExamKey, learning: Learning) => {
  const { study } = learning;
  const { answer, retry } = useExamDetail(exam);
  const module = useLoaded(loadModule);
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
    if (plan) void commit(exam, { study: { today: plan } });
  });
  const decided = isNew ? `${plan.day} ${study.examDateAt}` : undefined;
  useEffect(() => {
    if (decided) decide();
  }, [decided]);
  const isSettled = answer !== undefined && (!answer.ok || module !== undefined);
  return { answer, retry, readiness, isSettled };
};

/** An exam and how ready the learner is for it. */
export type Readiness = NonNullable<ReturnType<typeof useReadiness>['readiness']>;
