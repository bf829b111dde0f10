import { MAX_TRIES, waitAfter } from '../delay.ts';

/** The outcome of one item. */
export type WorkOutcome =
  | { kind: 'done' }
  /** Worth another try, `retryAfter` milliseconds from now at the earliest. */
  | { kind: 'failed'; isUnreachable: boolean; retryAfter?: number | undefined }
  /** No other item can succeed either. */
  | { kind: 'stop' };

type Item<T> = { work: T; tries: number; readyAt: number };

/** After this many unreachable answers in a row, the network is taken to be gone. */
const GONE_AFTER = 8;

/**
 * Works through items in parallel lanes. A failed item is retried after a growing delay, five times
 * at most. `prefer` moves items to the front, and new items are added there.
 */
export const createWorkQueue = <T>(
  perform: (work: T, add: (more: T[]) => void) => Promise<WorkOutcome>,
  now: () => number = Date.now,
) => {
  let items: Item<T>[] = [];
  const givenUp: T[] = [];
  let unreachableInRow = 0;
  let isStopped = false;
  let isNetworkGone = false;
  let busy = 0;
  let wake = new Set<() => void>();

  const wakeLanes = () => {
    const sleepers = wake;
    wake = new Set();
    for (const sleeper of sleepers) sleeper();
  };

  const add = (works: T[]) => {
    if (works.length > 0) {
      items = [...works.map((work) => ({ work, tries: 0, readyAt: 0 })), ...items];
    }
    wakeLanes();
  };

  const prefer = (isPreferred: (work: T) => boolean) => {
    items = [
      ...items.filter(({ work }) => isPreferred(work)),
      ...items.filter(({ work }) => !isPreferred(work)),
    ];
  };

  const recordOutcome = (item: Item<T>, outcome: WorkOutcome) => {
    if (outcome.kind === 'stop') isStopped = true;
    if (outcome.kind !== 'failed') {
      unreachableInRow = 0;
      return;
    }
    unreachableInRow = outcome.isUnreachable ? unreachableInRow + 1 : 0;
    if (unreachableInRow >= GONE_AFTER) isNetworkGone = true;
    const tries = item.tries + 1;
    if (tries >= MAX_TRIES) givenUp.push(item.work);
    else
      items.push({
        work: item.work,
        tries,
        readyAt: now() + waitAfter(tries, Math.random(), outcome.retryAfter),
      });
  };

  const sleepUntil = (time: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        wake.delete(end);
        resolve();
      };
      const timer = setTimeout(end, time - now());
      wake.add(end);
      signal.addEventListener('abort', end);
    });

  const workLane = async (limit: () => number, signal: AbortSignal) => {
    while (!signal.aborted && !isStopped && !isNetworkGone) {
      const time = now();
      const isFree = busy < limit();
      const place = isFree ? items.findIndex(({ readyAt }) => readyAt <= time) : -1;
      const [item] = place < 0 ? [] : items.splice(place, 1);
      if (!item) {
        if (items.length === 0 && busy === 0) return;
        const ready = isFree ? items.map(({ readyAt }) => Math.max(readyAt, time + 20)) : [];
        await sleepUntil(Math.min(time + 1000, ...ready), signal);
        continue;
      }
      busy += 1;
      try {
        recordOutcome(item, await perform(item.work, add));
      } catch (error) {
        isStopped = true;
        throw error;
      } finally {
        busy -= 1;
        if (busy === 0 || items.length > 0) wakeLanes();
      }
    }
  };

  /**
   * `limit` may change during the run, up to `most`. Settles when nothing is in progress, and rejects
   * with what an item threw.
   */
  const run = async (most: number, limit: () => number, signal: AbortSignal) => {
    const lanes = await Promise.allSettled(
      Array.from({ length: most }, () => workLane(limit, signal)),
    );
    const broken = lanes.find((lane) => lane.status === 'rejected');
    if (broken) throw broken.reason;
    return { givenUp, isNetworkGone, isStopped };
  };

  return { add, prefer, run };
};
