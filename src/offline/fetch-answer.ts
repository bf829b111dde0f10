import { addressLock, OWN_REQUEST, takeEarly, takeHold } from '#api/early-answers.ts';
import { isJson } from '#api/json-answer.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { findType, isValidAnswer } from './answer-validation.ts';
import { parseRetryAfter } from './delay.ts';
import { LONGEST_WAIT, withLock } from './library/locks.ts';
import type { RequestClass } from './strategies.ts';

const KEPT_HEADERS = ['etag', 'last-modified'];

/**
 * The answer as it is stored: body, type, length and validators. Returns a function that makes
 * copies, because cloning a response costs several times as much.
 */
export const rebuildAnswer = async (answer: Response) => {
  const body = await answer.arrayBuffer();
  const headers = new Headers({ 'content-length': String(body.byteLength) });
  const type = findType(answer.headers.get('content-type'), body);
  if (type) headers.set('content-type', type);
  for (const name of KEPT_HEADERS) {
    const value = answer.headers.get(name);
    if (value) headers.set(name, value);
  }
  return () => new Response(body, { headers });
};

/**
 * Stores an answer. Its body goes as a stream: Chromium makes the page wait while it hands a body of
 * bytes to another process.
 */
export const putAnswer = (cache: Cache, address: string, answer: Response) =>
  cache.put(address, answer.type === 'opaque' ? answer : new Response(answer.body, answer));

/** No header of our requests changes the answer. */
export const MATCH = { ignoreVary: true } as const;

/** The time limit for one request, body included. In milliseconds. */
const GIVE_UP_AFTER = 20_000;

export type Fetched =
  | { kind: 'valid'; answer: Response; copy: () => Response }
  /** The same as what is stored. */
  | { kind: 'unchanged' }
  /** 404 or 410: asking again will not help. */
  | { kind: 'gone' }
  /** Another status; `retryAfter` in milliseconds where the server says so. */
  | { kind: 'refused'; retryAfter: number | undefined }
  /** Status 200, but not what was asked for: cut off, another type, shape or id. */
  | { kind: 'invalid' }
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

/** Questions are compared by value, since the stored one may come from a bundle. */
export const isSameAnswer = async (kind: 'question' | 'image', a: Response, b: Response) => {
  if (kind === 'question') return JSON.stringify(await a.json()) === JSON.stringify(await b.json());
  const one = new Uint8Array(await a.arrayBuffer());
  const other = new Uint8Array(await b.arrayBuffer());
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
};

const judge = async (
  kind: 'question' | 'image',
  address: string,
  response: Response,
  stored: Response | undefined,
): Promise<Fetched> => {
  const { status, headers } = response;
  if (status === 304 && stored) return { kind: 'unchanged' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 200) {
    return { kind: 'refused', retryAfter: parseRetryAfter(headers.get('retry-after'), Date.now()) };
  }
  const copy = await rebuildAnswer(response);
  if (!(await judgeAnswer(kind, address, copy()))) return { kind: 'invalid' };
  if (stored && (await isSameAnswer(kind, stored.clone(), copy()))) return { kind: 'unchanged' };
  return { kind: 'valid', answer: copy(), copy };
};

/** An image from a server without CORS can be stored and shown, but not validated. */
const fetchOpaque = async (address: string, signal: AbortSignal): Promise<Fetched> => {
  try {
    const answer = await fetch(address, { ...OWN_REQUEST, signal, mode: 'no-cors' });
    return answer.type === 'opaque'
      ? { kind: 'valid', answer, copy: () => answer.clone() }
      : { kind: 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  }
};

/**
 * Fetches one address completely, conditionally where an answer is `stored`. Throws only when `signal`
 * aborts.
 */
export const fetchAnswer = async (
  kind: 'question' | 'image',
  address: string,
  signal: AbortSignal,
  stored?: Response,
): Promise<Fetched> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);
  const early = stored ? undefined : takeEarly(address, limited);
  const request = { ...ownRequest(address, stored?.headers.get('etag')), signal: limited };
  const asked = early ?? fetch(address, request);
  const response = await asked.catch(() => undefined);
  signal.throwIfAborted();
  if (!response) {
    const mayBeCors = kind === 'image' && !isOwnOrigin(address) && !limited.aborted;
    return mayBeCors ? fetchOpaque(address, limited) : { kind: 'unreachable' };
  }
  try {
    return await judge(kind, address, response, stored);
  } catch {
    signal.throwIfAborted();
    return { kind: 'unreachable' };
  }
};

/** The exam's current list, bypassing our caches; undefined when it can't be had. */
export const fetchListing = async (
  key: ExamKey,
  signal: AbortSignal,
): Promise<ExamDetail | undefined> => {
  const { apiUrl, providerId, examId } = key;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);
  const address = questionsAddress(apiUrl, providerId, examId);
  const request = { ...ownRequest(address), signal: limited };
  distrusted.add(address);
  try {
    const response = await fetch(address, request);
    const isUsable = response.status === 200 && isJson(response);
    const listed = isUsable ? parseExamDetail(await response.json(), examId) : undefined;
    if (listed) distrusted.delete(address);
    return listed;
  } catch {
    return undefined;
  }
};

export const hasSameQuestions = (a: ExamDetail, b: ExamDetail) =>
  a.questionIds.length === b.questionIds.length &&
  a.questionIds.every((id, index) => id === b.questionIds[index]);

export type Stored =
  | Fetched
  | { kind: 'present'; answer: Response }
  | { kind: 'unstorable'; answer: Response };

type StoreOptions = {
  /** Called with a valid answer before it is stored, when the request is over. */
  onAnswer?: (answer: Response) => Promise<void>;
  /** How long another request for the address is waited for. In milliseconds. */
  turnLimit?: number;
};

/**
 * Makes sure that an address is in the cache, with one request even if several callers, in this tab
 * or others, need it at the same time. Throws only when aborted.
 */
export const storeOnce = (
  cache: Cache,
  kind: 'question' | 'image',
  address: string,
  signal: AbortSignal,
  { onAnswer, turnLimit = LONGEST_WAIT }: StoreOptions = {},
): Promise<Stored> => {
  const timeout = AbortSignal.timeout(turnLimit);
  const store = async (): Promise<Stored> => {
    const present = await cache.match(address, MATCH);
    if (present) return { kind: 'present', answer: present };
    // The browser's cache would make this request wait for one that hangs.
    if (timeout.aborted) distrusted.add(address);
    const fetched = await fetchAnswer(kind, address, signal);
    if (fetched.kind !== 'valid') return fetched;
    await onAnswer?.(fetched.copy());
    try {
      await putAnswer(cache, address, fetched.copy());
    } catch {
      return { kind: 'unstorable', answer: fetched.answer };
    }
    return fetched;
  };
  const release = takeHold(address);
  return release
    ? store().finally(release)
    : withLock(addressLock(address), store, signal, timeout);
};
