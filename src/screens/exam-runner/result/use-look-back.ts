import { useEffect, useEffectEvent } from 'react';
import { readRunQuery } from '#contract/routes.ts';
import { forgetLook, readLook, useLook } from './look.ts';

type Views = { showQuestion: (index: number) => void; showResult: () => void };

/** What is looked at from a run's result. Follows the browser's Back and Forward. */
export const useLookBack = (runId: string, { showQuestion, showResult }: Views) => {
  const look = useLook();
  const follow = useEffectEvent(() => {
    const at = readLook();
    if (at && at.run !== runId) forgetLook();
    else if (typeof at?.at === 'number') showQuestion(at.at);
    else if (at || readRunQuery(location.search).result === runId) showResult();
  });
  useEffect(() => {
    const onMove = () => follow();
    addEventListener('popstate', onMove);
    return () => removeEventListener('popstate', onMove);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a reload, and once another run has begun.
  useEffect(() => {
    if (readLook()) follow();
  }, [runId]);
  return look?.run === runId ? look : undefined;
};
