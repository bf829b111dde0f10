import { isValidAnswer } from './answer-validation.ts';
import { parseRetryAfter } from './backoff.ts';
import { rebuildAnswer } from './stored-answer.ts';

/** The network's hard end for one address, body included. In milliseconds. */
const GIVE_UP_AFTER = 20_000;

export type Fetched =
  | { kind: 'valid'; answer: Response; copy: () => Response }
  /** 404 or 410: asking again will not help. */
  | { kind: 'gone' }
  /** Another status; `retryAfter` in milliseconds where the server says so. */
  | { kind: 'refused'; retryAfter: number | undefined }
  /** Status 200, but not what was asked for: cut off, another type, shape or id. */
  | { kind: 'invalid' }
  | { kind: 'unreachable' };

/**
 * The worker leaves requests with this cache mode, or `reload`, alone: they are ours, and are
 * stored by us. The browser revalidates what it has, so an unchanged answer costs no body.
 */
const OWN: RequestInit = { cache: 'no-cache', credentials: 'omit' };

/**
 * Addresses whose last answer was no good. The browser may have kept that one, and the server would
 * say of a body cut on its way that nothing has changed; so these are asked for past its cache.
 */
const distrusted = new Set<string>();

const own = (address: string): RequestInit =>
  distrusted.has(address) ? { ...OWN, cache: 'reload' } : OWN;

const judge = async (
  kind: 'question' | 'image',
  address: string,
  response: Response,
): Promise<Fetched> => {
  const { status, headers } = response;
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 200) {
    return { kind: 'refused', retryAfter: parseRetryAfter(headers.get('retry-after'), Date.now()) };
  }
  const copy = await rebuildAnswer(response);
  const isValid = await isValidAnswer(kind, address, copy());
  if (isValid) distrusted.delete(address);
  else distrusted.add(address);
  return isValid ? { kind: 'valid', answer: copy(), copy } : { kind: 'invalid' };
};

/** A picture from a server without CORS can be kept and shown, though nobody can look inside. */
const fetchOpaque = async (address: string, signal: AbortSignal): Promise<Fetched> => {
  try {
    const answer = await fetch(address, { ...OWN, signal, mode: 'no-cors' });
    return answer.type === 'opaque'
      ? { kind: 'valid', answer, copy: () => answer.clone() }
      : { kind: 'unreachable' };
  } catch {
    return { kind: 'unreachable' };
  }
};

const isForeign = (address: string) => new URL(address).origin !== location.origin;

/** Asks the network for one address and reads all of it. Throws only when `signal` aborts. */
export const fetchAnswer = async (
  kind: 'question' | 'image',
  address: string,
  signal: AbortSignal,
): Promise<Fetched> => {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_AFTER)]);
  const response = await fetch(address, { ...own(address), signal: limited }).catch(
    () => undefined,
  );
  signal.throwIfAborted();
  if (!response) {
    const mayBeCors = kind === 'image' && isForeign(address) && !limited.aborted;
    return mayBeCors ? fetchOpaque(address, limited) : { kind: 'unreachable' };
  }
  try {
    return await judge(kind, address, response);
  } catch {
    signal.throwIfAborted();
    return { kind: 'unreachable' };
  }
};
