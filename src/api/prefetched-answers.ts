import { readAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';

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
  var painted: Painted | undefined;
}

/** How long what was requested or opened ahead waits to be used, in milliseconds. */
export const LASTING = 60_000;

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

export const isPrefetched = (address: string) => answers().has(address);

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
