import * as v from 'valibot';
import type { Files } from './files.ts';
import { readFileText } from './send-file.ts';

const configSchema = v.pipe(v.string(), v.parseJson(), v.object({ apiUrl: v.string() }));

/**
 * Follows the site's config.json, which operators edit while the server runs, and tells which
 * source the policy for an address must allow: the origin of the API that the config names, or
 * undefined when that is the site itself.
 */
export function followApiSource(site: Files): (address: string) => Promise<string | undefined> {
  let tag: string | undefined;
  let origin: string | undefined;
  return async (address) => {
    const { origin: own, pathname } = new URL(address);
    // A worker keeps the policy it was installed with, and an edited config does not install it
    // anew. What the app may call is then up to the policy of its page.
    if (pathname === '/sw.js') return 'http: https:';
    const config = await findConfig(site);
    if (config?.plain.tag !== tag) {
      tag = config?.plain.tag;
      origin = config && parseApiOrigin(await readFileText(config));
    }
    return origin === own ? undefined : origin;
  };
}

/** An unreadable config names no API; whoever asks for the file itself gets the error. */
async function findConfig(site: Files) {
  try {
    return await site.find('/config.json');
  } catch {
    return undefined;
  }
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
