import { questionAddress, questionsAddress } from '#contract/addresses.ts';
import { cacheNameOf, type ExamKey, saveLock } from '#contract/caches.ts';
import { isPrefetched, OWN_REQUEST, prefetch } from './prefetched-answers.ts';

// A global, because the inline script and the app are separate bundles.
declare global {
  /**
   * The lock that this tab holds on an exam until the app saves it. `holding` rejects when another tab
   * steals it.
   */
  var heldExam: { name: string; release: () => void; holding: Promise<unknown> } | undefined;
}

/** False too where the caches can't be read. */
const isSaved = (key: ExamKey) =>
  globalThis.caches?.has(cacheNameOf(key)).catch(() => false) ?? false;

/** How long the lock is held while the app starts, in milliseconds. */
const HOLDING = 5000;

/**
 * Takes the exam's lock, so that another tab waits for what this one saves instead of requesting it
 * too. Resolves to whether the exam is this tab's to request.
 */
const holdExam = (key: ExamKey) =>
  new Promise<boolean>((resolve) => {
    if (!navigator.locks) return resolve(true);
    const name = saveLock(key);
    const hold = (lock: Lock | null) => {
      if (!lock) return resolve(false);
      return new Promise<void>((release) => {
        const held = { name, release, holding };
        globalThis.heldExam?.release();
        globalThis.heldExam = held;
        const letGo = () => {
          if (globalThis.heldExam !== held) return;
          globalThis.heldExam = undefined;
          release();
        };
        setTimeout(letGo, HOLDING);
        // Another tab may have saved it just now.
        isSaved(key).then((isKnown) => {
          if (isKnown) letGo();
          resolve(!isKnown);
        });
      });
    };
    const holding = navigator.locks.request(name, { ifAvailable: true }, hold);
    holding.catch(() => resolve(true));
  });

type Listed = { name: string; questionIds: unknown[] };

/** Read only a copy of the answer, because the app takes it. */
export type PrefetchedExam = { detail: Listed; answer: Promise<Response> };

/**
 * Requests an exam's list and first question. Resolves when both have been requested; undefined for a
 * saved exam, which needs neither.
 */
export const prefetchExam = async (
  key: ExamKey,
  /** A run that is not in the exam's order starts with another question. */
  isInOrder: boolean,
): Promise<PrefetchedExam | undefined> => {
  const { apiUrl, providerId, examId } = key;
  if (await isSaved(key)) return undefined;
  const list = questionsAddress(apiUrl, providerId, examId);
  try {
    const listed = (await prefetch(list)).clone();
    const detail: Listed | undefined =
      isInOrder && listed.status === 200 ? await listed.json() : undefined;
    const id = detail?.questionIds?.[0];
    if (!detail || typeof id !== 'string') return undefined;
    if (!(await holdExam(key))) return undefined;
    // The app, which has taken the list by now, asks for the question itself.
    if (!isPrefetched(list)) return undefined;
    const address = questionAddress(apiUrl, providerId, examId, id);
    return { detail, answer: prefetch(address, OWN_REQUEST) };
  } catch {
    // The app requests it again and reports the failure.
    return undefined;
  }
};
