import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/** How long to wait for the database before doing without it, in milliseconds. */
const TIMEOUT = 3000;

let store: UseStore | undefined;

const openStore = () => {
  store ??= createStore('certdeck', 'learner');
  return store;
};

const abort = (transaction: IDBTransaction) => {
  try {
    transaction.abort();
    return true;
  } catch {
    // It has already ended.
    return false;
  }
};

type Work<T> = (objects: IDBObjectStore) => Promise<T>;

/** Rejects when the time is up; the transaction has then changed nothing. */
const transact = async <T>(mode: IDBTransactionMode, work: Work<T>, timeout: number) => {
  let transaction: IDBTransaction | undefined;
  let isLate = false;
  const done = openStore()(mode, async (objects) => {
    if (isLate) throw new Error('The database has opened too late');
    transaction = objects.transaction;
    const { db } = transaction;
    // An old tab must not block a later version of the app. What it does next reopens the database.
    db.onversionchange ??= () => db.close();
    try {
      const value = await work(objects);
      await promisifyRequest(transaction);
      return value;
    } catch (error) {
      abort(transaction);
      throw error;
    }
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      // If it can no longer be aborted, `done` settles with its outcome.
      if (!transaction || abort(transaction)) reject(new Error('The database does not answer'));
    }, timeout);
  });
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
};

/** What a database throws that was closed, by the browser or for another tab, or lost its process. */
const CLOSED = ['InvalidStateError', 'UnknownError'];

/** Reopens the database if it was closed. */
const withStore = async <T>(mode: IDBTransactionMode, work: Work<T>, timeout = TIMEOUT) => {
  try {
    return await transact(mode, work, timeout);
  } catch (error) {
    if (!(error instanceof DOMException && CLOSED.includes(error.name))) throw error;
    store = undefined;
    return transact(mode, work, timeout);
  }
};

const getAll = (objects: IDBObjectStore, keys: string[]) =>
  Promise.all(keys.map((key) => promisifyRequest<unknown>(objects.get(key))));

/** All of these reject when the device can't store anything, or not in time. */
export const readValues = (keys: string[]) =>
  withStore('readonly', (objects) => getAll(objects, keys));

export const readAllValues = () =>
  withStore('readonly', async (objects) => {
    const [keys, values] = await Promise.all([
      promisifyRequest(objects.getAllKeys()),
      promisifyRequest(objects.getAll()),
    ]);
    return keys.map((key, index): [string, unknown] => [String(key), values[index]]);
  });

/**
 * Reads and writes in one transaction, so that no tab overwrites another's changes. A value of
 * undefined deletes its key. Writes all or nothing. `timeout` is in milliseconds.
 */
export const changeValues = (
  keys: string[],
  change: (values: unknown[]) => [string, unknown][],
  timeout?: number,
) =>
  withStore(
    'readwrite',
    async (objects) => {
      const values = keys.length > 0 ? await getAll(objects, keys) : [];
      for (const [key, value] of change(values)) {
        if (value === undefined) objects.delete(key);
        else objects.put(value, key);
      }
    },
    timeout,
  );
