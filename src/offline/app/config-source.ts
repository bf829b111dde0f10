import { loadConfig, parseConfig } from '#api/config.ts';
import { dropEarlyOfOthers, takeEarly } from '#api/early-answers.ts';
import type { FetchAnswer } from '#api/json-answer.ts';
import { CONFIG_CACHE } from '#contract/caches.ts';
import { CONFIG_ADDRESS, CONFIG_KEY, type Config } from '#contract/config.ts';
import { type Failure, type Result, success } from '#contract/result.ts';
import { delay } from '../delay.ts';
import { hasCaches, listExamCaches } from '../exam-cache.ts';

const isControlled = () => Boolean(navigator.serviceWorker?.controller);

/** Addresses requested before the worker took control, so it has not stored them. */
const early = new Set<string>();

const askAgain = () => {
  for (const address of early) fetch(address).catch(() => undefined);
  early.clear();
};

/**
 * Fetches by the worker's strategies. On a first visit no worker controls the page yet, so these
 * requests are repeated once for the worker to store.
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

/** How long a start waits for the network before it uses a copy. In milliseconds. */
const HEAD_START = 300;

const readKept = (): Config | undefined => {
  try {
    return parseConfig(JSON.parse(localStorage.getItem(CONFIG_KEY) ?? ''), location.origin);
  } catch {
    return undefined;
  }
};

const keep = (config: Config) => {
  try {
    localStorage.setItem(CONFIG_KEY, JSON.stringify(config));
    return true;
  } catch {
    return false;
  }
};

const findFile = async () => {
  const copy = await (await caches.open(CONFIG_CACHE)).match(
    new URL(CONFIG_ADDRESS, location.origin),
  );
  return copy && parseConfig(await copy.json(), location.origin);
};

/** Each saved exam knows its API. */
const findSavedApi = async () => {
  const saved = [...(await listExamCaches()).values()].at(-1);
  return saved && parseConfig({ apiUrl: saved.key.apiUrl }, location.origin);
};

const findCopy = async () => {
  if (!hasCaches()) return undefined;
  const file = await findFile().catch(() => undefined);
  return file ?? readKept() ?? (await findSavedApi().catch(() => undefined));
};

const isSame = (a: Config, b: Config) => JSON.stringify(a) === JSON.stringify(b);

const originOf = ({ apiUrl }: Config) => new URL(apiUrl).origin;

/**
 * The worker served this page with a content policy for the API configured before. When the API has
 * moved to another origin, only a reload allows the page to call it. The stored configuration changes
 * first, so this happens once.
 */
const adopt = async (config: Config) => {
  dropEarlyOfOthers(config.apiUrl);
  const before = readKept();
  const hasMoved = before && originOf(before) !== originOf(config);
  const isKept = keep(config);
  if (!hasMoved || !isKept || !navigator.serviceWorker?.controller) return;
  location.reload();
  await new Promise(() => undefined);
};

/**
 * The configuration from the network or, after a short wait, the last valid one, so that a saved exam
 * never waits for a dead network. `onNewer` gets a different configuration that arrives later.
 */
export const loadConfigSoon = async (
  onNewer: (config: Config) => void,
): Promise<Result<Config, Failure>> => {
  const fetched = loadConfig(
    (address) => fetchByStrategy(address, { signal: AbortSignal.timeout(20_000) }),
    location.origin,
  );
  const network = fetched.then(async (loaded) => {
    if (loaded.ok) await adopt(loaded.value);
    return loaded;
  });
  const soon = await Promise.race([network, delay(HEAD_START)]);
  if (soon?.ok) return soon;
  const copy = await findCopy();
  if (!copy) return network;
  network.then((later) => {
    if (later.ok && !isSame(later.value, copy)) onNewer(later.value);
  });
  return success(copy);
};
