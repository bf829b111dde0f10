import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Files, ServedFile } from './files.ts';
import { tagContent } from './memory-files.ts';

type Loaded = { stats: Stats; file: ServedFile };

/** Bytes of content to hold in memory; beyond them everything is forgotten and read again. */
const ROOM = 64 * 1024 * 1024;
/** Milliseconds. File systems tick coarsely: a younger file may change again without a trace. */
const SETTLED = 2000;

/** Dot-files, empty segments, folders, and compressed copies, which belong to their original. */
const UNSERVED = /\/\.(?!well-known\/)|\/\/|[\\\0]|\/$|\.(?:br|gz)$/;

/**
 * Serves a folder that may be replaced or edited at any moment: a file that changed on disk is read
 * again. Links are not followed, and no path leads out of the folder. Works synchronously, because
 * files are small and read once, and a local stat takes longer to schedule than to do.
 */
export function openFolder(folder: string): Files {
  const loaded = new Map<string, Loaded>();
  let room = ROOM;

  const find = (path: string): ServedFile | undefined => {
    if (UNSERVED.test(path)) return undefined;
    const stats = statOf(folder + path);
    if (!stats?.isFile()) return undefined;
    const known = loaded.get(path);
    if (known && isSame(known.stats, stats)) return known.file;
    // The folder itself may be a link, and be switched to another one meanwhile.
    const place = join(realpathSync.native(folder), path);
    if (!statOf(place) || realpathSync.native(place) !== place) return undefined;
    const file = load(place);
    if (Date.now() - stats.ctimeMs < SETTLED) return file;
    room -= file.content.byteLength;
    if (room < 0) {
      loaded.clear();
      room = ROOM;
    }
    loaded.set(path, { stats, file });
    return file;
  };
  return { find };
}

const isSame = (one: Stats, other: Stats) =>
  one.ino === other.ino &&
  one.size === other.size &&
  one.mtimeMs === other.mtimeMs &&
  one.ctimeMs === other.ctimeMs;

/** A name that is too long, continues below a file, or is a link to itself, names no file. */
const NO_FILE = new Set(['ENOTDIR', 'ENAMETOOLONG', 'ELOOP']);

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

function load(place: string): ServedFile {
  const content = readFileSync(place);
  return {
    content,
    tag: tagContent(content),
    br: loadCompressed(`${place}.br`, content, brotliDecompressSync),
    gzip: loadCompressed(`${place}.gz`, content, gunzipSync),
  };
}

/** A compressed copy may be left from an older build, so it counts only if it holds the content. */
function loadCompressed(
  place: string,
  content: Uint8Array,
  decompress: (compressed: Uint8Array, options: { maxOutputLength: number }) => Buffer,
) {
  if (!statOf(place)?.isFile()) return undefined;
  const compressed = readFileSync(place);
  try {
    const text = decompress(compressed, { maxOutputLength: Math.max(1, content.byteLength) });
    return text.equals(content) ? compressed : undefined;
  } catch {
    return undefined;
  }
}
