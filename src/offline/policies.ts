import { CONFIG_CACHE, SEEN_CACHE } from '#contract/caches.ts';
import { isValidAnswer } from './answer-validation.ts';
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

/** Answers a request by its class's policy, from the network or the cache of what was seen. */
export const answerByPolicy = (kind: RequestClass, request: Request) => {
  const { url } = request;
  const patience: Patience = { copyAfter: COPY_AFTER[kind], giveUpAfter: GIVE_UP_AFTER };
  return answerNetworkFirst(
    {
      ask: (signal) => fetch(request, { signal }),
      isValid: (answer) => isValidAnswer(kind, url, answer),
      findCopy: async () => (await caches.open(cacheOf(kind))).match(url, MATCH),
      keepCopy: async (answer) =>
        (await caches.open(cacheOf(kind))).put(url, await rebuildAnswer(answer)),
    },
    patience,
  );
};
