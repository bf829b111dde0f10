import { questionAddress, questionsAddress, readAddress } from '#contract/addresses.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';

/**
 * Answers requested ahead of time: by the inline script before the app's code has loaded, and by the
 * list of exams before Start is tapped. Whoever needs one takes it instead of requesting it again,
 * and validates it like any other.
 */
type Prefetched = {
  answer: Promise<Response>;
  controller: AbortController;
  askedAt: number;
  /** Releases the address's lock, which this tab holds until the app takes the answer. */
  release?: () => void;
};

/** The lock for requesting a question or an image, held by one tab at a time. */
export const addressLock = (address: string) => `certdeck/address/${address}`;

/** What the inline script has shown: an answer, or an exam's first question. */
export type Painted = {
  address?: string;
  body?: unknown;
  exam?: ExamKey;
  /** Resolves once no pointer is down on it; until then it must stay in place for the click. */
  pressed?: Promise<void>;
  /** Keys pressed since, for the app to handle. */
  keys?: { key: string }[];
};

declare global {
  var prefetchedAnswers: Map<string, Prefetched> | undefined;
  var painted: Painted | undefined;
}

/** How long an answer stays usable, in milliseconds. */
const LASTING = 60_000;

/**
 * For answers that the page saves itself: the worker ignores requests with this cache mode. The
 * browser revalidates its own copy, so an unchanged answer is not sent again.
 */
export const OWN_REQUEST: RequestInit = { cache: 'no-cache', credentials: 'omit' };

// A global, because the inline script and the app are separate bundles.
const answers = () => {
  globalThis.prefetchedAnswers ??= new Map();
  return globalThis.prefetchedAnswers;
};

const isFresh = ({ askedAt }: Prefetched) => performance.now() - askedAt < LASTING;

const drop = (address: string) => {
  const entry = answers().get(address);
  answers().delete(address);
  return entry;
};

export const prefetch = (address: string, init?: RequestInit) => {
  const known = answers().get(address);
  if (known && isFresh(known)) return known.answer;
  const controller = new AbortController();
  // Object spread would add a kilobyte of helpers to the inline script.
  const answer = fetch(address, Object.assign({ signal: controller.signal }, init));
  // Whoever takes the answer handles a failure.
  answer.catch(() => undefined);
  answers().set(address, { answer, controller, askedAt: performance.now() });
  return answer;
};

/** Takes a prefetched answer, which no later call gets. Undefined if there is none. */
export const takePrefetched = (address: string, signal: AbortSignal) => {
  const entry = drop(address);
  if (!entry || !isFresh(entry)) return undefined;
  signal.addEventListener('abort', () => entry.controller.abort(signal.reason));
  return entry.answer;
};

/** A copy of a prefetched answer, which stays available. */
export const peekPrefetched = async (address: string) =>
  (await answers().get(address)?.answer)?.clone();

/**
 * Takes over the lock that this tab holds on a prefetched address. Returns its release, or undefined
 * if no lock is held.
 */
export const takeHold = (address: string) => {
  const entry = answers().get(address);
  const release = entry?.release;
  delete entry?.release;
  return release;
};

/** Aborts a request that nobody has taken. */
export const dropPrefetched = (address: string) => {
  const entry = drop(address);
  entry?.release?.();
  entry?.controller.abort();
};

const listPrefetched = () =>
  [...answers().keys()].flatMap((address) => {
    const asked = URL.canParse(address) ? readAddress(address) : undefined;
    return asked ? [{ address, ...asked }] : [];
  });

/** Aborts requests to any API but the configured one. */
export const dropPrefetchedOfOthers = (apiUrl: string) => {
  for (const asked of listPrefetched()) if (asked.apiUrl !== apiUrl) dropPrefetched(asked.address);
};

/** The prefetched answers of an exam that nobody has taken yet. */
export const listPrefetchedOfExam = (key: ExamKey) =>
  listPrefetched().filter(({ exam }) => exam && cacheNameOf(exam) === cacheNameOf(key));

const hasCache = async (key: ExamKey) =>
  (await globalThis.caches?.keys())?.some((name) => name.startsWith(`${cacheNameOf(key)}/`)) ??
  false;

/** False too where the caches can't be read. */
const isSaved = (key: ExamKey) => hasCache(key).catch(() => false);

/** How long the lock is held while the app starts, in milliseconds. */
const HOLDING = 5000;

/**
 * Requests a question and holds its lock, so that another tab waits instead of requesting it too.
 * Undefined when another tab holds it, or has saved the question since.
 */
const askHolding = (key: ExamKey, address: string) =>
  new Promise<{ answer: Promise<Response> } | undefined>((resolve, reject) => {
    const ask = () => resolve({ answer: prefetch(address, OWN_REQUEST) });
    if (!navigator.locks) return ask();
    const hold = async (lock: Lock | null) => {
      if (!lock || (await isSaved(key))) return resolve(undefined);
      ask();
      const entry = answers().get(address);
      await new Promise<void>((release) => {
        if (entry) entry.release = release;
        setTimeout(() => entry?.release && release(), HOLDING);
      });
      delete entry?.release;
    };
    navigator.locks.request(addressLock(address), { ifAvailable: true }, hold).catch(reject);
  });

type Listed = { name: string; questionIds: unknown[] };

/** Read only a copy of the answer, because the app takes it. */
export type PrefetchedExam = { detail: Listed; answer: Promise<Response> };

export type PrefetchOptions = {
  /** A run that is not in the exam's order starts with another question. */
  isInOrder?: boolean;
  /** The exam may never be started, so other tabs don't wait for this request. */
  isGuess?: boolean;
};

/**
 * Requests an exam's list and first question. Resolves when both have been requested; undefined for a
 * saved exam, which needs neither.
 */
export const prefetchExam = async (
  key: ExamKey,
  { isInOrder = true, isGuess }: PrefetchOptions = {},
): Promise<PrefetchedExam | undefined> => {
  const { apiUrl, providerId, examId } = key;
  if (await isSaved(key)) return undefined;
  try {
    const listed = (await prefetch(questionsAddress(apiUrl, providerId, examId))).clone();
    const detail: Listed | undefined =
      isInOrder && listed.status === 200 ? await listed.json() : undefined;
    const id = detail?.questionIds?.[0];
    if (!detail || typeof id !== 'string') return undefined;
    const address = questionAddress(apiUrl, providerId, examId, id);
    if (isGuess) return { detail, answer: prefetch(address, OWN_REQUEST) };
    const asked = await askHolding(key, address);
    return asked && Object.assign(asked, { detail });
  } catch {
    // The app requests it again and reports the failure.
    return undefined;
  }
};
