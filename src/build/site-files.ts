import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { compileBank, compressFile } from '#bank/compile/compile-folder.ts';
import { printDiagnostics } from '#bank/diagnostic.ts';
import { DAY } from '#primitives/time.ts';
import { readEnvironment } from '#server/environment.ts';
import { openFolder } from '#server/folder-files.ts';
import { followSitePolicy } from '#server/site-policy.ts';

/**
 * Points the app at the API beside the site, or at the compiled files, and at the place for paired
 * devices, which a host of files alone lacks, and an edge without a bucket.
 */
const writeConfig = async (
  folder: string,
  { base, mode }: ResolvedConfig,
  bucket: string | undefined,
) => {
  const file = join(folder, 'config.json');
  const shipped = JSON.parse(await readFile(file, 'utf8'));
  // Any other address is an API of the operator's own.
  if (shipped.apiUrl !== '/') return;
  const config = {
    ...shipped,
    apiUrl: base,
    ...(mode !== 'production' && { api: 'files' }),
    ...((mode === 'production' || (mode === 'edge' && bucket)) && { syncUrl: `${base}sync` }),
  };
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
};

const HSTS_LINE = '  strict-transport-security: {hsts}\n';

/** Fills in the policies of `_headers`, which depend on the page and on the API in config.json. */
export const writeHeaders = async (folder: string, hsts: string | undefined) => {
  const file = join(folder, '_headers');
  const findPolicy = followSitePolicy(openFolder(folder));
  const text = (await readFile(file, 'utf8'))
    .replace('{policy}', await findPolicy('https://site/'))
    .replace('{worker policy}', await findPolicy('https://site/sw.js'))
    .replace(HSTS_LINE, hsts ? HSTS_LINE.replace('{hsts}', hsts) : '');
  await writeFile(file, text);
};

const CONTACT = /^(?:mailto:|https:\/\/)\S+$/;
const YEAR = 365 * DAY;

/** Tells whoever finds a weakness where to report it. Such a file should not last over a year. */
export const writeSecurityText = async (folder: string, now: Date) => {
  const { securityContact } = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8'));
  if (securityContact === undefined) return;
  if (!CONTACT.test(securityContact)) {
    throw new Error('securityContact in config.json must begin with "mailto:" or "https://".');
  }
  const expires = new Date(now.getTime() + YEAR).toISOString();
  await mkdir(join(folder, '.well-known'), { recursive: true });
  await writeFile(
    join(folder, '.well-known/security.txt'),
    `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`,
  );
};

/** The configuration for Cloudflare's `wrangler deploy`. */
const writeWrangler = (hsts: string | undefined, bucket: string | undefined) => ({
  name: 'certdeck',
  main: 'worker.js',
  no_bundle: true,
  compatibility_date: '2026-10-01',
  assets: {
    directory: 'site',
    binding: 'ASSETS',
    run_worker_first: false,
    html_handling: 'auto-trailing-slash',
    not_found_handling: 'none',
  },
  ...(hsts && { vars: { HSTS: hsts } }),
  ...(bucket && { r2_buckets: [{ binding: 'SYNC', bucket_name: bucket }] }),
});

/** Writes `.br` and `.gz` beside the site's texts. The compiled bank has them already. */
export const compressSite = (folder: string) => {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // Operators edit config.json.
    if (path === 'config.json' || /^data[/\\]/.test(path) || !/\.\w+$/.test(path)) continue;
    compressFile(join(folder, path), readFileSync(join(folder, path)), 11);
  }
};

/** Completes the built site: the compiled bank, what its host needs, and compressed copies. */
export const siteFiles = (project: string): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'certdeck:site-files',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = config.build.outDir;
        const settings = readEnvironment(process.env, project);
        if (!settings.ok) throw new Error(settings.failure);
        const bank = settings.value.bankFolder ?? join(project, 'src/questions');
        const compiled = await compileBank(bank, join(folder, 'data'));
        if (!compiled.ok) throw new Error(printDiagnostics(compiled.failure).join('\n'));
        const { hsts, syncBucket } = settings.value;
        await writeConfig(folder, config, syncBucket);
        await writeHeaders(folder, hsts);
        await writeSecurityText(folder, new Date());
        if (config.mode === 'edge') {
          const text = `${JSON.stringify(writeWrangler(hsts, syncBucket), null, 2)}\n`;
          await writeFile(join(dirname(folder), 'wrangler.jsonc'), text);
          // Cloudflare compresses by itself.
          await writeFile(join(folder, '.assetsignore'), '*.br\n*.gz\n');
          return;
        }
        // A static host answers with it for unknown paths, which include the addresses of screens.
        await copyFile(join(folder, 'index.html'), join(folder, '404.html'));
        compressSite(folder);
      },
    },
  };
};
