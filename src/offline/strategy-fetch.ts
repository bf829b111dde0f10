import { takeEarly } from '#api/early-answers.ts';
import type { FetchAnswer } from '#api/json-answer.ts';

const isControlled = () => Boolean(navigator.serviceWorker?.controller);

/** Addresses requested before the worker took control, which it has not stored. */
const early = new Set<string>();

const askAgain = () => {
  for (const address of early) fetch(address).catch(() => undefined);
  early.clear();
};

/**
 * Fetches by the worker's strategies. On a first visit no worker controls the page yet; what is
 * asked for by then is asked again, once, for the worker to keep.
 */
export const fetchByStrategy: FetchAnswer = (address, { signal }) => {
  if (!isControlled()) {
    if (early.size === 0) {
      navigator.serviceWorker?.addEventListener('controllerchange', askAgain, { once: true });
    }
    early.add(address);
  }
  return takeEarly(address, signal) ?? fetch(address, { signal });
};
