import { useEffect, useMemo } from 'react';
import { useApi } from '#api/api-context.tsx';
import type { ExamKey } from '#contract/caches.ts';
import { openAhead } from '#offline/session/open-exam.ts';
import { forgetRun, prepareRun } from '../exam-day/run-start.ts';

/**
 * Loads an exam, and the run that `search` asks for, so that a tap shows a question at once: at idle if
 * `isEarly`, and by the function that it returns. Whatever is learned sets up another run.
 */
export const useOpenAhead = (
  exam: ExamKey,
  search: string,
  learning: unknown,
  isEarly: boolean,
) => {
  const { api } = useApi();
  const ahead = useMemo(() => {
    const controller = new AbortController();
    const open = async () => {
      const session = await openAhead(api, exam);
      if (session && search) await prepareRun(exam, search, session, controller.signal);
    };
    const forget = () => {
      controller.abort();
      forgetRun(exam, search);
    };
    return { open, forget, learning };
  }, [api, exam, search, learning]);
  useEffect(() => {
    const idle = isEarly ? globalThis.requestIdleCallback?.(() => void ahead.open()) : undefined;
    return () => {
      if (idle !== undefined) cancelIdleCallback(idle);
      ahead.forget();
    };
  }, [ahead, isEarly]);
  return () => void ahead.open();
};
