import { useCallback, useEffect, useRef, useState } from 'react';
import { logFailure } from '#api/error-catalogue.ts';
import type { Failure, Result } from '#contract/result.ts';
import { waitAfter } from '#offline/delay.ts';

/** The first retry comes after some three seconds, each later one after twice as long. */
const FIRST_RETRY = 3;

/** Asking again will not help: the server has said that there is none. */
export const isFinal = (failure: Failure) =>
  failure.endsWith('-not-found') || failure.endsWith('-invalid');

type Answered<T> = { call: unknown; result: Result<T, Failure>; tries: number };

/**
 * The answer of a call, or undefined while it is out. A new `call` drops the old answer at once,
 * and an answer that comes late is never shown. `call` must be stable between renders.
 *
 * What failed is asked again when the network returns, and now and then, since nobody says so when
 * only the server was away; meanwhile the failure stays on screen. `retry` asks at once.
 */
export const useCall = <T>(call: (signal: AbortSignal) => Promise<Result<T, Failure>>) => {
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered<T>>();
  const last = useRef<Answered<T>>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt makes a new call.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const askAgain = () => setAttempt((count) => count + 1);
    // The first try may come before the network is wholly back, and the next one soon after.
    const beginAgain = () => {
      if (last.current) last.current.tries = 0;
      askAgain();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    call(signal).then((result) => {
      if (signal.aborted) return;
      const before = last.current?.call === call ? last.current : undefined;
      const tries = (before?.tries ?? 0) + 1;
      last.current = { call, result, tries };
      setAnswered(last.current);
      if (result.ok) return;
      const isNews = before?.result.ok !== false || before.result.failure !== result.failure;
      if (isNews) logFailure(result.failure);
      if (isFinal(result.failure)) return;
      addEventListener('online', beginAgain, { signal });
      timer = setTimeout(askAgain, waitAfter(tries + FIRST_RETRY, Math.random()));
    });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [call, attempt]);

  const retry = useCallback(() => {
    last.current = undefined;
    setAnswered(undefined);
    setAttempt((count) => count + 1);
  }, []);

  return { answer: answered?.call === call ? answered.result : undefined, retry };
};

/** Whether so many milliseconds have passed on this screen, or need not be waited for. */
export const useSlow = (delay: number, isAtOnce = false) => {
  const [isSlow, setSlow] = useState(isAtOnce);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return isSlow;
};
