import { questionAddress, questionsAddress, readAddress } from '#contract/addresses.ts';
import { cacheNameOf, type ExamKey, saveLock } from '#contract/caches.ts';

/**
 * Answers requested ahead of time: by the inline script before the app's code has loaded, and by the
 * list of exams before Start is tapped. Whoever needs one takes it instead of requesting it again,
 * and validates it like any other.
 */
type Prefetched = { answer: Promise<Response>; controller: AbortController; askedAt: number };

/** What the inline script has shown: an answer, or an exam's first question. */
export type Painted = {
  address?: string;
  body?: unknown;
  exam?: ExamKey;
  /** Resolves once no pointer is down on it; until then it must stay in place for the click. */
  pressed?: Promise<void>;
};

declare global {
  var prefetchedAnswers: Map<string, Prefetched> | undefined;
  /**
   * The lock that this tab holds on an exam until the app saves it. `holding` rejects when another tab
   * steals it.
   */
  var heldExam: { name: string; release: () => void; holding: Promise<unknown> } | undefined;
  var painted: Painted | undefined;
}

/** How long an answer stays usable, in milliseconds. */
const LASTING = 60_000;

/**
 * For answers that the page saves itself: the worker ignores requests with this cache mode. The
 * browser revalidates its own copy, so an unchanged answer is not sent again.
 */
export const OWN_REQUEST: RequestInit = { cache: 'no-cache', credentials: 'omit' };

// Globals, because the inline script and the app are separate bundles.
const answers = () => {
  globalThis.prefetchedAnswers ??= new Map();
  return globalThis.prefetchedAnswers;
};

const isFresh = ({ askedAt }: Prefetched) => performance.now() - askedAt < LASTING;

export const prefetch = (address: string, init?: RequestInit) => {
  const known = answers().get(address);
  if (known && isFresh(known)) return known.answer;
  const controller = new AbortController();
  // Object spread would add a kilobyte of helpers to the inline script.
  const answer = fetch(address, Object.assign({ signal: controller.signal }, init));
  const entry = { answer, controller, askedAt: performance.now() };
  // Forgets a failure that was never used, so that the next caller tries again.
  const drop = () => answers().get(address) === entry && answers().delete(address);
  answer.then(({ ok }) => ok || drop(), drop);
  answers().set(address, entry);
  return answer;
};

/** Takes a prefetched answer, which no later call gets. Undefined if there is none. */
export const takePrefetched = (address: string, signal: AbortSignal) => {
  const entry = answers().get(address);
  answers().delete(address);
  if (!entry || !isFresh(entry)) return undefined;
  signal.addEventListener('abort', () => entry.controller.abort(signal.reason));
  return entry.answer;
};

/** Aborts requests to any API but the configured one. */
export const dropPrefetchedOfOthers = (apiUrl: string) => {
  for (const [address, { controller }] of answers()) {
    const asked = readAddress(address);
    if (!asked || asked.apiUrl === apiUrl) continue;
    answers().delete(address);
    controller.abort();
  }
};

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
    if (!answers().has(list)) return undefined;
    const address = questionAddress(apiUrl, providerId, examId, id);
    return { detail, answer: prefetch(address, OWN_REQUEST) };
  } catch {
    // The app requests it again and reports the failure.
    return undefined;
  }
};
