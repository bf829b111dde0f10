import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { extname, join, relative, sep } from 'node:path';
import * as v from 'valibot';
import { findPort } from '#support/free-port.ts';
import { mediaTypes } from '#support/static-server.ts';
import { createScratch, type RunningHost, runProgram } from './hosts.ts';

/**
 * Cloudflare's own workers, which choose between files and worker and answer for the files, on the
 * real workerd. What `wrangler deploy` uploads is laid out for them here.
 */

const require = createRequire(import.meta.url);
const WORKERD = v.parse(v.string(), require('workerd').default);
const ROUTER = require.resolve('@cloudflare/workers-shared/dist/router-worker.mjs');
const FILES = require.resolve('@cloudflare/workers-shared/dist/asset-worker.mjs');

const wranglerConfig = v.object({
  main: v.string(),
  compatibility_date: v.string(),
  assets: v.object({
    directory: v.string(),
    binding: v.string(),
    run_worker_first: v.boolean(),
    html_handling: v.string(),
    not_found_handling: v.string(),
  }),
  vars: v.optional(v.record(v.string(), v.string()), {}),
});

const HEADER_SIZE = 20;
const HASH_SIZE = 16;
const TAIL_SIZE = 8;

const digest = (content: string | Buffer) =>
  createHash('sha256').update(content).digest().subarray(0, HASH_SIZE);

const UNSENT = /^(?:_headers|\.assetsignore)$|\.(?:br|gz)$/;

/** The files under the hashes of their content, and the list of their paths' hashes, in order. */
const readAssets = async (site: string) => {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const contents: Record<string, { path: string; type: string | undefined }> = {};
  const paths: Buffer[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || UNSENT.test(entry.name)) continue;
    const path = relative(site, join(entry.parentPath, entry.name)).split(sep).join('/');
    const hash = digest(Buffer.concat([await readFile(join(site, path)), Buffer.from(path)]));
    contents[hash.toString('hex')] = { path, type: mediaTypes[extname(path)] };
    paths.push(Buffer.concat([digest(`/${path}`), hash, Buffer.alloc(TAIL_SIZE)]));
  }
  const manifest = Buffer.concat([Buffer.alloc(HEADER_SIZE), ...paths.sort(Buffer.compare)]);
  return { contents, manifest };
};

/** A `_headers` file as wrangler hands it on. */
const parseHeaders = (text: string) => {
  const rules: Record<string, { set: Record<string, string>; unset: string[] }> = {};
  let rule = { set: {} as Record<string, string>, unset: [] as string[] };
  for (const line of text.split('\n').filter(Boolean)) {
    const [name = '', ...values] = line.trim().split(': ');
    if (!line.startsWith(' ')) {
      rule = { set: {}, unset: [] };
      rules[line] = rule;
    } else if (name.startsWith('! ')) rule.unset.push(name.slice(2));
    else rule.set[name] = values.join(': ');
  }
  return { version: 2, rules };
};

/** Stands in for the store that the files are uploaded to. */
const STORE = `export default {
  async fetch(request, { DISK, CONTENTS }) {
    const entry = CONTENTS[new URL(request.url).pathname.slice(1)];
    if (!entry) return new Response('', { status: 404 });
    const path = entry.path.split('/').map(encodeURIComponent).join('/');
    const { body } = await DISK.fetch('http://disk/' + path);
    const metadata = JSON.stringify({ contentType: entry.type });
    return new Response(body, { headers: { 'CF-KV-Metadata': metadata } });
  },
};`;

const text = (value: string) => JSON.stringify(value);
const json = (value: unknown) => text(JSON.stringify(value));

type Layout = { site: string; port: number; wrangler: v.InferOutput<typeof wranglerConfig> };

const workerdConfig = (
  { site, port, wrangler }: Layout,
  contents: unknown,
  headers: unknown,
) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "router", worker = .router),
    (name = "assets", worker = .assets),
    (name = "user", worker = .user),
    (name = "store", worker = .store),
    (name = "disk", disk = (path = ${text(site)})),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "router")],
);
const router :Workerd.Worker = (
  modules = [(name = "router-worker.mjs", esModule = embed "router-worker.mjs")],
  compatibilityDate = "2024-07-31",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "CONFIG", json = ${json({ has_user_worker: true, invoke_user_worker_ahead_of_assets: wrangler.assets.run_worker_first })}),
    (name = "ASSET_WORKER", service = "assets"),
    (name = "USER_WORKER", service = "user"),
  ],
);
const assets :Workerd.Worker = (
  modules = [(name = "asset-worker.mjs", esModule = embed "asset-worker.mjs")],
  compatibilityDate = "2024-07-31",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "CONFIG", json = ${json({ ...wrangler.assets, compatibility_date: wrangler.compatibility_date, headers })}),
    (name = "ASSETS_MANIFEST", data = embed "manifest.bin"),
    (name = "ASSETS_KV_NAMESPACE", kvNamespace = "store"),
  ],
);
const user :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = ${text(wrangler.compatibility_date)},
  bindings = [
    (name = ${text(wrangler.assets.binding)}, service = "assets"),
    ${Object.entries(wrangler.vars).map(([name, value]) => `(name = ${text(name)}, text = ${text(value)}),`)}
  ],
);
const store :Workerd.Worker = (
  modules = [(name = "store.js", esModule = embed "store.js")],
  compatibilityDate = "2024-07-31",
  bindings = [(name = "DISK", service = "disk"), (name = "CONTENTS", json = ${json(contents)})],
);
`;

/** Serves what the build for the edge has written: the worker, its configuration and the site. */
export const startEdge = async (folder: string): Promise<RunningHost> => {
  const port = await findPort();
  const { folder: scratch, remove } = await createScratch();
  const wrangler = v.parse(
    wranglerConfig,
    JSON.parse(await readFile(join(folder, 'wrangler.jsonc'), 'utf8')),
  );
  await writeFile(join(scratch, 'store.js'), STORE);
  await copyFile(join(folder, wrangler.main), join(scratch, 'worker.js'));
  await copyFile(ROUTER, join(scratch, 'router-worker.mjs'));
  await copyFile(FILES, join(scratch, 'asset-worker.mjs'));
  const address = `http://127.0.0.1:${port}`;

  const start = async (site: string) => {
    const { contents, manifest } = await readAssets(site);
    const headers = parseHeaders(await readFile(join(site, '_headers'), 'utf8'));
    await writeFile(join(scratch, 'manifest.bin'), manifest);
    const config = join(scratch, 'config.capnp');
    await writeFile(config, workerdConfig({ site, port, wrangler }, contents, headers));
    return runProgram(WORKERD, ['serve', config], address);
  };

  let end = await start(join(folder, wrangler.assets.directory));
  return {
    address,
    deploy: async (site) => {
      await end();
      end = await start(site);
    },
    stop: async () => {
      await end();
      await remove();
    },
  };
};
