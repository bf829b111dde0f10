import * as v from 'valibot';
import type { Site } from './site.ts';

const configSchema = v.pipe(v.string(), v.parseJson(), v.object({ apiUrl: v.string() }));
const decoder = new TextDecoder();

/**
 * Follows the site's config.json, which operators edit while the server runs, and tells which
 * source the policy for an address must allow: the origin of the API that the config names, or
 * undefined when that is the site itself.
 */
export function followApiSource(site: Site): (address: string) => Promise<string | undefined> {
  let hash: string | undefined;
  let origin: string | undefined;
  return async (address) => {
    const { origin: own, pathname } = new URL(address);
    // A worker keeps the policy it was installed with, and an edited config does not install it
    // anew. What the app may call is then up to the policy of its page.
    if (pathname === '/sw.js') return 'http: https:';
    // An unreadable config names no API; whoever asks for the file itself gets the error.
    const config = await site.find('/config.json').catch(() => undefined);
    if (config?.hash !== hash) {
      hash = config?.hash;
      origin = config && parseApiOrigin(decoder.decode(config.bytes));
    }
    return origin === own ? undefined : origin;
  };
}

/** The origin of a config's apiUrl when it is an absolute http(s) address, ready for a policy. */
export function parseApiOrigin(config: string): string | undefined {
  const parsed = v.safeParse(configSchema, config);
  if (!parsed.success || !URL.canParse(parsed.output.apiUrl)) return undefined;
  const { protocol, origin } = new URL(parsed.output.apiUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  // A host may hold `;` and `,`, which would start a directive or a policy of its own.
  return /^[\w:/.[\]-]+$/.test(origin) ? origin : undefined;
}
