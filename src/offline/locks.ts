import { untilAborted } from './delay.ts';

/** Without Web Locks the order is kept within this tab, which is all that can be done. */
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

/** How long a lock is waited for unless told. In milliseconds. */
export const LONGEST_WAIT = 25_000;

/**
 * Does `work` while no one else, in any tab, holds the name. A tab that the system has suspended
 * may hold a name for ever: when `timeout` aborts, the work is done without it. Rejects when
 * aborted before.
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

/** Takes the name away from whoever holds it; the holder's `withLock` rejects. */
export const withStolenLock = <T>(name: string, work: () => Promise<T>) =>
  navigator.locks ? navigator.locks.request(name, { steal: true }, work) : work();

/** How long a run waits for its shared lock before it goes on without it. In milliseconds. */
const SHARE_WAIT = 500;

/**
 * Holds a name together with others that share it until the signal aborts, then calls
 * `onReleased`. Resolves once it is held, and soon in any case.
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

/** Does `work` only if nobody holds or shares the name now. Never waits. */
export const ifUnlocked = async (name: string, work: () => Promise<unknown>) => {
  if (!navigator.locks) return work();
  return navigator.locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? work() : undefined,
  );
};
