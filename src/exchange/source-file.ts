import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, decodeText, findControl } from '#bank/parse/text-file.ts';
import { listFolder } from '#bank/read/folder-listing.ts';
import { failed, type Result, success } from '#contract/result.ts';
import { endingOfSource } from './formats/formats.ts';
import type { SourceDiagnostic } from './item.ts';

/** Bytes. Ten thousand questions take about 15 MB. */
export const sourceLimit = 32 * 1024 * 1024;

/** The text of a source, or what to do about the file. */
export const readSourceFile = (path: string): Result<string, SourceDiagnostic> => {
  const refuse = (message: string) => failed({ line: 1, message });
  try {
    const found = statSync(path);
    // A device or a pipe could go on forever.
    if (!found.isFile()) return refuse('This is not a plain file.');
    if (found.size > sourceLimit)
      return refuse('The file is over 32 MB: cut it into smaller ones.');
    const bytes = readFileSync(path);
    const text = decodeText(bytes);
    if (text.ok) return text;
    const line = findControl(bytes.toString().replace(/\r\n?/g, '\n'))?.line ?? 1;
    return failed({ line, message: text.failure });
  } catch (error) {
    return refuse(`The file cannot be read (${codeOf(error)}).`);
  }
};

/** The files that a path stands for: itself, or those of a folder that are in a known format. */
export const listSources = (path: string): Result<string[], string> => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return success([path]);
  const listing = listFolder(path);
  if (!listing.ok) return listing;
  const files = listing.value.files.filter((name) => endingOfSource(name) !== undefined);
  return files.length > 0
    ? success(files.map((name) => join(path, name)))
    : failed('The folder holds no file in a known format.');
};
