import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { contentType } from './content-type.ts';
import type { Encoding, SiteFile } from './site.ts';

/** `stamp` tells one state of the file on disk, and of its compressed companions, from another. */
export type LoadedFile = { file: SiteFile; stamp: string; settled: boolean };

/** Milliseconds. A file system's clock ticks coarsely: what is younger may change unnoticed. */
const settlingTime = 2000;

/** Whether the file on disk is still the one that was loaded. */
export const isCurrent = (place: string, loaded: LoadedFile) =>
  loaded.settled && readStamp(place).stamp === loaded.stamp;

/** Reads a file and its `.br` and `.gz` companions; undefined when it is gone. */
export async function loadFile(place: string): Promise<LoadedFile | undefined> {
  // A file that is being written is read once more, a few times at most.
  for (let attempt = 1; ; attempt += 1) {
    const { stamp, changed } = readStamp(place);
    const [bytes, br, gzip] = await Promise.all(
      [place, `${place}.br`, `${place}.gz`].map(readBytes),
    );
    if (!bytes) return undefined;
    const whole = readStamp(place).stamp === stamp;
    if (!whole && attempt < 3) continue;
    const encoded: SiteFile['encoded'] = {};
    if (br && decodesTo(bytes, br, 'br')) encoded.br = br;
    if (gzip && decodesTo(bytes, gzip, 'gzip')) encoded.gzip = gzip;
    const hash = createHash('sha256').update(bytes).digest('base64url');
    const file = { bytes, encoded, type: contentType(place), hash };
    return { file, stamp, settled: whole && Date.now() - changed > settlingTime };
  }
}

/** Synchronous, because on a local disk that is ten times as fast and this runs per request. */
function readStamp(place: string): { stamp: string; changed: number } {
  let stamp = '';
  let changed = 0;
  for (const path of [place, `${place}.br`, `${place}.gz`]) {
    const stats = statSync(path, { throwIfNoEntry: false });
    stamp += stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs};` : ';';
    changed = Math.max(changed, stats?.ctimeMs ?? 0);
  }
  return { stamp, changed };
}

async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined;
    throw error;
  }
}

/** A companion may be left from another build, so it counts only when it holds the same bytes. */
function decodesTo(bytes: Uint8Array, encoded: Uint8Array, encoding: Encoding): boolean {
  const decode = encoding === 'br' ? brotliDecompressSync : gunzipSync;
  try {
    return decode(encoded, { maxOutputLength: Math.max(1, bytes.byteLength) }).equals(bytes);
  } catch {
    return false;
  }
}
