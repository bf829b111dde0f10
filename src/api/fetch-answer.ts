import { delay, parseRetryAfter, unlessAborted } from '#primitives/delay.ts';
import { parseJson } from '#primitives/json.ts';
import { LASTING, OWN_REQUEST, takePrefetched } from './prefetched-answers.ts';

/** Sends a request. */
export type Send = (address: string, init: { signal: AbortSignal }) => Promise<Response>;

const JSON_TYPE =
  /^((application\/(json|[\w.+-]+\+json|octet-stream)|text\/(plain|json))\s*)?(;|$)/i;

/** Whether an answer's type is JSON, or too generic to rule it out. */
export const isJson = ({ headers }: Response) => JSON_TYPE.test(headers.get('content-type') ?? '');

/** How long a request may be silent, or take if somebody waits for it. In milliseconds. */
export const GIVE_UP_AFTER = 20_000;

export type Fetched<T> =
  | { kind: 'valid'; value: T; etag: string | undefined }
  /** The same as what is saved. */
  | { kind: 'unchanged' }
  /** 404 or 410: asking again will not help. */
  | { kind: 'gone' }
  /** An image whose server does not let this site read it (CORS). */
  | { kind: 'blocked' }
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

/** Remembers whether an address's answer was valid. */
export const trustIf = (address: string, isValid: boolean) => {
  if (isValid) distrusted.delete(address);
  else distrusted.add(address);
};

export const isOwnOrigin = (address: string) => new URL(address).origin === location.origin;

const requestFor = (address: string, etag: string | undefined): RequestInit => {
  if (distrusted.has(address)) return { ...OWN_REQUEST, cache: 'reload' };
  // For another origin a header means a preflight, and the browser's cache revalidates anyway.
  return etag && isOwnOrigin(address)
    ? { ...OWN_REQUEST, cache: 'no-store', headers: { 'if-none-match': etag } }
    : OWN_REQUEST;
};

const sendOwn = (address: string, etag: string | undefined, signal: AbortSignal) => {
  const prefetched = etag === undefined ? takePrefetched(address, signal) : undefined;
  return prefetched ?? fetch(address, { ...requestFor(address, etag), signal });
};

/** Reads a body and calls `onPart` whenever some of it arrives. */
const readBody = async (answer: Response, onPart: () => void) => {
  const counted = answer.body?.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, controller) => {
        onPart();
        controller.enqueue(part);
      },
    }),
  );
  return new Response(counted).arrayBuffer();
};

/** Gives undefined for a body that is not what was asked for. */
export type ReadBody<T> = (body: ArrayBuffer, answer: Response) => Promise<T | undefined>;

export type FetchOptions = {
  /** Makes the request conditional. */
  etag?: string | undefined;
  /** How long the server may be silent. In milliseconds. */
  silence?: number;
  signal?: AbortSignal | undefined;
  /** Sends the request past the worker unless told otherwise. */
  send?: Send | undefined;
};

/** Fetches one address completely. Never rejects. */
export const fetchWhole = async <T>(
  address: string,
  read: ReadBody<T>,
  { etag, silence = GIVE_UP_AFTER, signal, send }: FetchOptions,
): Promise<Fetched<T>> => {
  const silent = new AbortController();
  let timer = setTimeout(() => silent.abort(), silence);
  const onPart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), silence);
  };
  const limited = signal ? AbortSignal.any([signal, silent.signal]) : silent.signal;
  const fetchNow = async (): Promise<Fetched<T>> => {
    const answer = await (send?.(address, { signal: limited }) ?? sendOwn(address, etag, limited));
    const { status, headers } = answer;
    if (status === 304 && etag !== undefined) return { kind: 'unchanged' };
    if (status === 404 || status === 410) return { kind: 'gone' };
    if (status !== 200) {
      return {
        kind: 'refused',
        retryAfter: parseRetryAfter(headers.get('retry-after'), Date.now()),
      };
    }
    trustIf(address, false);
    const value = await read(await readBody(answer, onPart), answer);
    trustIf(address, value !== undefined);
    if (value === undefined) return { kind: 'invalid' };
    return { kind: 'valid', value, etag: headers.get('etag') ?? undefined };
  };
  try {
    const fetched = await unlessAborted(limited, fetchNow());
    if (!fetched) trustIf(address, false);
    return fetched ?? { kind: 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  } finally {
    clearTimeout(timer);
    silent.abort();
  }
};

const readJson =
  <T>(parse: (body: unknown) => T | undefined): ReadBody<T> =>
  async (body, answer) => {
    const read = isJson(answer) ? parseJson(new TextDecoder().decode(body)) : undefined;
    return read === undefined ? undefined : parse(read);
  };

/** Fetches JSON that `parse` understands. Never rejects. */
export const fetchJson = <T>(
  address: string,
  parse: (body: unknown) => T | undefined,
  options: FetchOptions = {},
) => fetchWhole(address, readJson(parse), options);

type Shared = {
  asking: Promise<Fetched<unknown>>;
  controller: AbortController;
  /** How many wait for it. */
  waiting: number;
};

/** Requests that are under way, and valid answers that the screen has fetched just now. */
const shared = new Map<string, Shared>();

export type SharedOptions = {
  /** Nothing else wants the answer, so the next call requests it again. */
  isTaken?: boolean;
  signal?: AbortSignal;
};

/**
 * Fetches an address once for the screen and the download, whichever asks first. The download, which
 * saves the answer, takes it; after a failure, or after one has given up, it is asked for again. Aborted
 * once nobody waits for it, so that requests that hang don't take the connections from others.
 */
export const fetchOnce = async <T>(
  address: string,
  work: (signal: AbortSignal) => Promise<Fetched<T>>,
  { isTaken = false, signal }: SharedOptions = {},
): Promise<Fetched<T>> => {
  if (signal?.aborted) return { kind: 'unreachable' };
  const controller = new AbortController();
  const entry = shared.get(address) ?? { asking: work(controller.signal), controller, waiting: 0 };
  shared.set(address, entry);
  const drop = () => shared.get(address) === entry && shared.delete(address);
  const leave = () => {
    entry.waiting -= 1;
    if (entry.waiting === 0) entry.controller.abort();
    // In the browser's cache the next request would wait for one that hangs.
    if (drop()) trustIf(address, false);
  };
  entry.waiting += 1;
  signal?.addEventListener('abort', leave);
  const fetched = (await entry.asking) as Fetched<T>;
  signal?.removeEventListener('abort', leave);
  if (isTaken || fetched.kind !== 'valid') drop();
  else delay(LASTING).then(drop);
  return fetched;
};
