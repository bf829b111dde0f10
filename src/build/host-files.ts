import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Plugin, type ResolvedConfig, runnerImport } from 'vite';
import type * as server from '#server/app.ts';
import type * as folderFiles from '#server/folder-files.ts';

/** What the app is told to ask: an API beside the site, or the compiled files themselves. */
const writeConfig = async (folder: string, { base, mode }: ResolvedConfig) => {
  const file = join(folder, 'config.json');
  const shipped = JSON.parse(await readFile(file, 'utf8'));
  // Whoever has written another address there has an API of their own.
  if (shipped.apiUrl !== '/') return;
  const config = { ...shipped, apiUrl: base, ...(mode !== 'production' && { api: 'files' }) };
  await writeFile(file, `${JSON.stringify(config, null, 2)}\n`);
};

/** What Cloudflare's `wrangler deploy` is told. */
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

/** The files' kinds by their path, each after the kinds that it is also one of, with one of them. */
const listKinds = (script: string) => [
  ['/*', '/'],
  ['/assets/*', `/assets/${script}`],
  ['/sw.js', '/sw.js'],
  ['/config.json', '/config.json'],
  ['/data/*', '/data/providers.json'],
  ['/data/:provider/:exam/images/*', '/data/p/e/images/q/none.png'],
];

/** Told by the host itself, of each file. */
const OF_FILE = /^(?:content-length|content-type|etag|vary)$/;

/**
 * The headers that our server sends with each kind of file, in the words of a `_headers` file. A later
 * rule takes a header away before it sets it, because the values of two rules would be joined.
 */
const writeHeaders = async (root: string, folder: string) => {
  const load = async <T>(file: string) =>
    (await runnerImport<T>(join(root, 'src/server', file))).module;
  const { createApp } = await load<typeof server>('app.ts');
  const { openFolder } = await load<typeof folderFiles>('folder-files.ts');
  const app = createApp({ data: openFolder(join(folder, 'data')), site: openFolder(folder) });
  const [script = ''] = await readdir(join(folder, 'assets'));
  const known: [string, Map<string, string>][] = [];
  const lines: string[] = [];
  for (const [pattern = '', example = ''] of listKinds(script)) {
    const { status, headers } = await app.request(example);
    const ofAll = known.findLast(([other]) => pattern.startsWith(other.replace('*', '')))?.[1];
    const told = new Map([...headers].filter(([name]) => !OF_FILE.test(name)));
    // That nothing is there may not be kept, but the files may.
    if (status === 404) told.set('cache-control', ofAll?.get('cache-control') ?? '');
    lines.push(pattern);
    for (const [name] of ofAll ?? [])
      if (ofAll?.get(name) !== told.get(name)) lines.push(`  ! ${name}`);
    for (const [name, value] of told) {
      if (ofAll?.get(name) !== value) lines.push(`  ${name}: ${value}`);
    }
    known.push([pattern, told]);
  }
  await writeFile(join(folder, '_headers'), `${lines.join('\n')}\n`);
};

const OLD_FILE = /"integrity":"([^"]+)","revision":null,"url":"[^"]*\/(assets\/[\w.-]+)"/g;

/**
 * Takes over the hashed files of the version that is deployed at `site`: a page that was loaded just
 * before this one is deployed may ask for them after. Its worker's list says which they are.
 */
export const keepPrevious = async (folder: string, site: string) => {
  const worker = await fetch(new URL('sw.js', site));
  const list = worker.ok ? await worker.text() : '';
  for (const [, integrity = '', path = ''] of list.matchAll(OLD_FILE)) {
    const file = join(folder, path);
    if (existsSync(file)) continue;
    const answer = await fetch(new URL(path, site), { integrity });
    if (answer.ok) await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
  }
};

/** Writes what a host needs to know of the site, by the build's `--base` and `--mode`. */
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
        const { root, mode, build } = config;
        const folder = build.outDir;
        await writeConfig(folder, config);
        const { PREVIOUS_SITE } = process.env;
        if (PREVIOUS_SITE) {
          // A first deploy has none, and a deploy never waits for an old one to be well.
          await keepPrevious(folder, PREVIOUS_SITE).catch((error) => console.warn(`${error}`));
        }
        if (mode !== 'edge') {
          // A host of files answers with it for every path it does not know, those of screens too.
          await copyFile(join(folder, 'index.html'), join(folder, '404.html'));
          return;
        }
        await writeHeaders(root, folder);
        // The host compresses by itself.
        await writeFile(join(folder, '.assetsignore'), '*.br\n*.gz\n');
        await writeFile(
          join(dirname(folder), 'wrangler.jsonc'),
          `${JSON.stringify(wrangler, null, 2)}\n`,
        );
      },
    },
  };
};
