import { vi } from 'vitest';
import { createGate } from './gate.ts';

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
let closedAs = 'InvalidStateError';
let isStalled = false;
let held: Promise<void> | undefined;
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

/** From here on transactions that are being written end when the returned function is called. */
export const holdStorage = () => {
  const gate = createGate();
  held = gate.opened;
  return gate.open;
};

type Database = { isOpen: boolean; onversionchange: (() => void) | null; close: () => void };

const databases = new Set<Database>();

const openDatabase = () => {
  const database: Database = {
    isOpen: true,
    onversionchange: null,
    close: () => {
      database.isOpen = false;
      databases.delete(database);
    },
  };
  databases.add(database);
  return database;
};

/** Closes the database under the app's feet, as a browser may at any time. */
export const closeDatabases = (error = 'InvalidStateError') => {
  closedAs = error;
  for (const database of databases) database.close();
};

/** Another tab asks for a higher version of the database. Returns whether it gets it. */
export const upgradeDatabase = () => {
  for (const database of databases) database.onversionchange?.();
  return databases.size === 0;
};

/** One transaction: what it puts is there for others when it has ended, and only then. */
const openTransaction = (db: Database) => {
  if (!db.isOpen) throw new DOMException('It is closed', closedAs);
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
    db,
    complete: () => {
      if (isStalled) return ended;
      end();
      for (const [key, value] of changes) {
        if (value === undefined) stored.delete(key);
        else stored.set(key, value);
      }
      if (held) held.then(settle?.resolve);
      else settle?.resolve();
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
  createStore: () => {
    const database = openDatabase();
    return (_mode: IDBTransactionMode, work: (objects: unknown) => unknown) => {
      const done = queue.then(() => work(openTransaction(database)));
      queue = done.catch(() => {});
      return done;
    };
  },
  promisifyRequest: async (request: { result?: unknown; complete?: () => Promise<void> }) =>
    request.complete ? request.complete() : request.result,
};

/** Empties the device, which works again. */
export const resetDevice = () => {
  stored.clear();
  isRefusing = false;
  isStalled = false;
  held = undefined;
  queue = Promise.resolve();
};
