import { readFileSync, statSync } from 'node:fs';
import { codeOf, decodeText } from '#bank/parse/text-file.ts';
import { failed, type Result } from '#contract/result.ts';

/** Bytes. Ten thousand questions take about 15 MB. */
export const sourceLimit = 32 * 1024 * 1024;

/** The text of a source, or what to do about the file. */
export const readSourceFile = (path: string): Result<string, string> => {
  try {
    const found = statSync(path);
    // A device or a pipe could go on forever.
    if (!found.isFile()) return failed('This is not a plain file.');
    return found.size > sourceLimit
      ? failed('The file is over 32 MB: cut it into smaller ones.')
      : decodeText(readFileSync(path));
  } catch (error) {
    return failed(`The file cannot be read (${codeOf(error)}).`);
  }
};
