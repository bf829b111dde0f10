import { questionsAddress, readAddress } from '#contract/addresses.ts';
import { type ExamKey, examName } from '#contract/caches.ts';

/**
 * Requests made ahead of time: by the page's inline script before the app's code has loaded, and by
 * the list of exams before Start is tapped. The app takes such an answer instead of requesting it,
 * and validates it like any other.
 */
type Early = { answer: Promise<Response>; controller: AbortController; askedAt: number };

declare global {
  var earlyAnswers: Map<string, Early> | undefined;
}

/** How long an answer that nobody takes stays usable. In milliseconds. */
const LASTING = 60_000;

/**
 * For answers that the page stores itself: the worker ignores requests with this cache mode. The
 * browser revalidates what it has, so an unchanged answer costs no body.
 */
export const OWN_REQUEST: RequestInit = { cache: 'no-cache', credentials: 'omit' };

// The inline script and the app are two programs that share this map.
const answers = () => {
  globalThis.earlyAnswers ??= new Map();
  return globalThis.earlyAnswers;
};

const isFresh = ({ askedAt }: Early) => performance.now() - askedAt < LASTING;

const drop = (address: string) => {
  const early = answers().get(address);
  answers().delete(address);
  return early;
};

export const askEarly = (address: string, init?: RequestInit) => {
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

/** Takes the answer, which no later call gets; undefined when it was not requested. */
export const takeEarly = (address: string, signal: AbortSignal) => {
  const early = drop(address);
  if (!early || !isFresh(early)) return undefined;
  signal.addEventListener('abort', () => early.controller.abort(signal.reason));
  return early.answer;
};

/** Drops requests to another API than the configured one. */
export const dropEarlyOfOthers = (apiUrl: string) => {
  for (const address of [...answers().keys()]) {
    const asked = URL.canParse(address) ? readAddress(address) : undefined;
    if (asked && asked.apiUrl !== apiUrl) drop(address)?.controller.abort();
  }
};

const isSaved = async (key: ExamKey) =>
  (await globalThis.caches?.keys())?.some((name) => name.startsWith(`${examName(key)}/`)) ?? false;

/**
 * Requests an exam's list, unless the exam is saved. The app requests the questions, because it makes
 * sure that two tabs request each of them once.
 */
export const askForExam = async (key: ExamKey) => {
  if (await isSaved(key).catch(() => false)) return;
  // Without an answer the app requests it again and reports the failure.
  askEarly(questionsAddress(key.apiUrl, key.providerId, key.examId));
};
