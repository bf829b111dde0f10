import { parseConfig } from '#api/config.ts';
import { cacheModeOf, GIVE_UP_AFTER, isJson, trustIf } from '#api/fetch-answer.ts';
import { parseExamDetail, parseExams, parseProviders } from '#api/wire-parser.ts';
import { type AnswerKind, isFilesApi, readAddress } from '#contract/addresses.ts';
import { CONFIG_CACHE, SEEN_CACHE } from '#contract/caches.ts';
import { CONFIG_ADDRESS } from '#contract/config.ts';
import { delay } from '#primitives/delay.ts';
import { parseJson } from '#primitives/json.ts';

/** The class of a request. Questions and images are the page's own business. */
export type RequestClass = 'config' | Exclude<AnswerKind, 'question' | 'image'>;

/** `origin` is the site's own. API answers and images may have another one. */
export const classifyRequest = (address: string, origin: string): RequestClass | undefined => {
  const url = new URL(address, origin);
  if (url.origin === origin && url.pathname === CONFIG_ADDRESS) return 'config';
  const kind = readAddress(url.href)?.kind;
  return kind === 'question' || kind === 'image' ? undefined : kind;
};

/** Times in milliseconds. */
export type Timeouts = {
  /** When a copy serves instead of the network. */
  copyAfter: number;
  /** When the request is aborted. */
  giveUpAfter: number;
};

export type NetworkFirst = {
  /** Resolves with the headers. */
  ask: (signal: AbortSignal) => Promise<Response>;
  /** Reads the body, so it may reject when the network breaks off. */
  isValid: (answer: Response) => Promise<boolean>;
  findCopy: () => Promise<Response | undefined>;
  putCopy: (answer: Response) => Promise<void>;
};

type Outcome = { answer: Response; isValid: boolean } | { answer: undefined; isValid: false };

const askWhole = async (
  { ask, isValid, putCopy }: NetworkFirst,
  limit: number,
): Promise<Outcome> => {
  try {
    const answer = await ask(AbortSignal.timeout(limit));
    const valid = await isValid(answer.clone());
    if (valid) await putCopy(answer.clone()).catch(() => undefined);
    return { answer, isValid: valid };
  } catch {
    return { answer: undefined, isValid: false };
  }
};

/**
 * The network's answer if it is valid and arrives in time, otherwise the last valid copy, otherwise
 * whatever the network answers. A late valid answer still becomes the copy. `whole` settles when the
 * network is done, and the worker must stay alive until then.
 */
export const answerNetworkFirst = (means: NetworkFirst, timeouts: Timeouts) => {
  const whole = askWhole(means, timeouts.giveUpAfter);
  const choose = async () => {
    const inTime = await Promise.race([whole, delay(timeouts.copyAfter)]);
    if (inTime?.isValid) return inTime.answer;
    const copy = await means.findCopy().catch(() => undefined);
    return copy ?? (await whole).answer ?? Response.error();
  };
  return { answer: choose(), whole };
};

const parsers: Record<RequestClass, (body: unknown, url: URL) => unknown> = {
  config: (body, url) => parseConfig(body, url.origin),
  providers: (body) => parseProviders(body),
  exams: (body) => parseExams(body),
  questions: (body, url) => parseExamDetail(body, readAddress(url.href)?.exam?.examId ?? ''),
};

/**
 * Whether an answer may be saved or preferred: status 200, the right type, a whole body of the
 * right shape, for the ids asked for. Reads the body, so it may wait and may throw with the network.
 */
export const isValidAnswer = async (kind: RequestClass, address: string, response: Response) => {
  if (response.status !== 200) return false;
  const body = parseJson(await response.text());
  return isJson(response) && parsers[kind](body, new URL(address)) !== undefined;
};

const JSON_TYPE = 'application/json';

/** When the last valid copy serves. In milliseconds. */
const copyAfter = (kind: RequestClass) => (kind === 'config' ? 2000 : 3000);

/** No header of our requests changes the answer. */
const MATCH = { ignoreVary: true } as const;

const cacheOf = (kind: RequestClass) => (kind === 'config' ? CONFIG_CACHE : SEEN_CACHE);

/**
 * Whether the server says that it has no such list, so that the copy goes too. A host of files says
 * so with an HTML page.
 */
const isNone = (kind: RequestClass, url: string, answer: Response) =>
  (kind === 'exams' || kind === 'questions') &&
  answer.status === 404 &&
  (isJson(answer) || isFilesApi(readAddress(url)?.apiUrl ?? ''));

/** Leaves an equal copy alone, because a browser that is killed while replacing it loses it. */
const putCopy = async (kind: RequestClass, url: string, answer: Response) => {
  const cache = await caches.open(cacheOf(kind));
  if (isNone(kind, url, answer)) return void (await cache.delete(url, MATCH));
  const copy = await cache.match(url, MATCH);
  if (copy && (await copy.text()) === (await answer.clone().text())) return;
  // Without the other headers, some of which a cache refuses.
  await cache.put(url, new Response(answer.body, { headers: { 'content-type': JSON_TYPE } }));
};

/**
 * Answers a request by the strategy of its class. `whole` settles when nothing is left to do.
 */
export const respond = (kind: RequestClass, request: Request) => {
  const { url } = request;
  const timeouts: Timeouts = { copyAfter: copyAfter(kind), giveUpAfter: GIVE_UP_AFTER };
  const isValid = async (answer: Response) => {
    if (isNone(kind, url, answer)) return true;
    trustIf(url, false);
    const valid = await isValidAnswer(kind, url, answer);
    trustIf(url, valid);
    return valid;
  };
  return answerNetworkFirst(
    {
      ask: (signal) =>
        fetch(request, {
          signal: AbortSignal.any([signal, request.signal]),
          cache: cacheModeOf(url, request.cache),
        }),
      isValid,
      findCopy: async () => (await caches.open(cacheOf(kind))).match(url, MATCH),
      putCopy: (answer) => putCopy(kind, url, answer),
    },
    timeouts,
  );
};
