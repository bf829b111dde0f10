import { RETURNING_KEY } from '#contract/learner.ts';

/** Undefined if storage is denied or full. */
export const withLocalStorage = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
};

/** Remembers for the next first paint whether there is stored data. */
export const setReturning = (isReturning: boolean) =>
  withLocalStorage((storage) => {
    if (isReturning) storage.setItem(RETURNING_KEY, 'yes');
    else storage.removeItem(RETURNING_KEY);
  });
