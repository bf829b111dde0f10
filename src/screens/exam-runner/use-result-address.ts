import { useEffect } from 'react';
import type { Run } from '#exam/run.ts';
import { RESULT } from '../run-start.ts';

/** Names the run in the address while its result is shown, so that Reload and Back lead to it. */
export const useResultAddress = ({ id, isFinished }: Run, hasResult: boolean) => {
  useEffect(() => {
    const { pathname, search } = location;
    const named = new URLSearchParams(search).get(RESULT);
    if (named === id ? hasResult || isFinished : named === null && !hasResult) return;
    const next = hasResult ? `?${new URLSearchParams({ [RESULT]: id })}` : '';
    history.replaceState(history.state, '', pathname + next);
  }, [id, isFinished, hasResult]);
};
