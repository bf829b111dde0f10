/** Set in localStorage while there is stored data, so that home can reserve space for its card. */
export const RETURNING_KEY = 'returning';

/** Undefined if storage is denied or full. */
export const withLocalStorage = <T>(work: (storage: Storage) => T): T | undefined => {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
};

/** Null if nothing is stored under the key, undefined if storage is denied. */
export const readText = (key: string) => withLocalStorage((storage) => storage.getItem(key));

/** Whether the text is stored; without storage it lasts for this visit at most. */
export const writeText = (key: string, text: string) =>
  withLocalStorage((storage) => {
    storage.setItem(key, text);
    return true;
  }) ?? false;

/** Remembers for the next first paint whether there is stored data. */
export const setReturning = (isReturning: boolean) =>
  withLocalStorage((storage) => {
    if (isReturning) storage.setItem(RETURNING_KEY, 'yes');
    else storage.removeItem(RETURNING_KEY);
  });
