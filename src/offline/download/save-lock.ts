import { type ExamKey, saveLock } from '#contract/caches.ts';
import { delay } from '#primitives/delay.ts';
import { subscribeToLibrary } from '../library/exam-library.ts';

/** One tab saves an exam, and the others listen to it. */

/** How often a waiting tab checks whether the saving tab is done. In milliseconds. */
const LOOK_EVERY = 2000;

/** The same while this tab's own stopped work is winding down. */
const SOON = 50;

/** A saving tab that is silent for this long counts as frozen. In milliseconds. */
const SILENCE = 60_000;

/** When a browser that does not answer counts as one without locks. In milliseconds. */
const QUERY_LIMIT = 1000;

/** When another tab last reported a status, by the exam's lock. Milliseconds since 1970. */
const lastHeard = new Map<string, number>();
subscribeToLibrary(({ kind, key }, isFromOtherTab) => {
  if (kind === 'status' && isFromOtherTab) lastHeard.set(saveLock(key), Date.now());
});

/** The locks that this tab holds. */
const held = new Set<string>();

/** Whether another tab is saving the exam. */
export const isSavedElsewhere = async (key: ExamKey) => {
  const name = saveLock(key);
  if (held.has(name) || globalThis.heldExam?.name === name) return false;
  // Firefox refuses where site data is blocked.
  const asking = navigator.locks?.query().catch(() => undefined);
  const all = await Promise.race([asking, delay(QUERY_LIMIT)]);
  return all?.held?.some((lock) => lock.name === name) ?? false;
};

/**
 * Runs `work` under a lock across tabs. Waits while another tab holds it, unless that tab is
 * frozen. Without Web Locks every tab runs it. Resolves when the work is done or the signal has
 * aborted.
 */
export const asOnlyTab = async (key: ExamKey, work: () => Promise<void>, signal: AbortSignal) => {
  const name = saveLock(key);
  const { locks } = navigator;
  const hold = async () => {
    held.add(name);
    await work().finally(() => held.delete(name));
    return true;
  };
  if (!locks) {
    await hold();
    return;
  }
  const since = Date.now();
  while (!signal.aborted) {
    if (globalThis.heldExam?.name === name) {
      // This tab already holds it, for requesting the first question.
      const { release, holding } = globalThis.heldExam;
      globalThis.heldExam = undefined;
      await Promise.race([hold(), holding]).finally(release);
      return;
    }
    const isFrozen = Date.now() - Math.max(since, lastHeard.get(name) ?? 0) > SILENCE;
    const mode: LockOptions = isFrozen ? { steal: true } : { ifAvailable: true };
    if (await locks.request(name, mode, (lock) => lock && hold())) return;
    await delay(held.has(name) ? SOON : LOOK_EVERY, signal);
  }
};
