import {
  createStore,
  delMany,
  entries,
  get,
  promisifyRequest,
  setMany,
  type UseStore,
  update,
} from 'idb-keyval';

/** A database that has not answered by then is taken for none. In milliseconds. */
const PATIENCE = 3000;

let store: UseStore | undefined;

const openStore = () => {
  store ??= createStore('certdeck', 'learner');
  return store;
};

const giveUp = () =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The database does not answer')), PATIENCE);
  });

/** The browser may close a database under our feet; it is then opened again, once. */
const withStore = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
  try {
    return await Promise.race([work(openStore()), giveUp()]);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    store = undefined;
    return Promise.race([work(openStore()), giveUp()]);
  }
};

/** All of these reject where the device stores nothing, or not in time. */
export const readValue = (key: string): Promise<unknown> =>
  withStore((opened) => get<unknown>(key, opened));
/** Committed without waiting for an answer, so that it outlives a page that is just going. */
export const writeValue = (key: string, value: unknown) =>
  withStore((opened) =>
    opened('readwrite', (objects) => {
      objects.put(value, key);
      objects.transaction.commit();
      return promisifyRequest(objects.transaction);
    }),
  );
/** Reads and writes in one step, so that two tabs lose nothing of each other's. */
export const updateValue = (key: string, change: (value: unknown) => unknown) =>
  withStore((opened) => update<unknown>(key, change, opened));
/** All of them or none. */
export const writeValues = (values: [string, unknown][]) =>
  withStore((opened) => setMany(values, opened));
export const deleteValues = (keys: string[]) => withStore((opened) => delMany(keys, opened));
export const readAllValues = () => withStore((opened) => entries<string, unknown>(opened));
