import * as v from 'valibot';
import { type Files, readText } from './files.ts';

const configSchema = v.pipe(v.string(), v.parseJson(), v.object({ apiUrl: v.string() }));

/** What the site's policy must allow beyond the site's own files, as source expressions. */
type PolicySources = {
  /** The origin of the API that config.json names, unless that is the site itself. */
  api?: string | undefined;
  /** The hashes of the page's inline script and style. */
  script?: string | undefined;
  style?: string | undefined;
};

export const writeSitePolicy = ({ api, script, style }: PolicySources = {}) => {
  const also = (source: string | undefined) => (source ? ` ${source}` : '');
  return [
    "default-src 'none'",
    `script-src 'self'${also(script)}`,
    `style-src ${style ?? "'self'"}`,
    `img-src 'self' data: blob:${also(api)}`,
    `connect-src 'self'${also(api)}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types certdeck',
  ].join('; ');
};

/** Follows the page and config.json, which change while the server runs, and writes the policy for an address. */
export function followSitePolicy(site: Files): (address: string) => Promise<string> {
  const readApi = followFile(site, '/config.json', parseApiOrigin);
  const readHashes = followFile(site, '/index.html', parseHashes);
  return async (address) => {
    const { origin, pathname } = new URL(address);
    const named = await readApi();
    // A worker keeps the policy it was installed with, even after the config names another API.
    // What the app may call is then decided by the policy of its page.
    const api = pathname === '/sw.js' ? 'http: https:' : named === origin ? undefined : named;
    return writeSitePolicy({ api, ...(await readHashes()) });
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

/** The hashes that the build wrote into the page's own meta policy. */
function parseHashes(page: string) {
  const [policy = ''] = /default-src 'none'; [^"]*/.exec(page.replaceAll('&#39;', "'")) ?? [];
  return {
    script: /script-src 'self' ('sha256-[\w+/]{43}=')/.exec(policy)?.[1],
    style: /style-src ('sha256-[\w+/]{43}=')/.exec(policy)?.[1],
  };
}

/** The origin of a config's apiUrl if it is an absolute http(s) address, safe to put in a policy. */
export function parseApiOrigin(config: string): string | undefined {
  const parsed = v.safeParse(configSchema, config);
  if (!parsed.success || !URL.canParse(parsed.output.apiUrl)) return undefined;
  const { protocol, origin } = new URL(parsed.output.apiUrl);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  // A host may contain `;` and `,`, which would start another directive or policy.
  return /^[\w:/.[\]-]+$/.test(origin) ? origin : undefined;
}
