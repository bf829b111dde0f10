import type { FetchAnswer } from '#api/json-answer.ts';
import { CONFIG_ADDRESS } from '#contract/config.ts';

const isControlled = () => Boolean(navigator.serviceWorker?.controller);

/** Addresses requested before the worker took control, which it has not stored. */
const early = new Set<string>();

const askAgain = () => {
  for (const address of early) fetch(address).catch(() => undefined);
  early.clear();
};

/** The page's head asks for the configuration before this code is there. A retry asks anew. */
const takeAsked = (address: string) => {
  if (address !== CONFIG_ADDRESS) return undefined;
  const page = globalThis as { askedConfig?: Promise<Response> | undefined };
  const asked = page.askedConfig;
  page.askedConfig = undefined;
  return asked;
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
  return takeAsked(address) ?? fetch(address, { signal });
};
