import { loadConfig } from '#api/config.ts';
import { parseConfig } from '#api/config-parser.ts';
import { CONFIG_CACHE } from '#contract/caches.ts';
import { CONFIG_ADDRESS, type Config } from '#contract/config.ts';
import type { Failure } from '#contract/failure.ts';
import type { Result } from '#contract/result.ts';
import { hasCaches } from './exam-cache.ts';
import { fetchByPolicy } from './policy-fetch.ts';

/** How long a start waits for the network when a copy is at hand. In milliseconds. */
const HEAD_START = 300;

const findCopy = async (): Promise<Config | undefined> => {
  if (!hasCaches()) return undefined;
  try {
    const copy = await (await caches.open(CONFIG_CACHE)).match(
      new URL(CONFIG_ADDRESS, location.origin),
    );
    return copy && parseConfig(await copy.json(), location.origin);
  } catch {
    return undefined;
  }
};

const wait = (time: number) => new Promise<undefined>((resolve) => setTimeout(resolve, time));

const isSame = (a: Config, b: Config) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The configuration, soon: the network's, or after a short wait the last valid one, so that a
 * saved exam never waits for a dead network. `onNewer` hears of an answer that came later and
 * says otherwise.
 */
export const loadConfigSoon = async (
  onNewer: (config: Config) => void,
): Promise<Result<Config, Failure>> => {
  const network = loadConfig(
    (address) => fetchByPolicy(address, { signal: AbortSignal.timeout(20_000) }),
    location.origin,
  );
  const soon = await Promise.race([network, wait(HEAD_START)]);
  if (soon?.ok) return soon;
  const copy = await findCopy();
  if (!copy) return network;
  network.then((later) => {
    if (later.ok && !isSame(later.value, copy)) onNewer(later.value);
  });
  return { ok: true, value: copy };
};
