import * as v from 'valibot';
import { type Files, readText } from './files.ts';

const configSchema = v.pipe(v.string(), v.parseJson(), v.object({ apiUrl: v.string() }));

/** How the page's own policy lets the app call an API that was not known at build time. */
export const ANY_API = ' http: https:';

/**
 * Writes the policy for an address: the one in the page, but with the API that config.json names
 * instead of any. Follows both files, which change while the server runs.
 */
export function followSitePolicy(site: Files): (address: string) => Promise<string> {
  const readApi = followFile(site, '/config.json', parseApiOrigin);
  const readPolicy = followFile(site, '/index.html', parsePolicy);
  return async (address) => {
    const { origin, pathname } = new URL(address);
    const policy = `${(await readPolicy()) ?? "default-src 'none'"}; frame-ancestors 'none'`;
    // A worker keeps the policy it was installed with, even after the config names another API.
    // What the app may call is then decided by the policy of its page.
    if (pathname === '/sw.js') return policy;
    const api = await readApi();
    return policy.replaceAll(ANY_API, api === undefined || api === origin ? '' : ` ${api}`);
  };
}

/** Parses a file again whenever it changes. Undefined while the file cannot be read. */
function followFile<T>(site: Files, path: string, parse: (text: string) => T) {
  let tag: string | undefined;
  let value: T | undefined;
  return async () => {
    const file = await Promise.resolve(site.find(path)).catch(() => undefined);
    if (file?.tag !== tag) {
      tag = file?.tag;
      value = file && parse(readText(file));
    }
    return value;
  };
}

const parsePolicy = (page: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/
    .exec(page)?.[1]
    ?.replaceAll('&#39;', "'");

/** The origin of a config's apiUrl if it is an absolute http(s) address, safe to put in a policy. */
export function parseApiOrigin(config: string): string | undefined {
  const parsed = v.safeParse(configSchema, config);
  if (!parsed.success || !URL.canParse(parsed.output.apiUrl)) return undefined;
  const { protocol, origin } = new URL(parsed.output.apiUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  // A host may contain `;` and `,`, which would start another directive or policy.
  return /^[\w:/.[\]-]+$/.test(origin) ? origin : undefined;
}
