import type { FetchAnswer } from '#api/json-answer.ts';
import { CONFIG_ADDRESS } from '#contract/config.ts';

const isControlled = () => Boolean(navigator.serviceWorker?.controller);

/** What was asked for before the worker took over, and so went past it. */
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
  return takeAsked(address) ?? fetch(address, { signal });
};
