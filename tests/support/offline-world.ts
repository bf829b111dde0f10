import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { onTestFinished, vi } from 'vitest';
import { createMemoryCaches, SITE } from './memory-caches.ts';

/** One tab: what runs in it stops for good when it is killed. */
export type Tab = { name: string; isDead: boolean };

type Held = { name: string; tab: Tab | undefined; fail: (reason: unknown) => void };
type Options = { ifAvailable?: boolean; steal?: boolean };

const never = () => new Promise<never>(() => undefined);
const running = new AsyncLocalStorage<Tab>();

/** What a killed tab asks for never comes. */
const alive = async <T>(work: () => Promise<T>): Promise<T> => {
  const tab = running.getStore();
  if (tab?.isDead) return never();
  const value = await work();
  return tab?.isDead ? never() : value;
};

/** Web Locks between tabs, as the app uses them: nobody ever waits for one. Work begins later. */
export const createLocks = () => {
  let held: Held[] = [];

  const request = (name: string, { steal }: Options, work: (lock: unknown) => unknown) => {
    const tab = running.getStore();
    const holder = held.find((other) => other.name === name);
    if (tab?.isDead) return never();
    if (holder && !steal) return Promise.resolve(null).then(work);
    if (holder) {
      holder.fail(new DOMException('Stolen', 'AbortError'));
      held = held.filter((other) => other !== holder);
    }
    return new Promise((resolve, reject) => {
      const own: Held = { name, tab, fail: reject };
      held.push(own);
      const end = () => {
        held = held.filter((other) => other !== own);
      };
      const worked = Promise.resolve({ name }).then(work);
      worked.finally(end).then(resolve, reject);
    });
  };

  /** The browser lets go of everything that a killed tab held. */
  const forget = (tab: Tab) => {
    held = held.filter((holder) => holder.tab !== tab);
  };

  return { request, forget, query: async () => ({ held: held.map(({ name }) => ({ name })) }) };
};

const guard = <T extends object>(target: T): T =>
  new Proxy(target, {
    get: (object, name) => {
      const value = Reflect.get(object, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) =>
        alive(async () => {
          const result = await value.apply(object, args);
          return name === 'open' ? guard(result) : result;
        });
    },
  });

/** A browser with any number of tabs, a server as `respond` has it, and a clock that tests turn. */
export const createWorld = (
  respond: (request: Request) => Promise<Response>,
  mayPut?: (address: string) => boolean,
) => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
  const { setTimeout: startTimer, setInterval: startInterval } = globalThis;
  vi.stubGlobal('setTimeout', (work: () => void, time?: number, ...args: []) =>
    startTimer(AsyncResource.bind(work), time, ...args),
  );
  vi.stubGlobal('setInterval', (work: () => void, time?: number) =>
    startInterval(AsyncResource.bind(work), time),
  );
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => {
    const controller = new AbortController();
    startTimer(() => controller.abort(new DOMException('Too late', 'TimeoutError')), time);
    return controller.signal;
  });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const caches = createMemoryCaches(mayPut);
  const locks = createLocks();
  let isOnline = true;
  const channels = new Set<{ tab: Tab | undefined; hear: (event: unknown) => void }>();

  vi.stubGlobal('caches', guard(caches));
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) =>
    alive(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      const { signal, ...rest } = init;
      const request = new Request(address, rest);
      const gone = new Promise<never>((_, reject) => {
        if (signal?.aborted) reject(signal.reason);
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return Promise.race([respond(request), gone]);
    }),
  );
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1: { onmessage?: (event: unknown) => void; close: () => void } = {
        close: () => undefined,
      };
      port2 = {
        postMessage: (data: unknown) => queueMicrotask(() => this.port1.onmessage?.({ data })),
      };
    },
  );
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
    locks,
    serviceWorker: {
      getRegistration: async () => ({
        active: {
          postMessage: (_: unknown, [port]: [{ postMessage: (data: unknown) => void }]) =>
            port.postMessage({ isShellCached: true }),
        },
      }),
    },
  });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      tab = running.getStore();
      postMessage(data: unknown) {
        if (this.tab?.isDead) return;
        const copy = structuredClone(data);
        for (const { tab, hear } of channels) {
          if (tab && tab !== this.tab && !tab.isDead) {
            queueMicrotask(() => running.run(tab, () => hear({ data: copy })));
          }
        }
      }
      addEventListener(_: string, hear: (event: unknown) => void) {
        channels.add({ tab: this.tab, hear });
      }
      removeEventListener() {}
    },
  );

  const flush = async () => {
    for (let turn = 0; turn < 25; turn += 1) await new Promise((done) => setImmediate(done));
  };

  return {
    caches,
    setOnline: (next: boolean) => {
      isOnline = next;
    },
    /** A tab with modules of its own, in which the work then runs. */
    openTab: async <T>(name: string, load: () => Promise<T>) => {
      const tab: Tab = { name, isDead: false };
      vi.resetModules();
      const modules = await running.run(tab, load);
      return {
        modules,
        run: <R>(work: () => R) => running.run(tab, work),
        /** Ends it at once, in the middle of whatever it does. */
        kill: () => {
          tab.isDead = true;
          locks.forget(tab);
        },
      };
    },
    /** Lets so many milliseconds pass, and all that happens in them. */
    pass: async (time: number) => {
      await flush();
      let isOver = time === 0;
      if (!isOver) {
        startTimer(() => {
          isOver = true;
        }, time);
      }
      while (!isOver) {
        await vi.advanceTimersToNextTimerAsync();
        await flush();
      }
    },
  };
};
