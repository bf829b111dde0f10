import { useLayoutEffect } from 'react';
import { printRunQuery, type RunQuery, readRunQuery } from '#contract/routes.ts';
import { isSilent, type Run } from '#exam/run/run.ts';

/** What the address should name; undefined where it may stay as it is. */
const queryOf = (run: Run, hasResult: boolean, { run: named, result }: RunQuery) => {
  const { id, isFinished } = run;
  if (hasResult) return { result: id };
  // Its start address is used up: whoever reloads or comes back wants this mock exam, not another.
  if (isSilent(run)) return { run: id };
  // A finished run that is looked back at leads to its result.
  const isOther = (result !== undefined && !(result === id && isFinished)) || named !== undefined;
  return isOther ? {} : undefined;
};

/** Names a mock exam, and any run whose result is shown, in the address: Reload and Back lead to it. */
export const useRunAddress = (run: Run, hasResult: boolean) => {
  useLayoutEffect(() => {
    const { pathname, search } = location;
    const query = queryOf(run, hasResult, readRunQuery(search));
    const next = query && printRunQuery(query);
    if (next === undefined || next === search) return;
    history.replaceState(history.state, '', pathname + next);
  }, [run, hasResult]);
};
