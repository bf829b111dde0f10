import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { openFolder } from '#server/folder-files.ts';
import { followSitePolicy } from '#server/site-policy.ts';

/** Points the app at the API beside the site, or at the compiled files. */
const writeConfig = async (folder: string, { base, mode }: ResolvedConfig) => {
  const file = join(folder, 'config.json');
  const shipped = JSON.parse(await readFile(file, 'utf8'));
  // Any other address is an API of the operator's own.
  if (shipped.apiUrl !== '/') return;
  const config = { ...shipped, apiUrl: base, ...(mode !== 'production' && { api: 'files' }) };
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
};

/** Fills in the policies of `_headers`, which depend on the page and on the API in config.json. */
const writeHeaders = async (folder: string) => {
  const file = join(folder, '_headers');
  const findPolicy = followSitePolicy(openFolder(folder));
  const text = (await readFile(file, 'utf8'))
    .replace('{policy}', await findPolicy('https://site/'))
    .replace('{worker policy}', await findPolicy('https://site/sw.js'));
  await writeFile(file, text);
};

/** The configuration for Cloudflare's `wrangler deploy`. */
const wrangler = {
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
};

const writeWrangler = async (folder: string) => {
  // Cloudflare compresses by itself.
  await writeFile(join(folder, '.assetsignore'), '*.br\n*.gz\n');
  const text = `${JSON.stringify(wrangler, null, 2)}\n`;
  await writeFile(join(dirname(folder), 'wrangler.jsonc'), text);
};

/** Writes the files that configure a host, depending on the build's `--base` and `--mode`. */
export const hostFiles = (): Plugin => {
  let config: ResolvedConfig;
  return {
    name: 'certdeck:host-files',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const folder = config.build.outDir;
        await writeConfig(folder, config);
        await writeHeaders(folder);
        if (config.mode === 'edge') return writeWrangler(folder);
        // A static host answers with it for unknown paths, which include the addresses of screens.
        return copyFile(join(folder, 'index.html'), join(folder, '404.html'));
      },
    },
  };
};
