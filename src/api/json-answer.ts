import { type Failure, failed, type Result, success } from '#contract/result.ts';

/** The part of `fetch` that calls need. Tests pass the server's app instead. */
export type FetchAnswer = (address: string, init: { signal: AbortSignal }) => Promise<Response>;

/** How long a call may take, body included, in milliseconds. */
const HARD_LIMIT = 20_000;

const JSON_TYPE =
  /^((application\/(json|[\w.+-]+\+json|octet-stream)|text\/(plain|json))\s*)?(;|$)/i;

/** Whether an answer's type is JSON, or too generic to rule it out. */
export const isJson = ({ headers }: Response) => JSON_TYPE.test(headers.get('content-type') ?? '');

export type Call<T> = {
  address: string;
  parse: (body: unknown) => T | undefined;
  /** For any other problem: network, type, syntax, shape, ids. */
  otherwise: Failure;
  /** For a 404, if it has its own meaning. */
  notFound?: Failure;
};

const limitTime = (signal?: AbortSignal) => {
  const limit = AbortSignal.timeout(HARD_LIMIT);
  return signal ? AbortSignal.any([signal, limit]) : limit;
};

/** Sends a call. Its answer is valid with status 200, a JSON type and the right shape. */
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
