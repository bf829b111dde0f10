import * as v from 'valibot';
import type { Files } from './files.ts';
import { readFileText } from './send-file.ts';

const configSchema = v.pipe(v.string(), v.parseJson(), v.object({ apiUrl: v.string() }));

/** What the policy of the site must allow beyond the site's own files. */
export type PolicySources = {
  /** The origin of the API that the config names, unless that is the site itself. */
  api: string | undefined;
  /** The hash of the page's inline script, as the build wrote it into the page's own policy. */
  script: string | undefined;
  style: string | undefined;
};

/**
 * Follows the page and its config.json, which a build and operators change while the server runs, and
 * tells what the policy for an address must allow.
 */
export function followPolicySources(site: Files): (address: string) => Promise<PolicySources> {
  const readApi = followFile(site, '/config.json', parseApiOrigin);
  const readHashes = followFile(site, '/index.html', parseHashes);
  return async (address) => {
    const { origin: own, pathname } = new URL(address);
    const [named, hashes] = await Promise.all([readApi(), readHashes()]);
    // A worker keeps the policy it was installed with, and an edited config does not install it
    // anew. What the app may call is then up to the policy of its page.
    const api = pathname === '/sw.js' ? 'http: https:' : named === own ? undefined : named;
    return { api, script: hashes?.script, style: hashes?.style };
  };
}

async function findFile(site: Files, path: string) {
  try {
    return await site.find(path);
  } catch {
    return undefined;
  }
}

/** What a file says, read again when it changes. An unreadable one says nothing. */
function followFile<T>(site: Files, path: string, parse: (text: string) => T) {
  let tag: string | undefined;
  let value: T | undefined;
  return async () => {
    const file = await findFile(site, path);
    if (file?.plain.tag !== tag) {
      tag = file?.plain.tag;
      value = file && parse(await readFileText(file));
    }
    return value;
  };
}

/** The hashes in the policy of the page's own meta element. */
function parseHashes(page: string) {
  const [policy = ''] = /default-src 'none'; [^"]*/.exec(page.replaceAll('&#39;', "'")) ?? [];
  return {
    script: /script-src 'self' ('sha256-[\w+/]{43}=')/.exec(policy)?.[1],
    style: /style-src ('sha256-[\w+/]{43}=')/.exec(policy)?.[1],
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
