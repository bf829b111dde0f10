import { questionAddress, questionsAddress, readAddress } from '#contract/addresses.ts';
import { type ExamKey, examName } from '#contract/caches.ts';

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

/** The lock of whoever requests a question or an image: one tab at a time. */
export const addressLock = (address: string) => `certdeck/address/${address}`;

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

/** Drops requests to another API than the configured one. */
export const dropEarlyOfOthers = (apiUrl: string) => {
  for (const address of [...answers().keys()]) {
    const asked = URL.canParse(address) ? readAddress(address) : undefined;
    if (asked && asked.apiUrl !== apiUrl) drop(address)?.controller.abort();
  }
};

const isSaved = async (key: ExamKey) =>
  (await globalThis.caches?.keys())?.some((name) => name.startsWith(`${examName(key)}/`)) ?? false;

/** How long the lock is held for the app to start. In milliseconds. */
const HOLDING = 5000;

/** Requests a question and holds its lock, so that another tab waits instead of requesting it too. */
const askHolding = async (address: string) => {
  if (!navigator.locks) return void askEarly(address, OWN_REQUEST);
  await navigator.locks.request(addressLock(address), { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    askEarly(address, OWN_REQUEST);
    const early = answers().get(address);
    await new Promise<void>((release) => {
      if (early) early.release = release;
      setTimeout(() => early?.release && release(), HOLDING);
    });
    delete early?.release;
  });
};

const firstIdOf = (detail: { questionIds?: unknown[] }) => detail.questionIds?.[0];

/**
 * Requests what the start of an exam needs: its list and its first question. A saved exam needs
 * neither; a run that is not in the exam's order starts with another question.
 */
export const askForExam = async (key: ExamKey, isInOrder = true) => {
  const { apiUrl, providerId, examId } = key;
  if (await isSaved(key).catch(() => false)) return;
  try {
    const listed = (await askEarly(questionsAddress(apiUrl, providerId, examId))).clone();
    const id = isInOrder && listed.status === 200 && firstIdOf(await listed.json());
    if (typeof id === 'string') await askHolding(questionAddress(apiUrl, providerId, examId, id));
  } catch {
    // The app requests it again and reports the failure.
  }
};
