/** Without Web Locks the order is kept within this tab, which is all that can be done. */
const queues = new Map<string, Promise<unknown>>();

const queueUp = async <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) => {
  const before = queues.get(name) ?? Promise.resolve();
  const turn = before.then(() => {
    signal?.throwIfAborted();
    return work();
  });
  const settled = turn.catch(() => undefined);
  queues.set(name, settled);
  settled.then(() => queues.get(name) === settled && queues.delete(name));
  return turn;
};

/** Does `work` while no one else, in any tab, holds the name. Rejects when aborted before. */
export const withLock = <T>(name: string, work: () => Promise<T>, signal?: AbortSignal) =>
  navigator.locks
    ? navigator.locks.request(name, signal ? { signal } : {}, work)
    : queueUp(name, work, signal);

/** Takes the name away from whoever holds it; the holder's `withLock` rejects. */
export const withStolenLock = <T>(name: string, work: () => Promise<T>) =>
  navigator.locks ? navigator.locks.request(name, { steal: true }, work) : work();

/** Holds a name together with others that share it until the signal aborts; resolves once held. */
export const shareLock = (name: string, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (!navigator.locks || signal.aborted) return resolve();
    const released = new Promise<void>((release) => {
      signal.addEventListener('abort', () => release(), { once: true });
    });
    const hold = () => {
      resolve();
      return released;
    };
    navigator.locks.request(name, { mode: 'shared', signal }, hold).catch(() => resolve());
  });

/** Does `work` only if nobody holds or shares the name now; tells whether it did. */
export const ifUnlocked = async (name: string, work: () => Promise<unknown>) => {
  if (!navigator.locks) {
    await work();
    return true;
  }
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
};
