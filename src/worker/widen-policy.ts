import { parseConfig } from '#api/config.ts';
import { CONFIG_CACHE } from '#contract/caches.ts';
import { CONFIG_ADDRESS } from '#contract/config.ts';

/** The origin of the configured API; undefined when it is our own. */
export const findApiOrigin = async () => {
  const { origin } = location;
  const copy = await caches.match(new URL(CONFIG_ADDRESS, origin), { cacheName: CONFIG_CACHE });
  const config = copy && parseConfig(await copy.json(), origin);
  const api = config && new URL(config.apiUrl).origin;
  // A host may contain `;` or `,`, which would end the directive or the policy.
  return api !== origin && api && /^[\w:/.[\]-]+$/.test(api) ? api : undefined;
};

/** Allows requests and images from one more origin. */
export const widenPolicy = (policy: string, origin: string) =>
  policy.replace(/\b(?:connect|img)-src [^;,]*/g, (directive) =>
    directive.split(' ').includes(origin) ? directive : `${directive.trimEnd()} ${origin}`,
  );
