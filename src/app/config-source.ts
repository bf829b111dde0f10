import { loadConfig, parseConfig } from '#api/config.ts';
import type { Send } from '#api/fetch-answer.ts';
import { dropPrefetchedOfOthers, takePrefetched } from '#api/prefetched-answers.ts';
import { readAddress } from '#contract/addresses.ts';
import { CONFIG_CACHE, hasCaches } from '#contract/caches.ts';
import { CONFIG_ADDRESS, CONFIG_KEY, type Config } from '#contract/config.ts';
import { type Failure, type Result, success } from '#contract/result.ts';
import { delay } from '#primitives/delay.ts';
import { parseJson } from '#primitives/json.ts';
import { readText, writeText } from '#storage/local-storage.ts';

const isControlled = () => Boolean(navigator.serviceWorker?.controller);

/** Addresses requested before the worker took control, so it has not cached them. */
const askedBefore = new Set<string>();

const askAgain = () => {
  // The app may not have taken some prefetched answers yet.
  const waiting = [...(globalThis.prefetchedAnswers?.keys() ?? [])];
  const lists = waiting.filter((address) => readAddress(address)?.kind !== 'question');
  for (const address of [...askedBefore, ...lists]) fetch(address).catch(() => undefined);
  askedBefore.clear();
};

/**
 * Fetches by the worker's strategies. On a first visit no worker controls the page yet, so these
 * requests are repeated once for the worker to cache.
 */
export const fetchByStrategy: Send = (address, { signal }) => {
  if (!isControlled()) {
    if (askedBefore.size === 0) {
      navigator.serviceWorker?.addEventListener('controllerchange', askAgain, { once: true });
    }
    askedBefore.add(address);
  }
  return takePrefetched(address, signal) ?? fetch(address, { signal });
};

/** How long a start waits for the network before it uses a copy. In milliseconds. */
const HEAD_START = 200;

/** How long caches may take to answer; some never do. In milliseconds. */
const CACHE_LIMIT = 3000;

const readStoredConfig = () => parseConfig(parseJson(readText(CONFIG_KEY) ?? ''), location.origin);

const findFile = async () => {
  const copy = await (await caches.open(CONFIG_CACHE)).match(
    new URL(CONFIG_ADDRESS, location.origin),
  );
  return copy && parseConfig(await copy.json(), location.origin);
};

const isSame = (a: Config, b: Config) => JSON.stringify(a) === JSON.stringify(b);

const originOf = ({ apiUrl }: Config) => new URL(apiUrl).origin;

/**
 * The worker served this page with a content policy for the API configured before. When the API has
 * moved to another origin, only a reload allows the page to call it. The stored configuration changes
 * first, so this happens once.
 */
const adopt = async (config: Config) => {
  dropPrefetchedOfOthers(config.apiUrl);
  const before = readStoredConfig();
  const hasMoved = before && originOf(before) !== originOf(config);
  const isStored = writeText(CONFIG_KEY, JSON.stringify(config));
  if (!hasMoved || !isStored || !isControlled()) return;
  location.reload();
  await new Promise(() => undefined);
};

const findCopy = async () => {
  if (!hasCaches()) return undefined;
  const file = await Promise.race([findFile().catch(() => undefined), delay(CACHE_LIMIT)]);
  // The worker may have cached it since it served the page.
  if (file) await adopt(file);
  return file ?? readStoredConfig();
};

type Loading = { soon: Promise<Result<Config, Failure>>; newer: Promise<Config | undefined> };

/**
 * The configuration from the network or, after a short wait, the last valid one, so that a saved exam
 * never waits for a dead network. `newer` is a different configuration that arrives later.
 */
const loadConfigSoon = (): Loading => {
  const network = loadConfig(fetchByStrategy, location.origin).then(async (loaded) => {
    if (loaded.ok) await adopt(loaded.value);
    return loaded;
  });
  const choose = async () => {
    const inTime = await Promise.race([network, delay(HEAD_START)]);
    if (inTime?.ok) return inTime;
    const copy = await findCopy();
    return copy ? success(copy) : network;
  };
  const soon = choose();
  const findNewer = async () => {
    const [used, latest] = [await soon, await network];
    return used.ok && latest.ok && !isSame(used.value, latest.value) ? latest.value : undefined;
  };
  return { soon, newer: findNewer() };
};

let begun: Loading | undefined;

/** Starts loading the configuration. Undefined unless it arrives within `limit` milliseconds. */
export const beginConfig = async (limit: number) => {
  begun = loadConfigSoon();
  const loaded = await Promise.race([begun.soon, delay(limit)]);
  return loaded?.ok ? loaded.value : undefined;
};

/** Takes the load that was begun, or begins another. `onNewer` gets a different one that arrives later. */
export const takeConfig = (onNewer: (config: Config) => void) => {
  const { soon, newer } = begun ?? loadConfigSoon();
  begun = undefined;
  newer.then((config) => config && onNewer(config));
  return soon;
};
