import { isJson } from '#api/json-answer.ts';
import { CONFIG_CACHE, SEEN_CACHE } from '#contract/caches.ts';
import { isValidAnswer } from './answer-validation.ts';
import { examOfAddress } from './exam-address.ts';
import { findInExam } from './exam-cache.ts';
import { answerNetworkFirst, type Patience } from './network-first.ts';
import type { RequestClass } from './request-class.ts';
import { MATCH, rebuildAnswer } from './stored-answer.ts';

const GIVE_UP_AFTER = 20_000;

/** How long each class waits for the network before the last valid copy serves. In milliseconds. */
const COPY_AFTER: Record<RequestClass, number> = {
  config: 2000,
  providers: 3000,
  exams: 3000,
  questions: 3000,
  question: 4000,
  image: 4000,
};

const cacheOf = (kind: RequestClass) => (kind === 'config' ? CONFIG_CACHE : SEEN_CACHE);

/** What the browser may have kept of their last answers is no good: cut off, or not the one asked for. */
const distrusted = new Set<string>();

/** The server says that it has no such list: the one that was seen is no more, either. */
const isNone = (kind: RequestClass, answer: Response) =>
  (kind === 'exams' || kind === 'questions') && answer.status === 404 && isJson(answer);

/** A copy that says the same stays: one being replaced is lost if the browser is killed just then. */
const keepCopy = async (kind: RequestClass, url: string, answer: Response) => {
  const cache = await caches.open(cacheOf(kind));
  if (isNone(kind, answer)) return void (await cache.delete(url, MATCH));
  const copy = kind === 'image' ? undefined : await cache.match(url, MATCH);
  if (copy && (await copy.text()) === (await answer.clone().text())) return;
  await cache.put(url, (await rebuildAnswer(answer))());
};

const answerFromNetwork = (kind: RequestClass, request: Request) => {
  const { url } = request;
  const patience: Patience = { copyAfter: COPY_AFTER[kind], giveUpAfter: GIVE_UP_AFTER };
  return answerNetworkFirst(
    {
      ask: (signal) =>
        fetch(request, {
          signal: AbortSignal.any([signal, request.signal]),
          cache: distrusted.has(url) ? 'reload' : request.cache,
        }),
      isValid: async (answer) => {
        if (isNone(kind, answer)) return true;
        distrusted.add(url);
        const isValid = await isValidAnswer(kind, url, answer);
        if (isValid) distrusted.delete(url);
        return isValid;
      },
      findCopy: async () => (await caches.open(cacheOf(kind))).match(url, MATCH),
      keepCopy: (answer) => keepCopy(kind, url, answer),
    },
    patience,
  );
};

const findSaved = async (kind: RequestClass, address: string) => {
  if (kind !== 'question' && kind !== 'image') return undefined;
  const key = examOfAddress(address);
  return key && (await findInExam(key, address).catch(() => undefined));
};

/**
 * Answers a request by its class's policy: what belongs to a saved exam from there, anything else
 * from the network or the cache of what was seen. `whole` settles when nothing is left to do.
 */
export const answerByPolicy = (kind: RequestClass, request: Request) => {
  const chosen = findSaved(kind, request.url).then((saved) =>
    saved ? { answer: saved, whole: undefined } : answerFromNetwork(kind, request),
  );
  return {
    answer: chosen.then(({ answer }) => answer),
    whole: chosen.then(({ whole }) => whole),
  };
};
