import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { compileBank } from '#bank/compile/compile-folder.ts';
import { compressFile } from '#bank/compile/compress-file.ts';
import { printDiagnostics } from '#bank/diagnostic.ts';
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
        const bank = process.env.BANK_DIR || join(project, 'src/questions');
        const compiled = await compileBank(bank, join(folder, 'data'));
        if (!compiled.ok) throw new Error(printDiagnostics(compiled.failure).join('\n'));
        await writeConfig(folder, config);
        await writeHeaders(folder);
        if (config.mode === 'edge') {
          const text = `${JSON.stringify(wrangler, null, 2)}\n`;
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
