import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PRECACHED = /\{"integrity":"[^"]*","revision":(null|"[^"]*"),"url":"(\/[^"]*)"\}/g;

const isCompressed = (path: string) => /\.(br|gz)$/.test(path);

/** `index-Ab12.js` and `index.js` become `index-two.js`. */
const renameAsset = (name: string, build: string) =>
  name.replace(/(-[\w-]{8})?\.(\w+)$/, `-${build}.$2`);

const listAssets = async (folder: string) =>
  (await readdir(join(folder, 'assets'))).filter((name) => !isCompressed(name));

/** Gives every asset a new name, wherever one is named. */
const renameAssets = async (folder: string, build: string) => {
  const names = await listAssets(folder);
  const renamed = names.map((name) => [name, renameAsset(name, build)] as const);
  for (const [from, to] of renamed) {
    await rename(join(folder, 'assets', from), join(folder, 'assets', to));
  }
  const texts = [
    ...['index.html', 'sw.js'].map((name) => join(folder, name)),
    ...renamed.map(([, name]) => join(folder, 'assets', name)),
  ];
  for (const file of texts) {
    const text = await readFile(file, 'utf8');
    await writeFile(
      file,
      renamed.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
    );
  }
};

/** Has the page say which build it runs. */
const markScripts = async (folder: string, build: string) => {
  for (const name of await listAssets(folder)) {
    if (!name.startsWith('index') || !name.endsWith('.js')) continue;
    const file = join(folder, 'assets', name);
    const mark = `;document.documentElement.dataset.build=${JSON.stringify(build)};`;
    await writeFile(file, (await readFile(file, 'utf8')) + mark);
  }
};

/** Makes the worker's list of the shell true again, as the build writes it. */
const listShell = async (folder: string, base: string) => {
  const file = join(folder, 'sw.js');
  const worker = await readFile(file, 'utf8');
  const shell = [...worker.matchAll(PRECACHED)];
  if (shell.length < 5) throw new Error('The list of the shell in sw.js is not as it was');
  const replaced = new Map<string, string>();
  for (const [entry, revision = '', url = ''] of shell) {
    const content = await readFile(join(folder, url.slice(base.length)));
    const hash = (algorithm: string) => createHash(algorithm).update(content);
    const changed = {
      integrity: `sha384-${hash('sha384').digest('base64')}`,
      revision: revision === 'null' ? null : hash('md5').digest('hex'),
      url,
    };
    replaced.set(entry, JSON.stringify(changed));
  }
  await writeFile(
    file,
    worker.replace(PRECACHED, (entry) => replaced.get(entry) ?? entry),
  );
};

/**
 * Makes the next build of a built site in a folder of its own: every asset has another name, its
 * pages say `data-build`, and its worker knows their hashes. Uncompressed, which nobody sees. `base` is
 * the path that the site lies under.
 */
export const makeBuild = async (site: string, build: string, base = '/') => {
  const folder = await mkdtemp(join(tmpdir(), `certdeck-build-${build}-`));
  await cp(site, folder, { recursive: true, filter: (path) => !isCompressed(basename(path)) });
  await renameAssets(folder, build);
  await markScripts(folder, build);
  await listShell(folder, base);
  return folder;
};

export const removeBuild = (folder: string) => rm(folder, { recursive: true, force: true });
