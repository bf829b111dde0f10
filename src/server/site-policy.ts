import * as v from 'valibot';
import type { Files } from './files.ts';

const address = v.fallback(v.optional(v.string()), undefined);
const configSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ apiUrl: address, syncUrl: address }),
);

/** How the page's own policy lets the app call an API that was not known at build time. */
export const ANY_API = ' http: https:';

/**
 * Writes the policy for an address: the one in the page, but with what config.json names
 * instead of any API. Follows both files, which change while the server runs.
 */
export function followSitePolicy(site: Files): (address: string) => Promise<string> {
  const readOrigins = followFile(site, '/config.json', parseOrigins);
  const readPolicy = followFile(site, '/index.html', parsePolicy);
  return async (address) => {
    const { origin, pathname } = new URL(address);
    const policy = `${(await readPolicy()) ?? "default-src 'none'"}; frame-ancestors 'none'`;
    // A worker keeps the policy it was installed with, even after the config names another API.
    // What the app may call is then decided by the policy of its page.
    if (pathname === '/sw.js') return policy;
    const others = ((await readOrigins()) ?? []).filter((other) => other !== origin);
    return policy.replaceAll(ANY_API, printSources(others));
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
      value = file && parse(new TextDecoder().decode(file.content));
    }
    return value;
  };
}

const parsePolicy = (page: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]*)"/
    .exec(page)?.[1]
    ?.replaceAll('&#39;', "'");

const originOf = (url: string | undefined) => {
  if (url === undefined || !URL.canParse(url)) return [];
  const { protocol, origin } = new URL(url);
  // A host may contain `;` and `,`, which would start another directive or policy.
  const isSafe = /^https?:$/.test(protocol) && /^[\w:/.[\]-]+$/.test(origin);
  return isSafe ? [origin] : [];
};

/** The origins that a config's absolute http(s) addresses name, safe to put in a policy. */
export function parseOrigins(config: string): string[] {
  const parsed = v.safeParse(configSchema, config);
  if (!parsed.success) return [];
  const { apiUrl, syncUrl } = parsed.output;
  return [...new Set([apiUrl, syncUrl].flatMap(originOf))];
}

/** What a policy allows beside the site itself, each after a blank. */
export const printSources = (origins: string[]) => origins.map((origin) => ` ${origin}`).join('');
