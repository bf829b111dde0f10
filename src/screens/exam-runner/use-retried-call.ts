import { useCallback, useEffect, useState } from 'react';
import type { Failure } from '#contract/failure.ts';
import type { Result } from '#contract/result.ts';
import { useCall } from '../use-call.ts';

/** A call that can be asked again, and asks again by itself when the network returns. */
export const useRetriedCall = <T>(call: (signal: AbortSignal) => Promise<Result<T, Failure>>) => {
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt makes a new call.
  const attempted = useCallback((signal: AbortSignal) => call(signal), [call, attempt]);
  const answer = useCall(attempted);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const hasFailed = answer?.ok === false;

  useEffect(() => {
    if (!hasFailed) return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [hasFailed, retry]);

  return { answer, retry };
};
