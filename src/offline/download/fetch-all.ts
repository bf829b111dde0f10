import type { Fetched } from '#api/fetch-answer.ts';
import { delay, MAX_TRIES, waitAfter } from '#primitives/delay.ts';
import type { Shortfall } from '../library/exam-status.ts';

/** Simultaneous requests. */
const LANES = 4;

/** After this many unreachable answers in a row, the device counts as offline. */
const GONE_AFTER = 8;

/** Whether trying again is pointless. */
export const isSettled = ({ kind }: Fetched<unknown>) =>
  ['valid', 'unchanged', 'gone'].includes(kind);

/** Fetches every item, four at a time. One that fails is tried again, five times at most. */
export const fetchAll = async <T>(
  items: Iterable<T>,
  fetchItem: (item: T) => Promise<Fetched<unknown>>,
  signal: AbortSignal,
): Promise<Shortfall | undefined> => {
  const waiting = [...items];
  let unreachable = 0;
  let shortfall: Shortfall | undefined;
  const isGone = () => unreachable >= GONE_AFTER;

  const tryItem = async (item: T) => {
    for (let tries = 1; !isGone(); tries += 1) {
      const fetched = await fetchItem(item);
      const isUnreachable = fetched.kind === 'unreachable';
      unreachable = isUnreachable ? unreachable + 1 : 0;
      if (isSettled(fetched)) return;
      if (fetched.kind === 'blocked' || tries === MAX_TRIES) {
        shortfall = isUnreachable ? (shortfall ?? 'interrupted') : 'faulty';
        return;
      }
      const retryAfter = fetched.kind === 'refused' ? fetched.retryAfter : undefined;
      await delay(waitAfter(tries, Math.random(), retryAfter), signal);
      signal.throwIfAborted();
    }
  };
  const workThrough = async () => {
    for (let item = waiting.shift(); item !== undefined && !isGone(); item = waiting.shift()) {
      await tryItem(item);
    }
  };
  await Promise.all(Array.from({ length: LANES }, workThrough));
  return isGone() ? 'interrupted' : shortfall;
};
