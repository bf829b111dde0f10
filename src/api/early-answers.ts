import { questionsAddress, readAddress } from '#contract/addresses.ts';
import { type ExamKey, examName } from '#contract/caches.ts';

/**
 * What is asked for before anybody needs it: by the inline script of the page before the app's code is
 * there, and by the list of exams before Start is tapped. Whoever would ask takes the answer instead,
 * and judges it as any other.
 */
type Early = { answer: Promise<Response>; controller: AbortController; askedAt: number };

declare global {
  var earlyAnswers: Map<string, Early> | undefined;
}

/** An answer that nobody has taken for so long is asked for again. In milliseconds. */
const LASTING = 60_000;

/**
 * How the page asks for what it stores itself: the worker leaves requests with this cache mode, or
 * `reload`, alone. The browser revalidates what it has, so an unchanged answer costs no body.
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
  // Spreading would bring the inline script a kilobyte for browsers that don't know it.
  const answer = fetch(address, Object.assign({ signal: controller.signal }, init));
  // A failure is told to whoever takes the answer, if anybody does.
  answer.catch(() => undefined);
  answers().set(address, { answer, controller, askedAt: performance.now() });
  return answer;
};

/** The answer that is here or on its way, once; undefined when nobody has asked. */
export const takeEarly = (address: string, signal: AbortSignal) => {
  const early = drop(address);
  if (!early || !isFresh(early)) return undefined;
  signal.addEventListener('abort', () => early.controller.abort(signal.reason));
  return early.answer;
};

/** Drops what was asked of another API than the configured one. */
export const dropEarlyOfOthers = (apiUrl: string) => {
  for (const address of [...answers().keys()]) {
    const asked = URL.canParse(address) ? readAddress(address) : undefined;
    if (asked && asked.apiUrl !== apiUrl) drop(address)?.controller.abort();
  }
};

const isSaved = async (key: ExamKey) =>
  (await globalThis.caches?.keys())?.some((name) => name.startsWith(`${examName(key)}/`)) ?? false;

/**
 * Asks for an exam's list, unless the exam is saved. Its questions are left to the app, which sees to
 * it that two tabs ask for each of them once.
 */
export const askForExam = async (key: ExamKey) => {
  if (await isSaved(key).catch(() => false)) return;
  // Whoever needs it will ask again, and say what is wrong.
  askEarly(questionsAddress(key.apiUrl, key.providerId, key.examId));
};
