import { beforeEach } from 'vitest';

/** What lies on the device, by key. */
export const stored = new Map<string, unknown>();

let isRefusing = false;

/** From here on, until the test ends, the device neither gives nor takes anything. */
export const refuseStorage = () => {
  isRefusing = true;
};

const answer = async <T>(work: () => T) => {
  if (isRefusing) throw new DOMException('Denied on demand', 'SecurityError');
  return work();
};

const write = (key: string, value: unknown) => void stored.set(key, structuredClone(value));
const read = (key: string) => structuredClone(stored.get(key));

const objects = {
  put: (value: unknown, key: string) => write(key, value),
  transaction: { commit: () => {} },
};

/** As much of idb-keyval as the app uses, in memory, as jsdom and Node have no IndexedDB. */
export const memoryStore = {
  createStore: () => (_: IDBTransactionMode, work: (objects: unknown) => unknown) =>
    answer(() => work(objects)),
  promisifyRequest: async () => undefined,
  get: (key: string) => answer(() => read(key)),
  setMany: (entries: [string, unknown][]) =>
    answer(() => {
      for (const [key, value] of entries) write(key, value);
    }),
  update: (key: string, change: (value: unknown) => unknown) =>
    answer(() => write(key, change(read(key)))),
  delMany: (keys: string[]) =>
    answer(() => {
      for (const key of keys) stored.delete(key);
    }),
  entries: () => answer(() => [...stored.keys()].map((key) => [key, read(key)])),
};

beforeEach(() => {
  stored.clear();
  isRefusing = false;
});
