import { resolve } from 'node:path';
import * as v from 'valibot';
import { failed, success } from '#contract/result.ts';

const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535;

const flag = (name: string, unsaid: '0' | '1' = '0') =>
  v.optional(v.picklist(['0', '1'], `${name} must be 0 or 1`), unsaid);

const GIB = 1024 ** 3;

const schema = v.object({
  PORT: v.optional(
    v.pipe(v.string(), v.check(isPort, 'PORT must be a whole number from 0 to 65535')),
    '4173',
  ),
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:%-]+$/, 'HOST must be a host name or an IP address')),
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
    v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'SYNC_MAX_BYTES must be a whole number')),
    `${GIB}`,
  ),
  SYNC_BUCKET: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z\d-]{3,63}$/, 'SYNC_BUCKET must be the name of a bucket')),
  ),
  HSTS: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^max-age=\d+(?:; (?:includeSubDomains|preload))*$/,
        'HSTS must be like "max-age=31536000; includeSubDomains"',
      ),
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
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = v.safeParse(schema, Object.fromEntries(given));
  if (!parsed.success) {
    const [{ message, input }] = parsed.issues;
    return failed(`${message}, not ${JSON.stringify(input)}.`);
  }
  const { PORT, HOST, BANK_DIR, SITE_DIR, CACHE_DIR, ACCESS_LOG, TRUST_PROXY, HSTS } =
    parsed.output;
  const { SYNC, SYNC_DIR, SYNC_MAX_BYTES, SYNC_BUCKET } = parsed.output;
  const cacheFolder = resolve(CACHE_DIR ?? resolve(projectFolder, '.cache'));
  return success({
    port: Number(PORT),
    host: HOST,
    /** A bank to compile at the start. Without it the files built with the site are served. */
    bankFolder: BANK_DIR && resolve(BANK_DIR),
    /** Where the compiled form of that bank goes. */
    cacheFolder,
    siteFolder: resolve(SITE_DIR ?? resolve(projectFolder, 'dist')),
    /** A folder that was asked for must exist. */
    siteWanted: SITE_DIR !== undefined,
    logsRequests: ACCESS_LOG === '1',
    /** The proxy in front names the client in X-Forwarded-For. */
    trustsProxy: TRUST_PROXY === '1',
    /** The value of Strict-Transport-Security: whether a domain is https is up to its operator. */
    hsts: HSTS,
    /** Where paired devices leave what they share, and how much of it; undefined for no such place. */
    sync:
      SYNC === '1'
        ? {
            folder: resolve(SYNC_DIR ?? resolve(cacheFolder, 'sync')),
            most: Number(SYNC_MAX_BYTES),
          }
        : undefined,
    /** The same at the edge: a bucket that the build binds. */
    syncBucket: SYNC_BUCKET,
  });
}

export type Settings = Extract<ReturnType<typeof readEnvironment>, { ok: true }>['value'];
