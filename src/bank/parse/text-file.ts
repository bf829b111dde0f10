import { readFileSync, statSync } from 'node:fs';
import { failed, type Result, success } from '#contract/result.ts';
import { decodeText, kilobyte } from './decode-text.ts';

/** The system's error code, such as ENOENT. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** The bytes of a small file, or what to do about it. */
export const readBytes = (path: string, limit: number): Result<Buffer<ArrayBuffer>, string> => {
  try {
    return statSync(path).size > limit
      ? failed(`The file is over ${limit / kilobyte} KB: make it smaller.`)
      : success(readFileSync(path));
  } catch (error) {
    return failed(
      `The file cannot be read (${codeOf(error)}): check that it exists and its rights.`,
    );
  }
};

export const readText = (path: string, limit: number): Result<string, string> => {
  const bytes = readBytes(path, limit);
  return bytes.ok ? decodeText(bytes.value) : bytes;
};
