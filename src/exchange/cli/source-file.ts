import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { sizeLimits } from '#bank/parse/decode-text.ts';
import { codeOf, readBytes } from '#bank/parse/text-file.ts';
import { listFolder } from '#bank/read/folder-listing.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { formatsOf, sourceLimit, unpackerOf } from '../formats/formats.ts';
import { decodeAddress, type ReadNeighbor } from '../source-images.ts';

/** The bytes of a source, or what to do about the file. */
export const readSourceBytes = (path: string): Result<Uint8Array, string> => {
  try {
    const found = statSync(path);
    // A device or a pipe could go on forever.
    if (!found.isFile()) return failed('This is not a plain file.');
    if (found.size > sourceLimit)
      return failed('The file is over 32 MB: cut it into smaller ones.');
    return success(readFileSync(path));
  } catch (error) {
    return failed(`The file cannot be read (${codeOf(error)}).`);
  }
};

/** The path itself, or for a folder the files in it that have a known format. */
export const listSources = (path: string): Result<string[], string> => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return success([path]);
  const listing = listFolder(path);
  if (!listing.ok) return listing;
  const files = listing.value.files.filter(
    (name) => formatsOf(name).length > 0 || unpackerOf(name) !== undefined,
  );
  return files.length > 0
    ? success(files.map((name) => join(path, name)))
    : failed('The folder holds no file in a known format.');
};

/** Finds files in the folder of a source. Addresses may be encoded and have a query. */
export const openNeighbors = (sourceFile: string): ReadNeighbor => {
  const folder = realpathSync(dirname(sourceFile));
  return (address) => {
    const name = [address, decodeAddress(address.replace(/[?#].*$/s, ''))]
      .map((path) => resolve(folder, path))
      .find((path) => {
        try {
          // A symbolic link may lead outside, and a pipe never ends.
          return realpathSync(path).startsWith(join(folder, sep)) && statSync(path).isFile();
        } catch {
          return false;
        }
      });
    if (name === undefined) return undefined;
    const bytes = readBytes(name, sizeLimits.image);
    // The next read reuses the buffer.
    return { name, bytes: bytes.ok ? success(Uint8Array.from(bytes.value)) : bytes };
  };
};
