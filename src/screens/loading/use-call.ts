import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { causeOf, logFailure } from '#api/error-catalogue.ts';
import { type Failure, type Result, success } from '#contract/result.ts';
import { waitAfter } from '#primitives/delay.ts';

/** The first retry comes after about three seconds, each later one after twice as long. */
const FIRST_RETRY = 3;

/** The server has said that there is none, so retrying will not help. */
export const isFinal = (failure: Failure) => ['invalid', 'not-found'].includes(causeOf(failure));

type Answered<T> = { call: unknown; result: Result<T, Failure>; tries: number };

/**
 * The answer of a call, or undefined while it is pending. A new `call` drops the old answer at
 * once, and a late answer is never shown. `call` must be stable between renders.
 *
 * A failed call is retried when the network returns, and periodically, since no event tells when
 * a server comes back; the failure stays on screen until then. `retry` tries at once. `askAgain` does so
 * while the answer stays, where there may be a newer one.
 *
 * `findKnown` returns what can be shown until then; an answer equal to it causes no new render.
 */
export const useCall = <T>(
  call: (signal: AbortSignal) => Promise<Result<T, Failure>>,
  findKnown?: () => T | undefined,
) => {
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Answered<T>>();
  const last = useRef<Answered<T>>(undefined);
  const askAgain = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known is looked up once a call.
  const known = useMemo(() => findKnown?.(), [call]);

  // Before the paint, so that reading from the device overlaps with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt makes a new call.
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    // The network may not be fully back at the first try, so the next one follows soon.
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
      const isKnown = result.ok && result.value === known && !before;
      if (!isKnown) setAnswered(last.current);
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
    askAgain();
  }, [askAgain]);

  const shown = known === undefined ? undefined : success(known);
  return { answer: answered?.call === call ? answered.result : shown, retry, askAgain };
};

/** How long a wait lasts, in milliseconds, before it is explained, and before saved exams fill it. */
export const SLOW = 4000;

/** Whether the given milliseconds have passed on this screen, or there is nothing to wait for. */
export const useSlow = (delay: number, isAtOnce = false) => {
  const [isSlow, setSlow] = useState(isAtOnce);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), delay);
    return () => clearTimeout(timer);
  }, [delay]);
  return isSlow;
};
