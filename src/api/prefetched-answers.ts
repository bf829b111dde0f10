import { questionAddress, questionsAddress, readAddress } from '#contract/addresses.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';

/**
 * Requests made ahead of time: by the page's inline script before the app's code has loaded, and by
 * the list of exams before Start is tapped. The app takes such an answer instead of requesting it,
 * and validates it like any other.
 */
type Early = {
  answer: Promise<Response>;
  controller: AbortController;
  askedAt: number;
  /** Releases the address's lock, which this tab holds until the app takes the answer over. */
  release?: () => void;
};

/** The lock for requesting a question or an image, held by one tab at a time. */
export const addressLock = (address: string) => `certdeck/address/${address}`;

/** What the page has shown before the app is there: an answer, or an exam's first question. */
export type Painted = {
  address?: string;
  body?: unknown;
  exam?: ExamKey;
  /** Settles when no pointer is pressing what was shown; it must stay in place until then. */
  pressed?: Promise<void>;
  /** The keys that were pressed since, which only the app understands. */
  keys?: { key: string }[];
};

declare global {
  var prefetchedAnswers: Map<string, Early> | undefined;
  var painted: Painted | undefined;
}

/** How long an answer that is not taken stays usable, in milliseconds. */
const LASTING = 60_000;

/**
 * For answers that the page stores itself: the worker ignores requests with this cache mode. The
 * browser revalidates what it has, so an unchanged answer costs no body.
 */
export const OWN_REQUEST: RequestInit = { cache: 'no-cache', credentials: 'omit' };

// Shared by the inline script and the app, which are separate programs.
const answers = () => {
  globalThis.prefetchedAnswers ??= new Map();
  return globalThis.prefetchedAnswers;
};

const isFresh = ({ askedAt }: Early) => performance.now() - askedAt < LASTING;

const drop = (address: string) => {
  const early = answers().get(address);
  answers().delete(address);
  return early;
};

export const prefetch = (address: string, init?: RequestInit) => {
  const known = answers().get(address);
  if (known && isFresh(known)) return known.answer;
  const controller = new AbortController();
  // Object spread would add a kilobyte of helpers to the inline script.
  const answer = fetch(address, Object.assign({ signal: controller.signal }, init));
  // Whoever takes the answer handles the failure.
  answer.catch(() => undefined);
  answers().set(address, { answer, controller, askedAt: performance.now() });
  return answer;
};

/** Takes the answer out, so no later call gets it. Undefined if it was not requested. */
export const takePrefetched = (address: string, signal: AbortSignal) => {
  const early = drop(address);
  if (!early || !isFresh(early)) return undefined;
  signal.addEventListener('abort', () => early.controller.abort(signal.reason));
  return early.answer;
};

/** A copy of an answer that was requested early; whoever takes it still gets it. */
export const peekPrefetched = async (address: string) =>
  (await answers().get(address)?.answer)?.clone();

/**
 * Takes over this tab's lock on an address that was requested early: returns its release, or
 * undefined when no lock is held.
 */
export const takeHold = (address: string) => {
  const early = answers().get(address);
  const release = early?.release;
  delete early?.release;
  return release;
};

/** Ends a request that nobody has taken. */
export const dropPrefetched = (address: string) => {
  const early = drop(address);
  early?.release?.();
  early?.controller.abort();
};

const listPrefetched = () =>
  [...answers().keys()].flatMap((address) => {
    const asked = URL.canParse(address) ? readAddress(address) : undefined;
    return asked ? [{ address, ...asked }] : [];
  });

/** Drops requests to another API than the configured one. */
export const dropPrefetchedOfOthers = (apiUrl: string) => {
  for (const asked of listPrefetched()) if (asked.apiUrl !== apiUrl) dropPrefetched(asked.address);
};

/** What was requested of an exam's list and questions, and not taken yet. */
export const listPrefetchedOfExam = (key: ExamKey) =>
  listPrefetched().filter(({ exam }) => exam && cacheNameOf(exam) === cacheNameOf(key));

const isSaved = async (key: ExamKey) =>
  (await globalThis.caches?.keys())?.some((name) => name.startsWith(`${cacheNameOf(key)}/`)) ??
  false;

/** How long the lock is held while the app starts, in milliseconds. */
const HOLDING = 5000;

/**
 * Requests a question and holds its lock, so that another tab waits instead of requesting it too.
 * Undefined when another tab holds it.
 */
const askHolding = (address: string) =>
  new Promise<{ answer: Promise<Response> } | undefined>((resolve, reject) => {
    const ask = () => resolve({ answer: prefetch(address, OWN_REQUEST) });
    if (!navigator.locks) return ask();
    const hold = async (lock: Lock | null) => {
      if (!lock) return resolve(undefined);
      ask();
      const early = answers().get(address);
      await new Promise<void>((release) => {
        if (early) early.release = release;
        setTimeout(() => early?.release && release(), HOLDING);
      });
      delete early?.release;
    };
    navigator.locks.request(addressLock(address), { ifAvailable: true }, hold).catch(reject);
  });

type Listed = { name: string; questionIds: unknown[] };

/** Only a copy of the answer may be read, since the app takes it over. */
export type PrefetchedExam = { detail: Listed; answer: Promise<Response> };

export type PrefetchOptions = {
  /** A run that is not in the exam's order starts with another question. */
  isInOrder?: boolean;
  /** Whether the exam may never be started; another tab then need not wait for this one's request. */
  isGuess?: boolean;
};

/**
 * Requests what starting an exam needs, its list and first question; resolves when both have been
 * requested. A saved exam needs neither.
 */
export const prefetchExam = async (
  key: ExamKey,
  { isInOrder = true, isGuess }: PrefetchOptions = {},
): Promise<PrefetchedExam | undefined> => {
  const { apiUrl, providerId, examId } = key;
  if (await isSaved(key).catch(() => false)) return undefined;
  try {
    const listed = (await prefetch(questionsAddress(apiUrl, providerId, examId))).clone();
    const detail: Listed | undefined =
      isInOrder && listed.status === 200 ? await listed.json() : undefined;
    const id = detail?.questionIds?.[0];
    if (!detail || typeof id !== 'string') return undefined;
    const address = questionAddress(apiUrl, providerId, examId, id);
    if (isGuess) return { detail, answer: prefetch(address, OWN_REQUEST) };
    const asked = await askHolding(address);
    return asked && Object.assign(asked, { detail });
  } catch {
    // The app requests it again and reports the failure.
    return undefined;
  }
};
