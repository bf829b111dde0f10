import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PRECACHED = /\{"integrity":"[^"]*","revision":(null|"[^"]*"),"url":"(\/[^"]*)"\}/g;

const isCompressed = (path: string) => /\.(br|gz)$/.test(path);

/** Makes the worker's list of the precache true again. `base` is the path that the site lies under. */
const listPrecache = async (folder: string, base: string) => {
  const file = join(folder, 'sw.js');
  let worker = await readFile(file, 'utf8');
  const entries = [...worker.matchAll(PRECACHED)];
  if (entries.length < 5) throw new Error('The list of the precache in sw.js is not as it was');
  for (const [entry, revision, url = ''] of entries) {
    const content = await readFile(join(folder, url.slice(base.length)));
    const hash = (algorithm: string) => createHash(algorithm).update(content);
    const changed = {
      integrity: `sha384-${hash('sha384').digest('base64')}`,
      revision: revision === 'null' ? null : hash('md5').digest('hex'),
      url,
    };
    worker = worker.replace(entry, JSON.stringify(changed));
  }
  await writeFile(file, worker);
};

/**
 * Makes the next build of a built site in a folder of its own: every asset has another name, its
 * pages say `data-build`, and its worker knows their hashes. Nothing is compressed.
 */
export const makeBuild = async (site: string, build: string, base = '/') => {
  const folder = await mkdtemp(join(tmpdir(), `certdeck-build-${build}-`));
  await cp(site, folder, { recursive: true, filter: (path) => !isCompressed(basename(path)) });
  const assets = await readdir(join(folder, 'assets'));
  /** `index-Ab12Cd34.js` becomes `index-two.js`. */
  const renamed = assets.map(
    (name) => [name, name.replace(/(-[\w-]{8})?\.(\w+)$/, `-${build}.$2`)] as const,
  );
  const mark = `;document.documentElement.dataset.build=${JSON.stringify(build)};`;
  for (const path of ['index.html', 'sw.js', ...assets.map((name) => `assets/${name}`)]) {
    let [place, text] = [path, await readFile(join(folder, path), 'utf8')];
    for (const [from, to] of renamed) {
      text = text.replaceAll(from, to);
      place = place.replace(from, to);
    }
    if (/^assets\/index.*\.js$/.test(path)) text += mark;
    await rm(join(folder, path));
    await writeFile(join(folder, place), text);
  }
  await listPrecache(folder, base);
  return folder;
};

export const removeBuild = (folder: string) => rm(folder, { recursive: true, force: true });
