import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { codeOf } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { NewFile } from '../import-plan.ts';

/**
 * Writes all files to a folder, or none if one can't be written. A file with other content is never
 * written over.
 */
export const writeTogether = (folder: string, files: readonly NewFile[]): Result<null, string> => {
  const made: string[] = [];
  let current = folder;
  try {
    const parent = mkdirSync(folder, { recursive: true });
    if (parent !== undefined) made.push(parent);
    for (const { name, content } of files) {
      current = `${folder}/${name}`;
      if (existsSync(current) && readFileSync(current).equals(Buffer.from(content))) continue;
      closeSync(openSync(current, 'wx'));
      made.push(current);
      writeFileSync(current, content);
    }
    return success(null);
  } catch (error) {
    for (const path of made) rmSync(path, { recursive: true, force: true });
    return failed(`${current} cannot be written (${codeOf(error)}): nothing is changed.`);
  }
};
