import { OWN_REQUEST, takeEarly } from '#api/early-answers.ts';
import { isJson } from '#api/json-answer.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { findType, isValidAnswer } from './answer-validation.ts';
import { parseRetryAfter } from './delay.ts';
import { LONGEST_WAIT, withLock } from './locks.ts';
import type { RequestClass } from './strategies.ts';

const KEPT_HEADERS = ['etag', 'last-modified'];

/**
 * The answer as it is stored: its body and type, with a length of its own and nothing else. Gives
 * as many as are asked for; a clone of a response costs several times as much.
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

/** What varies in our requests never changes the answer. */
export const MATCH = { ignoreVary: true } as const;

/** The network's hard end for one address, body included. In milliseconds. */
const GIVE_UP_AFTER = 20_000;

export type Fetched =
  | { kind: 'valid'; answer: Response; copy: () => Response }
  /** It is what is stored already. */
  | { kind: 'unchanged' }
  /** 404 or 410: asking again will not help. */
  | { kind: 'gone' }
  /** Another status; `retryAfter` in milliseconds where the server says so. */
  | { kind: 'refused'; retryAfter: number | undefined }
  /** Status 200, but not what was asked for: cut off, another type, shape or id. */
  | { kind: 'invalid' }
  | { kind: 'unreachable' };

/**
 * Addresses whose last answer was no good. The browser may have kept that one, and the server would
 * say of a body cut on its way that nothing has changed; so these are asked for past its cache.
 */
const distrusted = new Set<string>();

/** The cache mode for the next request for an address. */
export const cacheModeOf = (address: string, usual: RequestCache): RequestCache =>
  distrusted.has(address) ? 'reload' : usual;

/** Validates an answer. Until one is valid, its address is asked for past the browser's cache. */
export const judgeAnswer = async (kind: RequestClass, address: string, answer: Response) => {
  distrusted.add(address);
  const isValid = await isValidAnswer(kind, address, answer);
  if (isValid) distrusted.delete(address);
  return isValid;
};

const isOwnOrigin = (address: string) => new URL(address).origin === location.origin;

/** How the page asks for an address, or whether that has changed since the answer with the tag. */
export const ownRequest = (address: string, tag?: string | null): RequestInit => {
  if (distrusted.has(address)) return { ...OWN_REQUEST, cache: 'reload' };
  // A header of ours would cost another origin a preflight; there the browser's own cache asks so.
  return tag && isOwnOrigin(address)
    ? { ...OWN_REQUEST, cache: 'no-store', headers: { 'if-none-match': tag } }
    : OWN_REQUEST;
};

/** Questions are compared by what they say, since a bundle may have brought the stored one. */
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

/** An image from a server without CORS can be kept and shown, though nobody can look inside. */
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
 * Asks the network for one address and reads all of it; where something is `stored`, only whether
 * that has changed. Throws only when `signal` aborts.
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

/** The exam's list as the network has it now, past every cache of ours; undefined without one. */
export const fetchListing = async (
  { apiUrl, providerId, examId }: ExamKey,
  signal: AbortSignal,
): Promise<ExamDetail | undefined> => {
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
  /** Gets a valid answer before it is stored, when the network is no longer needed. */
  onAnswer?: (answer: Response) => Promise<void>;
  /** How long another request for the address is waited for. In milliseconds. */
  turnLimit?: number;
};

/**
 * Makes sure that an address is in the cache, asking the network at most once however many ask:
 * whoever comes second, in this tab or another, finds the entry. Throws only when aborted.
 */
export const storeOnce = (
  cache: Cache,
  kind: 'question' | 'image',
  address: string,
  signal: AbortSignal,
  { onAnswer, turnLimit = LONGEST_WAIT }: StoreOptions = {},
): Promise<Stored> => {
  const timeout = AbortSignal.timeout(turnLimit);
  return withLock(
    `certdeck/address/${address}`,
    async () => {
      const present = await cache.match(address, MATCH);
      if (present) return { kind: 'present', answer: present };
      // Another request for it may hang, and the browser's cache would make this one wait for it.
      if (timeout.aborted) distrusted.add(address);
      const fetched = await fetchAnswer(kind, address, signal);
      if (fetched.kind !== 'valid') return fetched;
      await onAnswer?.(fetched.copy());
      try {
        await cache.put(address, fetched.copy());
      } catch {
        return { kind: 'unstorable', answer: fetched.answer };
      }
      return fetched;
    },
    signal,
    timeout,
  );
};
