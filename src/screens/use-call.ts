import { useEffect, useState } from 'react';
import { logFailure } from '#api/error-catalogue.ts';
import type { Failure } from '#contract/failure.ts';
import type { Result } from '#contract/result.ts';

/**
 * The answer of a call, or undefined while it is out. A new `call` drops the old answer at once,
 * and an answer that comes late is never shown. `call` must be stable between renders.
 */
export const useCall = <T>(call: (signal: AbortSignal) => Promise<Result<T, Failure>>) => {
  const [answered, setAnswered] = useState<{ call: unknown; result: Result<T, Failure> }>();

  useEffect(() => {
    const controller = new AbortController();
    call(controller.signal).then((result) => {
      if (controller.signal.aborted) return;
      if (!result.ok) logFailure(result.failure);
      setAnswered({ call, result });
    });
    return () => controller.abort();
  }, [call]);

  return answered?.call === call ? answered.result : undefined;
};
