import { resolve } from 'node:path';
import * as v from 'valibot';
import { failed, success } from '#contract/result.ts';

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

const flag = (name: string, unsaid: '0' | '1' = '0') =>
  v.optional(v.picklist(['0', '1'], `${name} must be 0 or 1`), unsaid);

const matching = (pattern: RegExp, message: string) =>
  v.pipe(v.string(), v.regex(pattern, message));

const GIB = 1024 ** 3;

const schema = v.object({
  PORT: v.optional(
    v.pipe(v.string(), v.check(isPort, 'PORT must be a whole number from 0 to 65535')),
    '4173',
  ),
  HOST: v.optional(
    matching(/^[\w.:%-]+$/, 'HOST must be a host name or an IP address'),
    '127.0.0.1',
  ),
  BANK_DIR: v.optional(v.string()),
  SITE_DIR: v.optional(v.string()),
  CACHE_DIR: v.optional(v.string()),
  ACCESS_LOG: flag('ACCESS_LOG'),
  TRUST_PROXY: flag('TRUST_PROXY'),
  SYNC: flag('SYNC', '1'),
  SYNC_DIR: v.optional(v.string()),
  SYNC_MAX_BYTES: v.optional(
    matching(/^\d{1,15}$/, 'SYNC_MAX_BYTES must be a whole number'),
    `${GIB}`,
  ),
  SYNC_BUCKET: v.optional(matching(/^[a-z\d-]{3,63}$/, 'SYNC_BUCKET must be the name of a bucket')),
  HSTS: v.optional(
    matching(
      /^max-age=\d+(?:; (?:includeSubDomains|preload))*$/,
      'HSTS must be like "max-age=31536000; includeSubDomains"',
    ),
  ),
});

/**
 * Reads the settings from environment variables; empty ones count as absent. Folders are relative
 * to the working directory, their defaults to the project. The failure names the bad variable.
 */
export function readEnvironment(
  environment: Record<string, string | undefined>,
  projectFolder: string,
) {
  const filled = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = v.safeParse(schema, Object.fromEntries(filled));
  if (!parsed.success) {
    const [{ message, input }] = parsed.issues;
    return failed(`${message}, not ${JSON.stringify(input)}.`);
  }
  const given = parsed.output;
  const cacheFolder = resolve(given.CACHE_DIR ?? resolve(projectFolder, '.cache'));
  const syncFolder = resolve(given.SYNC_DIR ?? resolve(cacheFolder, 'sync'));
  return success({
    port: Number(given.PORT),
    host: given.HOST,
    /** A bank to compile at the start. Without it the files built with the site are served. */
    bankFolder: given.BANK_DIR && resolve(given.BANK_DIR),
    /** Where the compiled form of that bank goes. */
    cacheFolder,
    siteFolder: resolve(given.SITE_DIR ?? resolve(projectFolder, 'dist')),
    /** A folder that was asked for must exist. */
    siteWanted: given.SITE_DIR !== undefined,
    logsRequests: given.ACCESS_LOG === '1',
    /** The proxy in front names the client in X-Forwarded-For. */
    trustsProxy: given.TRUST_PROXY === '1',
    /** The value of Strict-Transport-Security: whether a domain is https is up to its operator. */
    hsts: given.HSTS,
    /** Where paired devices leave what they share, and how much of it; undefined for no such place. */
    sync:
      given.SYNC === '1' ? { folder: syncFolder, most: Number(given.SYNC_MAX_BYTES) } : undefined,
    /** The same at the edge: a bucket that the build binds. */
    syncBucket: given.SYNC_BUCKET,
  });
}

export type Settings = Extract<ReturnType<typeof readEnvironment>, { ok: true }>['value'];
