import { type Failure, failed, type Result, success } from '#contract/result.ts';

/** What a call needs of `fetch`; tests hand in the server's app, the offline folder its strategies. */
export type FetchAnswer = (address: string, init: { signal: AbortSignal }) => Promise<Response>;

/** No call waits longer than this, body included. In milliseconds. */
const HARD_LIMIT = 20_000;

const JSON_TYPE =
  /^((application\/(json|[\w.+-]+\+json|octet-stream)|text\/(plain|json))\s*)?(;|$)/i;

/** Whether an answer may hold JSON by its type, or has a type that says nothing of its body. */
export const isJson = ({ headers }: Response) => JSON_TYPE.test(headers.get('content-type') ?? '');

export type Call<T> = {
  address: string;
  parse: (body: unknown) => T | undefined;
  /** Anything that is wrong but the status: network, type, syntax, shape, ids. */
  otherwise: Failure;
  /** What a 404 means, where it means something. */
  notFound?: Failure;
};

const limitTime = (signal?: AbortSignal) => {
  const limit = AbortSignal.timeout(HARD_LIMIT);
  return signal ? AbortSignal.any([signal, limit]) : limit;
};

/** A response is trusted when its status is 200, it is no page, and its body parses into the shape. */
export const askJson = async <T>(
  fetchAnswer: FetchAnswer,
  { address, parse, otherwise, notFound }: Call<T>,
  signal?: AbortSignal,
): Promise<Result<T, Failure>> => {
  try {
    const response = await fetchAnswer(address, { signal: limitTime(signal) });
    if (response.status === 404 && notFound) return failed(notFound);
    if (response.status !== 200) return failed('status-unexpected');
    const value = isJson(response) ? parse(await response.json()) : undefined;
    return value === undefined ? failed(otherwise) : success(value);
  } catch {
    return failed(otherwise);
  }
};
