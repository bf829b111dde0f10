import { vi } from 'vitest';

/** What lies on the device, by key. */
export const stored = new Map<string, unknown>();

/** Gives Node a localStorage until the test ends. */
export const stubLocalStorage = () => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
    key: (place: number) => [...items.keys()][place] ?? null,
    get length() {
      return items.size;
    },
  });
  return items;
};

let isRefusing = false;
let isStalled = false;
let queue: Promise<unknown> = Promise.resolve();

/** From here on, until the test ends, the device neither gives nor takes anything. */
export const refuseStorage = () => {
  isRefusing = true;
};

export const allowStorage = () => {
  isRefusing = false;
};

/** From here on, until the test ends, transactions go on without an end. */
export const stallStorage = () => {
  isStalled = true;
};

/** One transaction: what it puts is there for others when it has ended, and only then. */
const openTransaction = () => {
  if (isRefusing) throw new DOMException('Denied on demand', 'SecurityError');
  const changes = new Map<string, unknown>();
  let settle: { resolve: () => void; reject: (reason: unknown) => void } | undefined;
  const ended = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  ended.catch(() => {});
  let isOver = false;
  const end = () => {
    if (isOver) throw new DOMException('It is over', 'InvalidStateError');
    isOver = true;
  };
  const transaction = {
    db: { onversionchange: null, close: () => {} },
    complete: () => {
      if (isStalled) return ended;
      end();
      for (const [key, value] of changes) {
        if (value === undefined) stored.delete(key);
        else stored.set(key, value);
      }
      settle?.resolve();
      return ended;
    },
    abort: () => {
      end();
      settle?.reject(new DOMException('Aborted', 'AbortError'));
    },
  };
  return {
    transaction,
    get: (key: string) => ({ result: structuredClone(stored.get(key)) }),
    getAllKeys: () => ({ result: [...stored.keys()] }),
    getAll: () => ({ result: structuredClone([...stored.values()]) }),
    put: (value: unknown, key: string) => void changes.set(key, structuredClone(value)),
    delete: (key: string) => void changes.set(key, undefined),
  };
};

/** As much of idb-keyval as the app uses, in memory, as jsdom and Node have no IndexedDB. */
export const memoryStore = {
  createStore: () => (_mode: IDBTransactionMode, work: (objects: unknown) => unknown) => {
    const done = queue.then(() => work(openTransaction()));
    queue = done.catch(() => {});
    return done;
  },
  promisifyRequest: async (request: { result?: unknown; complete?: () => Promise<void> }) =>
    request.complete ? request.complete() : request.result,
};

/** Empties the device, which works again. */
export const resetDevice = () => {
  stored.clear();
  isRefusing = false;
  isStalled = false;
  queue = Promise.resolve();
};
