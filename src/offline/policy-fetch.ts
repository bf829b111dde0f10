import type { FetchAnswer } from '#api/json-answer.ts';

const isControlled = () => Boolean(navigator.serviceWorker?.controller);

/** What was asked for before the worker took over, and so went past it. */
const early = new Set<string>();

const askAgain = () => {
  for (const address of early) fetch(address).catch(() => undefined);
  early.clear();
};

/**
 * Fetches by the worker's policies. On a first visit no worker controls the page yet; what is
 * asked for by then is asked again, once, for the worker to keep.
 */
export const fetchByPolicy: FetchAnswer = (address, { signal }) => {
  if (!isControlled()) {
    if (early.size === 0) {
      navigator.serviceWorker?.addEventListener('controllerchange', askAgain, { once: true });
    }
    early.add(address);
  }
  return fetch(address, { signal });
};
