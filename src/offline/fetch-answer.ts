import { OWN_REQUEST, takeEarly } from '#api/early-answers.ts';
import { isJson } from '#api/json-answer.ts';
import { parseExamDetail } from '#api/wire-parser.ts';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import type { ExamDetail } from '#contract/wire.ts';
import { isValidAnswer } from './answer-validation.ts';
import { parseRetryAfter } from './backoff.ts';
import { findType } from './image-validation.ts';

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

/** From here on until a good answer, an address is asked for past the browser's cache. */
export const distrust = (address: string) => void distrusted.add(address);

export const isOwnOrigin = (address: string) => new URL(address).origin === location.origin;

const own = (address: string, stored: Response | undefined): RequestInit => {
  if (distrusted.has(address)) return { ...OWN_REQUEST, cache: 'reload' };
  const tag = stored?.headers.get('etag');
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
  const isValid = await isValidAnswer(kind, address, copy());
  if (isValid) distrusted.delete(address);
  else distrusted.add(address);
  if (!isValid) return { kind: 'invalid' };
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
  const asked = early ?? fetch(address, { ...own(address, stored), signal: limited });
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
  const cache = distrusted.has(address) ? 'reload' : 'no-cache';
  distrusted.add(address);
  try {
    const response = await fetch(address, { cache, credentials: 'omit', signal: limited });
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
