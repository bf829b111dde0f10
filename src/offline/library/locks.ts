import { untilAborted } from '../delay.ts';

/** Without Web Locks, work is only serialized within this tab. */
const queues = new Map<string, Promise<unknown>>();

const queueUp = <T>(name: string, work: () => Promise<T>, signal: AbortSignal) => {
  const before = queues.get(name) ?? Promise.resolve();
  const turn = Promise.race([before, untilAborted(signal)]).then(() => {
    signal.throwIfAborted();
    return work();
  });
  const settled = Promise.allSettled([before, turn]);
  queues.set(name, settled);
  settled.then(() => queues.get(name) === settled && queues.delete(name));
  return turn;
};

const request = <T>(name: string, work: () => Promise<T>, signal: AbortSignal) =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : queueUp(name, work, signal);

/** How long to wait for a lock by default. In milliseconds. */
export const LONGEST_WAIT = 25_000;

/**
 * Does `work` while holding a lock over all tabs. A suspended tab may hold it forever, so the work is
 * done without it once `timeout` aborts. Rejects when `signal` aborts before.
 */
export const withLock = async <T>(
  name: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
  timeout = AbortSignal.timeout(LONGEST_WAIT),
): Promise<T> => {
  let isHeld = false;
  const workHolding = () => {
    isHeld = true;
    return work();
  };
  try {
    return await request(name, workHolding, signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    if (isHeld || signal?.aborted || !timeout.aborted) throw error;
    return work();
  }
};

/** Steals a lock from its holder, whose `withLock` rejects. If it is stolen in turn, the work continues. */
export const withStolenLock = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  if (!navigator.locks) return work();
  let working: Promise<T> | undefined;
  const begin = () => {
    working = work();
    return working;
  };
  return navigator.locks.request(name, { steal: true }, begin).catch((error) => {
    if (!working) throw error;
    return working;
  });
};

/** How long a run waits for its shared lock before it goes on without it. In milliseconds. */
const SHARE_WAIT = 500;

/**
 * Holds a shared lock until the signal aborts, then calls `onReleased`. Resolves once it is held, or
 * after a short wait.
 */
export const shareLock = (name: string, signal: AbortSignal, onReleased: () => void) =>
  new Promise<void>((resolve) => {
    if (!navigator.locks || signal.aborted) return resolve();
    const hold = () => {
      resolve();
      return untilAborted(signal);
    };
    setTimeout(resolve, SHARE_WAIT);
    navigator.locks.request(name, { mode: 'shared', signal }, hold).then(onReleased, resolve);
  });

/** Does `work` only if nobody holds or shares the lock. Never waits. */
export const ifUnlocked = async (name: string, work: () => Promise<unknown>) => {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  );
};
