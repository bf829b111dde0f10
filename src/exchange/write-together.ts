import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';

export type NewFile = { name: string; content: string | Buffer };

/** A link puts a whole file in place at once and never over another. */
const place = (from: string, to: string) => {
  try {
    linkSync(from, to);
  } catch (error) {
    // Some file systems have no links.
    if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
};

/**
 * Writes all files to a folder or none: first aside, under a name that no reader of the bank looks
 * at (in the folder `besides`), then each into its place. A file that exists is never written over.
 */
export const writeTogether = (
  folder: string,
  files: readonly NewFile[],
  besides = dirname(folder),
): Result<null, string> => {
  if (files.length === 0) return success(null);
  const isNew = !existsSync(folder);
  let aside: string | undefined;
  const placed: string[] = [];
  let current = folder;
  try {
    mkdirSync(folder, { recursive: true });
    aside = mkdtempSync(`${besides}/.import-`);
    for (const [index, { content }] of files.entries()) writeFileSync(`${aside}/${index}`, content);
    for (const [index, { name }] of files.entries()) {
      current = `${folder}/${name}`;
      place(`${aside}/${index}`, current);
      placed.push(current);
    }
    return success(null);
  } catch (error) {
    for (const file of placed) rmSync(file, { force: true });
    if (isNew && existsSync(folder)) rmdirSync(folder);
    return failed(`${current} cannot be written (${codeOf(error)}): nothing is changed.`);
  } finally {
    if (aside !== undefined) rmSync(aside, { recursive: true, force: true });
  }
};
