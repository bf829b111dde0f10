import { type Dirent, readdirSync, statSync } from 'node:fs';
import { failed, type Result, success } from '#contract/result.ts';

type Listing = { files: string[]; folders: string[] };

// A mounted bank, such as a Kubernetes config map, may consist of links.
const kindOf = (folder: string, entry: Dirent): 'file' | 'folder' | undefined => {
  if (!entry.isSymbolicLink()) {
    return entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : undefined;
  }
  const target = statSync(`${folder}/${entry.name}`, { throwIfNoEntry: false });
  return target?.isFile() ? 'file' : target?.isDirectory() ? 'folder' : undefined;
};

/** The names in a folder in code-unit order, without dot-files. */
export const listFolder = (folder: string): Result<Listing, string> => {
  const listing: Listing = { files: [], folders: [] };
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.') && !/^\.+md$/.test(entry.name)) continue;
      const kind = kindOf(folder, entry);
      if (kind === 'file') listing.files.push(entry.name);
      else if (kind === 'folder') listing.folders.push(entry.name);
    }
  } catch {
    return failed('The folder cannot be read: check that it exists and its rights.');
  }
  listing.files.sort();
  listing.folders.sort();
  return success(listing);
};

/** The folders in a folder; none if it cannot be read. */
export const foldersIn = (folder: string): string[] => {
  const listing = listFolder(folder);
  return listing.ok ? listing.value.folders : [];
};
