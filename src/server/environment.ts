import { resolve } from 'node:path';
import * as v from 'valibot';
import { failed, type Result, success } from '#contract/result.ts';

export type Settings = {
  port: number;
  host: string;
  /** The bank that somebody named; without one the files are served that were built with the site. */
  bankFolder: string | undefined;
  /** Takes what is compiled when the server starts. */
  cacheFolder: string;
  siteFolder: string;
  /** Whether somebody named the site's folder; it must then be there. */
  siteWanted: boolean;
  /** Whether each request gets a line on the standard output. */
  logsRequests: boolean;
  /** Whether a proxy stands before the server, whose word on the client counts. */
  trustsProxy: boolean;
};

const portMessage = 'PORT must be a whole number from 0 to 65535';
const flag = (name: string) =>
  v.optional(
    v.pipe(
      v.picklist(['0', '1'], `${name} must be 0 or 1`),
      v.transform((value) => value === '1'),
    ),
    '0',
  );
const schema = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, portMessage),
      v.transform(Number),
      v.maxValue(65535, portMessage),
    ),
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
});

/**
 * Reads the settings from environment variables, of which empty ones count as absent. Folders
 * are relative to where the server was started, their defaults to the project's folder.
 */
export function readEnvironment(
  environment: Record<string, string | undefined>,
  projectFolder: string,
): Result<Settings, string> {
  const given = Object.entries(environment).filter(([, value]) => value !== '');
  const parsed = v.safeParse(schema, Object.fromEntries(given));
  if (!parsed.success) {
    const [{ message, input }] = parsed.issues;
    return failed(`${message}, not ${JSON.stringify(input)}.`);
  }
  const { PORT, HOST, BANK_DIR, SITE_DIR, CACHE_DIR, ACCESS_LOG, TRUST_PROXY } = parsed.output;
  return success({
    port: PORT,
    host: HOST,
    bankFolder: BANK_DIR && resolve(BANK_DIR),
    cacheFolder: resolve(CACHE_DIR ?? resolve(projectFolder, '.cache')),
    siteFolder: resolve(SITE_DIR ?? resolve(projectFolder, 'dist')),
    siteWanted: SITE_DIR !== undefined,
    logsRequests: ACCESS_LOG,
    trustsProxy: TRUST_PROXY,
  });
}
