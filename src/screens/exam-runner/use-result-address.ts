import { useEffect } from 'react';
import { printRunQuery, readRunQuery } from '#contract/routes.ts';
import type { Run } from '#exam/run.ts';

/** Names the run in the address while its result is shown, so that Reload and Back lead to it. */
export const useResultAddress = ({ id, isFinished }: Run, hasResult: boolean) => {
  useEffect(() => {
    const { pathname, search } = location;
    const named = readRunQuery(search).result;
    if (named === id ? hasResult || isFinished : named === undefined && !hasResult) return;
    const next = printRunQuery({ result: hasResult ? id : undefined });
    history.replaceState(history.state, '', pathname + next);
  }, [id, isFinished, hasResult]);
};
