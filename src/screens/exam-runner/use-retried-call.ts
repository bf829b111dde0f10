import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '#contract/failure.ts';
import type { Result } from '#contract/result.ts';
import { waitAfter } from '#offline/backoff.ts';
import { useCall } from '../use-call.ts';

/** The first retry comes after some four seconds, each later one after twice as long. */
const FIRST_RETRY = 4;

/**
 * A call that can be asked again. Asks again by itself when the network returns, and now and then,
 * since nobody says so when only the server was away; meanwhile the failure stays on screen.
 */
export const useRetriedCall = <T>(call: (signal: AbortSignal) => Promise<Result<T, Failure>>) => {
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt makes a new call.
  const attempted = useCallback((signal: AbortSignal) => call(signal), [call, attempt]);
  const answer = useCall(attempted);
  const hasFailed = answer?.ok === false;
  const failure = useRef<{ call: unknown; answer: typeof answer }>(undefined);
  if (hasFailed) failure.current = { call, answer };

  const askAgain = useCallback(() => setAttempt((count) => count + 1), []);
  const retry = useCallback(() => {
    failure.current = undefined;
    askAgain();
  }, [askAgain]);

  useEffect(() => {
    if (!hasFailed) return;
    addEventListener('online', askAgain);
    const timer = setTimeout(askAgain, waitAfter(attempt + FIRST_RETRY, Math.random()));
    return () => {
      removeEventListener('online', askAgain);
      clearTimeout(timer);
    };
  }, [hasFailed, askAgain, attempt]);

  const shown = failure.current?.call === call ? failure.current?.answer : undefined;
  return { answer: answer ?? shown, retry };
};
