import { addressLock, OWN_REQUEST, takeHold, takePrefetched } from '#api/prefetched-answers.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { findType, isValidAnswer } from './answer-validation.ts';
import { parseRetryAfter } from './delay.ts';
import { LONGEST_WAIT, withLock } from './library/locks.ts';
import type { RequestClass } from './strategies.ts';

const SAVED_HEADERS = ['etag', 'last-modified'];

/**
 * The answer as it is saved: body, type, length and validators. Returns a function that makes
 * copies, because cloning a response costs several times as much.
 */
export const rebuildAnswer = async (answer: Response) => {
  const body = await answer.arrayBuffer();
  const headers = new Headers({ 'content-length': String(body.byteLength) });
  const type = findType(answer.headers.get('content-type'), body);
  if (type) headers.set('content-type', type);
  for (const name of SAVED_HEADERS) {
    const value = answer.headers.get(name);
    if (value) headers.set(name, value);
  }
  return () => new Response(body, { headers });
};

/** Stores the body as a stream, because Chromium blocks the page while it copies a whole one. */
export const putAnswer = (cache: Cache, address: string, answer: Response) =>
  cache.put(address, new Response(answer.body, answer));

/** No header of our requests changes the answer. */
export const MATCH = { ignoreVary: true } as const;

/** The time limit for one request, body included. In milliseconds. */
const GIVE_UP_AFTER = 20_000;

type FetchedKind = 'questions' | 'question' | 'image';

export type Fetched =
  | { kind: 'valid'; answer: Response; copy: () => Response }
  /** The same as what is saved. */
  | { kind: 'unchanged' }
  /** 404 or 410: asking again will not help. */
  | { kind: 'gone' }
  /** Another status; `retryAfter` in milliseconds where the server says so. */
  | { kind: 'refused'; retryAfter: number | undefined }
  /** Status 200, but not what was asked for: cut off, another type, shape or id. */
  | { kind: 'invalid' }
  /** An image whose server does not let this site read it (CORS). */
  | { kind: 'blocked' }
  | { kind: 'unreachable' };

/**
 * Addresses whose last answer was invalid. The browser may have cached a truncated body that the
 * server would confirm as unchanged, so the next request bypasses the browser's cache.
 */
const distrusted = new Set<string>();

/** The cache mode for the next request for an address. */
export const cacheModeOf = (address: string, usual: RequestCache): RequestCache =>
  distrusted.has(address) ? 'reload' : usual;

/** Validates an answer. Until one is valid, requests bypass the browser's cache. */
export const judgeAnswer = async (kind: RequestClass, address: string, answer: Response) => {
  distrusted.add(address);
  const isValid = await isValidAnswer(kind, address, answer);
  if (isValid) distrusted.delete(address);
  return isValid;
};

const isOwnOrigin = (address: string) => new URL(address).origin === location.origin;

/** The page's request for an address, conditional where there is a tag. */
export const ownRequest = (address: string, tag?: string | null): RequestInit => {
  if (distrusted.has(address)) return { ...OWN_REQUEST, cache: 'reload' };
  // For another origin a header means a preflight, and the browser's cache revalidates anyway.
  return tag && isOwnOrigin(address)
    ? { ...OWN_REQUEST, cache: 'no-store', headers: { 'if-none-match': tag } }
    : OWN_REQUEST;
};

/** Compares questions by value, because a bundle may format them differently. */
export const isSameAnswer = async (kind: FetchedKind, a: Response, b: Response) => {
  if (kind !== 'image') return JSON.stringify(await a.json()) === JSON.stringify(await b.json());
  const one = new Uint8Array(await a.arrayBuffer());
  const other = new Uint8Array(await b.arrayBuffer());
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
};

const judge = async (
  kind: FetchedKind,
  address: string,
  response: Response,
  saved: Response | undefined,
): Promise<Fetched> => {
  const { status, headers } = response;
  if (status === 304 && saved) return { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 200) {
    return { kind: 'refused', retryAfter: parseRetryAfter(headers.get('retry-after'), Date.now()) };
  }
  const copy = await rebuildAnswer(response);
  if (!(await judgeAnswer(kind, address, copy()))) return { kind: 'invalid' };
  if (saved && (await isSameAnswer(kind, saved.clone(), copy()))) return { kind: 'unchanged' };
  return { kind: 'valid', answer: copy(), copy };
};

const blockedOrigins = new Set<string>();

/** Whether a server answers, but without the CORS header that would let this site read it. */
const isBlocked = async (address: string, signal: AbortSignal) => {
  const request: RequestInit = { ...OWN_REQUEST, signal, method: 'HEAD', mode: 'no-cors' };
  const answer = await fetch(address, request).catch(() => undefined);
  if (answer?.type !== 'opaque') return false;
  const { origin } = new URL(address);
  if (!blockedOrigins.has(origin)) console.warn(`${origin} must allow its pictures by CORS.`);
  blockedOrigins.add(origin);
  return true;
};

/**
 * Fetches one address completely, conditionally where an answer is `saved`. Throws only when `signal`
 * aborts.
 */
export const fetchAnswer = async (
  kind: FetchedKind,
  address: string,
  signal: AbortSignal,
  saved?: Response,
): Promise<Fetched> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);
  // A prefetched list may be an old copy of the worker's.
  const isNew = saved === undefined && kind !== 'questions';
  const prefetched = isNew ? takePrefetched(address, limited) : undefined;
  const request = { ...ownRequest(address, saved?.headers.get('etag')), signal: limited };
  const asking = prefetched ?? fetch(address, request);
  const response = await asking.catch(() => undefined);
  signal.throwIfAborted();
  if (!response) {
    const mayBeBlocked = kind === 'image' && !isOwnOrigin(address) && !limited.aborted;
    return {
      kind: mayBeBlocked && (await isBlocked(address, limited)) ? 'blocked' : 'unreachable',
    };
  }
  try {
    return await judge(kind, address, response, saved);
  } catch {
    signal.throwIfAborted();
    return { kind: 'unreachable' };
  }
};

/** The exam's current list, bypassing our caches. Undefined if it can't be had. */
export const fetchListing = async (
  { apiUrl, providerId, examId }: ExamKey,
  signal: AbortSignal,
): Promise<ExamDetail | undefined> => {
  const address = questionsAddress(apiUrl, providerId, examId);
  const fetched = await fetchAnswer('questions', address, signal).catch(() => undefined);
  return fetched?.kind === 'valid'
    ? parseExamDetail(await fetched.answer.json(), examId)
    : undefined;
};

export const hasSameQuestions = (a: ExamDetail, b: ExamDetail) =>
  a.questionIds.length === b.questionIds.length &&
  a.questionIds.every((id, index) => id === b.questionIds[index]);

export type Saved =
  | Fetched
  | { kind: 'present'; answer: Response }
  | { kind: 'unsaved'; answer: Response };

type SaveOptions = {
  /** Called with a valid answer before it is saved. */
  onAnswer?: (answer: Response) => Promise<void>;
  /** How long to wait for another request for the address. In milliseconds. */
  turnLimit?: number;
};

/**
 * Makes sure that an address is in the cache, with one request even if several callers, in this tab
 * or others, need it at the same time. Throws only when aborted.
 */
export const saveOnce = (
  cache: Cache,
  kind: 'question' | 'image',
  address: string,
  signal: AbortSignal,
  { onAnswer, turnLimit = LONGEST_WAIT }: SaveOptions = {},
): Promise<Saved> => {
  const timeout = AbortSignal.timeout(turnLimit);
  const store = async (): Promise<Saved> => {
    const present = await cache.match(address, MATCH);
    if (present) return { kind: 'present', answer: present };
    // In the browser's cache this request would wait for the one that hangs.
    if (timeout.aborted) distrusted.add(address);
    const fetched = await fetchAnswer(kind, address, signal);
    if (fetched.kind !== 'valid') return fetched;
    await onAnswer?.(fetched.copy());
    try {
      await putAnswer(cache, address, fetched.copy());
    } catch {
      return { kind: 'unsaved', answer: fetched.answer };
    }
    return fetched;
  };
  const release = takeHold(address);
  return release
    ? store().finally(release)
    : withLock(addressLock(address), store, signal, timeout);
};
