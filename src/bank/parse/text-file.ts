import { closeSync, openSync, readSync } from 'node:fs';
import { failed, type Result, success } from '#contract/result.ts';
import { decodeText, kilobyte, sizeLimits } from './decode-text.ts';

/** One buffer for all reads: a bank has many small files, which are read one after the other. */
const shared = Buffer.allocUnsafe(Math.max(...Object.values(sizeLimits)) + 1);

const readInto = (buffer: Buffer, path: string): number => {
  const descriptor = openSync(path, 'r');
  try {
    let size = 0;
    while (size < buffer.length) {
      const count = readSync(descriptor, buffer, size, buffer.length - size, null);
      if (count === 0) break;
      size += count;
    }
    return size;
  } finally {
    closeSync(descriptor);
  }
};

/** The system's error code, such as ENOENT. */
export const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** The bytes of a small file, valid until the next call, or what to do about it. */
export const readBytes = (path: string, limit: number): Result<Buffer, string> => {
  try {
    const size = readInto(shared.subarray(0, limit + 1), path);
    return size > limit
      ? failed(`The file is over ${limit / kilobyte} KB: make it smaller.`)
      : success(shared.subarray(0, size));
  } catch (error) {
    return failed(
      `The file cannot be read (${codeOf(error)}): check that it exists and its rights.`,
    );
  }
};

export const readText = (path: string, limit: number): Result<string, string> => {
  const bytes = readBytes(path, limit);
  if (!bytes.ok) return bytes;
  const text = decodeText(bytes.value);
  return text.ok ? text : failed(text.failure.message);
};
