import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site, SiteFile } from './site.ts';
import { isCurrent, type LoadedFile, loadFile } from './site-file.ts';

/**
 * Serves a folder that may be replaced or edited at any moment. Paths are looked up in an index
 * of the folder, so no address reaches outside; links and dot-files are not in it. A path that
 * the index lacks has it made anew, and a file whose stamp on disk differs is read anew.
 */
export async function openSiteFolder(folder: string): Promise<Site> {
  let index = await listFiles(folder);
  let listing: Promise<void> | undefined;
  const loaded = new Map<string, LoadedFile>();

  const listAgain = () => {
    listing ??= listFiles(folder).then((found) => {
      index = found;
      for (const path of loaded.keys()) if (!index.files.has(path)) loaded.delete(path);
      listing = undefined;
    });
    return listing;
  };

  const find = async (path: string): Promise<SiteFile | undefined> => {
    if (!index.files.has(path)) await listAgain();
    if (!index.files.has(path)) return undefined;
    const known = loaded.get(path);
    const place = join(folder, path);
    if (known && isCurrent(place, known)) return known.file;
    const fresh = await loadFile(place);
    if (fresh) loaded.set(path, fresh);
    else loaded.delete(path);
    return fresh?.file;
  };

  return { find, hasFolder: (name) => index.folders.has(name) };
}

type Index = { files: Set<string>; folders: Set<string> };

async function listFiles(folder: string): Promise<Index> {
  const index: Index = { files: new Set(), folders: new Set() };
  const visit = async (prefix: string): Promise<void> => {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(
      (): Dirent[] => [],
    );
    for (const entry of entries) {
      if (entry.name.startsWith('.') && entry.name !== '.well-known') continue;
      const path = `${prefix}/${entry.name}`;
      if (entry.isFile()) index.files.add(path);
      if (!entry.isDirectory()) continue;
      if (prefix === '') index.folders.add(entry.name);
      await visit(path);
    }
  };
  await visit('');
  // Compressed companions are other forms of a file, not files of their own.
  for (const path of index.files) {
    const original = path.replace(/\.(br|gz)$/, '');
    if (original !== path && index.files.has(original)) index.files.delete(path);
  }
  return index;
}
