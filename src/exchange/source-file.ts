import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { codeOf } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { SourceDiagnostic } from './item.ts';

const megabyte = 1024 * 1024;
/** Ten thousand questions take about 15 MB, and embedded images take more. */
export const sourceLimit = 64 * megabyte;

export const mostItems = 100_000;
export const tooMany: SourceDiagnostic = {
  message: `The file holds over ${mostItems} items: cut it into smaller ones.`,
};

const noText = 'The file holds NUL characters, so it is not a text';

const isUtf16 = (bytes: Buffer) => {
  const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
  if (mark === 0xfffe || mark === 0xfeff) return true;
  // Without a byte order mark: western text in UTF-16 has a NUL in every second place.
  const start = bytes.subarray(0, 400);
  let nuls = 0;
  for (const byte of start) if (byte === 0) nuls += 1;
  return start.length >= 4 && nuls * 3 >= start.length;
};

/** The line with the first invalid byte. */
const findBadLine = (bytes: Buffer): number => {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    if (!isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
  return line;
};

/** Decodes a source to text with `\n` line ends and no byte order mark. */
export const decodeSource = (bytes: Buffer): Result<string, SourceDiagnostic> => {
  if (bytes.length > sourceLimit) {
    const message = `The file is over ${sourceLimit / megabyte} MB: cut it into smaller ones.`;
    return failed({ message });
  }
  if (isUtf16(bytes)) return failed({ message: 'The file is UTF-16: save it as UTF-8.' });
  if (!isUtf8(bytes)) {
    const message = 'The file is not UTF-8 but perhaps Latin-1 (Windows-1252): save it as UTF-8.';
    return failed({ line: findBadLine(bytes), message });
  }
  const nul = bytes.indexOf(0);
  if (nul !== -1) {
    const line = bytes.toString('utf8', 0, nul).split('\n').length;
    return failed({ line, message: `${noText}: save it as UTF-8 text.` });
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const raw = bytes.toString('utf8', marked ? 3 : 0);
  return success(raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw);
};

/** The bytes of a plain file: a device or a pipe could go on for ever. */
export const readSourceFile = (path: string): Result<Buffer, string> => {
  try {
    const found = statSync(path);
    if (!found.isFile()) return failed('is not a plain file');
    // A file over the limit is not read, but is left to `decodeSource` to refuse.
    if (found.size > sourceLimit) return success(Buffer.alloc(sourceLimit + 1));
    return success(readFileSync(path));
  } catch (error) {
    return failed(`cannot be read (${codeOf(error)})`);
  }
};
