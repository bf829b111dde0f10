import { isJson } from '#api/json-answer.ts';
import { type AnswerKind, isFilesApi, readAddress } from '#contract/addresses.ts';
import { CONFIG_CACHE, SEEN_CACHE } from '#contract/caches.ts';
import { CONFIG_ADDRESS } from '#contract/config.ts';
import { delay } from './delay.ts';
import { cacheModeOf, judgeAnswer, MATCH, rebuildAnswer } from './fetch-answer.ts';
import { findInExam } from './library/exam-cache.ts';

/** The class of a request determines its strategy. */
export type RequestClass = 'config' | AnswerKind;

/** `origin` is the site's own. API answers and images may have another one. */
export const classifyRequest = (address: string, origin: string): RequestClass | undefined => {
  const url = new URL(address, origin);
  if (url.origin === origin && url.pathname === CONFIG_ADDRESS) return 'config';
  return readAddress(url.href)?.kind;
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

const GIVE_UP_AFTER = 20_000;

/** When the last valid copy serves, by class. In milliseconds. */
const COPY_AFTER: Record<RequestClass, number> = {
  config: 2000,
  providers: 3000,
  exams: 3000,
  questions: 3000,
  question: 4000,
  image: 4000,
};

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
  const copy = kind === 'image' ? undefined : await cache.match(url, MATCH);
  if (copy && (await copy.text()) === (await answer.clone().text())) return;
  await cache.put(url, (await rebuildAnswer(answer))());
};

const answerFromNetwork = (kind: RequestClass, request: Request) => {
  const { url } = request;
  const timeouts: Timeouts = { copyAfter: COPY_AFTER[kind], giveUpAfter: GIVE_UP_AFTER };
  return answerNetworkFirst(
    {
      ask: (signal) =>
        fetch(request, {
          signal: AbortSignal.any([signal, request.signal]),
          cache: cacheModeOf(url, request.cache),
        }),
      isValid: async (answer) => isNone(kind, url, answer) || judgeAnswer(kind, url, answer),
      findCopy: async () => (await caches.open(cacheOf(kind))).match(url, MATCH),
      putCopy: (answer) => putCopy(kind, url, answer),
    },
    timeouts,
  );
};

const findSaved = async (kind: RequestClass, address: string) => {
  if (kind !== 'question' && kind !== 'image') return undefined;
  const key = readAddress(address)?.exam;
  return key && (await findInExam(key, address).catch(() => undefined));
};

/**
 * Answers a request by the strategy of its class: from the saved exam it belongs to, otherwise from
 * the network or the last valid copy. `whole` settles when nothing is left to do.
 */
export const respond = (kind: RequestClass, request: Request) => {
  const chosen = findSaved(kind, request.url).then((saved) =>
    saved ? { answer: saved, whole: undefined } : answerFromNetwork(kind, request),
  );
  return {
    answer: chosen.then(({ answer }) => answer),
    whole: chosen.then(({ whole }) => whole),
  };
};
