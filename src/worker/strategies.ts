import { parseConfig } from '#api/config.ts';
import { cacheModeOf, GIVE_UP_AFTER, isJson, trustIf } from '#api/fetch-answer.ts';
import { parseExamDetail, parseExams, parseProviders } from '#api/wire-parser.ts';
import { type AnswerKind, isFilesApi, readAddress } from '#contract/addresses.ts';
import { CONFIG_CACHE, MATCH, SEEN_CACHE } from '#contract/caches.ts';
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

/** When the last valid copy serves. In milliseconds. */
const copyAfter = (kind: RequestClass) => (kind === 'config' ? 2000 : 3000);

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
  await cache.put(
    url,
    new Response(answer.body, { headers: { 'content-type': 'application/json' } }),
  );
};

/** The network's answer with its whole body. One that is valid becomes the copy. */
const askNetwork = async (kind: RequestClass, request: Request) => {
  const { url } = request;
  const signal = AbortSignal.any([AbortSignal.timeout(GIVE_UP_AFTER), request.signal]);
  const answer = await fetch(request, { signal, cache: cacheModeOf(url, request.cache) });
  let isValid = isNone(kind, url, answer);
  if (!isValid) {
    trustIf(url, false);
    isValid = await isValidAnswer(kind, url, answer.clone());
    trustIf(url, isValid);
  }
  if (isValid) await putCopy(kind, url, answer.clone()).catch(() => undefined);
  return { answer, isValid };
};

const findCopy = async (kind: RequestClass, url: string) =>
  (await caches.open(cacheOf(kind))).match(url, MATCH);

/**
 * The network's answer if it is valid and arrives in time, otherwise the last valid copy, otherwise
 * whatever the network answers. A late valid answer still becomes the copy. `whole` settles when the
 * network is done, and the worker must stay alive until then.
 */
export const respond = (kind: RequestClass, request: Request) => {
  const whole = askNetwork(kind, request).catch(() => undefined);
  const choose = async () => {
    const inTime = await Promise.race([whole, delay(copyAfter(kind))]);
    if (inTime?.isValid) return inTime.answer;
    const copy = await findCopy(kind, request.url).catch(() => undefined);
    return copy ?? (await whole)?.answer ?? Response.error();
  };
  return { answer: choose(), whole };
};
