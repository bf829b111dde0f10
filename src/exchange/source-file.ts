import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { codeOf } from '#bank/parse/text-file.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { SourceDiagnostic } from './item.ts';

const megabyte = 1024 * 1024;
/** Bytes. Ten thousand questions take about 15 MB, and embedded images take more. */
export const sourceLimit = 64 * megabyte;

export const mostItems = 100_000;
export const tooMany: SourceDiagnostic = {
  message: `The file holds over ${mostItems} items: cut it into smaller ones.`,
};

/** Decodes a source to text with `\n` line ends and no byte order mark. */
export const decodeSource = (bytes: Buffer): Result<string, SourceDiagnostic> => {
  if (bytes.length > sourceLimit) {
    const message = `The file is over ${sourceLimit / megabyte} MB: cut it into smaller ones.`;
    return failed({ message });
  }
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n');
  if (isUtf8(bytes) && !text.includes('\0')) return success(text);
  // Western text in UTF-16 has a NUL in every second place; bytes that are not UTF-8 become U+FFFD.
  const line = text.slice(0, text.search(/[\0\ufffd]/)).split('\n').length;
  const message = 'The file is not UTF-8, but perhaps UTF-16 or Windows-1252 (Latin-1)';
  return failed({ line, message: `${message}: save it as UTF-8.` });
};

/** The bytes of a plain file: a device or a pipe could go on forever. */
export const readSourceFile = (path: string): Result<Buffer, string> => {
  try {
    const found = statSync(path);
    if (!found.isFile()) return failed('is not a plain file');
    // A file over the limit is not read, but is left to `decodeSource` to refuse.
    return success(found.size > sourceLimit ? Buffer.alloc(sourceLimit + 1) : readFileSync(path));
  } catch (error) {
    return failed(`cannot be read (${codeOf(error)})`);
  }
};
