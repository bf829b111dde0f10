import { useCallback, useEffect, useState } from 'react';
import { useApi } from '#api/api-context.tsx';
import { cacheNameOf } from '#contract/caches.ts';
import { isOwn } from '#contract/own.ts';
import type { ExamSummary } from '#contract/wire.ts';
import { byCurrency } from '#exam/day/exam-order.ts';
import { planDay } from '#exam/day/plan-day.ts';
import { readAllLearning } from '#learner/learner-store.ts';
import { emptyLearning } from '#learner/schemas.ts';
import { isOnDevice } from '#offline/library/exam-library.ts';
import { useKnownExams, useOnline } from '#offline/use-offline.ts';
import { useRefreshed } from '../loading/use-refreshed.ts';
import { isHere } from '../saved-exam/use-exams-here.ts';

/** The learner's data of each exam, without own exams that were removed. */
const readPresent = async (apiUrl: string) => {
  const all = await readAllLearning(apiUrl);
  const isThere = await Promise.all(
    all.map(({ exam }) => !isOwn(exam) || isOnDevice(exam).catch(() => false)),
  );
  return { all: all.filter((_, index) => isThere[index]), now: Date.now() };
};

/** The lists of these providers, once they have come; empty if one failed. */
const useLists = (providerIds: string[]) => {
  const { api } = useApi();
  const [lists, setLists] = useState<ReadonlyMap<string, ExamSummary[]>>(new Map());
  const names = JSON.stringify(providerIds);
  useEffect(() => {
    const controller = new AbortController();
    for (const id of JSON.parse(names)) {
      api.fetchExams(id, controller.signal).then((answer) => {
        if (controller.signal.aborted) return;
        setLists((before) => new Map(before).set(id, answer.ok ? answer.value : []));
      });
    }
    return () => controller.abort();
  }, [api, names]);
  return lists;
};

/**
 * The exams that the learner has begun or saved, the current one first; undefined until they have
 * been read. `isSettled` once the number of their questions is as certain as it gets; `refresh` reads
 * them again.
 */
export const useExamDays = () => {
  const { apiUrl } = useApi().config;
  const { value, refresh } = useRefreshed(useCallback(() => readPresent(apiUrl), [apiUrl]));
  const { all, now = 0 } = value ?? {};
  const known = useKnownExams();
  const isOnline = useOnline();
  const begun = new Map(
    all?.map(({ exam, ...learning }) => [cacheNameOf(exam), { exam, learning }]),
  );
  for (const [name, saved] of known) {
    const isListed = saved.key.apiUrl === apiUrl || isOwn(saved.key);
    if (!begun.has(name) && isListed && isHere(saved)) {
      begun.set(name, { exam: saved.key, learning: emptyLearning });
    }
  }
  const foreign = [...begun.values()].filter(({ exam }) => !isOwn(exam));
  const providerIds = [...new Set(foreign.map(({ exam }) => exam.providerId))].sort();
  const lists = useLists(providerIds);
  if (!all) return { exams: undefined, isSettled: false, refresh };
  const exams = [...begun].map(([name, { exam, learning }]) => {
    const saved = known.get(name);
    const total = saved && 'total' in saved.status ? saved.status.total : undefined;
    const list = lists.get(exam.providerId)?.find((one) => one.name === exam.examId);
    // What is saved may hold questions that only a mock exam asks, which the list leaves out.
    const counted = isOwn(exam) ? total : list?.questionCount;
    const listed = counted ?? total ?? Number.POSITIVE_INFINITY;
    const isSaved = saved !== undefined && isHere(saved);
    return {
      exam,
      learning,
      day: planDay({ listed, learning }, now),
      /** The number of questions is known. */
      isCounted: counted !== undefined,
      isHere: isSaved,
      /** It can be practiced now: there is a network, or it is on this device. */
      isReady: isOnline || isSaved,
    };
  });
  return {
    exams: exams.sort(byCurrency),
    isSettled: providerIds.every((id) => lists.has(id)),
    refresh,
  };
};

/** An exam, what is known of it, and what it asks today. */
export type ExamDay = NonNullable<ReturnType<typeof useExamDays>['exams']>[number];
