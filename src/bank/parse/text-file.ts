import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { failed, type Result, success } from '#contract/result.ts';
import type { LocalDiagnostic } from '../diagnostic.ts';

const kilobyte = 1024;
export const sizeLimits = {
  question: 32 * kilobyte,
  image: 64 * kilobyte,
  yaml: 64 * kilobyte,
};

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

// Control characters except tab and line feed.
const unprintable = /[^\P{Cc}\t\n]/u;

/** The first control character of a text, with its line. */
export const findControl = (text: string): LocalDiagnostic | undefined => {
  const at = text.search(unprintable);
  if (at === -1) return undefined;
  const line = text.slice(0, at).split('\n').length;
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return { line, message: `Line ${line} holds a control character (U+${code}): remove it.` };
};

/** Text with `\n` line ends and no byte order mark, or what is wrong with the bytes. */
export const decodeText = (bytes: Buffer): Result<string, string> => {
  if (!isUtf8(bytes)) return failed('The file is not UTF-8: save it in that encoding.');
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  const raw = bytes.toString('utf8', start);
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  const control = findControl(text);
  return control ? failed(control.message) : success(text);
};

export const readText = (path: string, limit: number): Result<string, string> => {
  const bytes = readBytes(path, limit);
  return bytes.ok ? decodeText(bytes.value) : bytes;
};
