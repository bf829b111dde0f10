import type { FetchAnswer } from '#api/json-answer.ts';
import { hasCaches } from './exam-cache.ts';
import { answerByPolicy } from './policies.ts';
import { classifyRequest } from './request-class.ts';

/**
 * Fetches by the worker's policies. On a first visit no worker controls the page yet; then the
 * page applies the same policy itself, so that what was seen is there when the network is not.
 */
export const fetchByPolicy: FetchAnswer = (address, { signal }) => {
  const kind = classifyRequest(address, location.origin);
  const isControlled = Boolean(navigator.serviceWorker?.controller);
  if (!kind || isControlled || !hasCaches()) return fetch(address, { signal });
  const request = new Request(new URL(address, location.origin), { signal });
  return answerByPolicy(kind, request).answer;
};
