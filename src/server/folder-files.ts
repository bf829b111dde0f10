import { realpathSync, type Stats, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Files, Form, FormName, ServedFile } from './files.ts';
import { tagContent } from './memory-files.ts';
import { createRecentMap } from './recent-map.ts';

/** Bytes kept in memory, over all files. */
const ROOM = 32 * 1024 * 1024;
/** Files above this many bytes are read for each answer, a piece at a time. */
const LARGE = 1024 * 1024;
const MOST_KEPT = 20_000;
/** A process may open only so many files, and connections count as well. */
const MOST_LOADS = 16;
/** Milliseconds. A file system's clock ticks coarsely: what is younger may change unnoticed. */
const SETTLED = 2000;
const PIECE = 64 * 1024;

const ENDINGS = { plain: '', br: '.br', gzip: '.gz' };
const FORMS: readonly FormName[] = ['plain', 'br', 'gzip'];

type Loaded = { file: ServedFile; bytes: number };

/**
 * Serves a folder that may be replaced or edited at any moment: a file whose stamp on disk differs
 * is read anew. Links and dot-files are not served, and no path leads out of the folder.
 */
export function openFolder(folder: string): Files {
  const kept = createRecentMap<Loaded>(ROOM, MOST_KEPT);
  const loading = new Map<string, Promise<ServedFile | undefined>>();
  const takeTurn = limit(MOST_LOADS);

  const keep = (path: string, loaded: Loaded) => {
    kept.keep(path, loaded);
    return loaded.file;
  };

  const load = async (path: string) => {
    const loaded = isInside(folder, path) && (await loadFile(folder + path));
    if (loaded) return keep(path, loaded);
    kept.forget(path);
    return undefined;
  };

  const find = (path: string) => {
    if (!isServed(folder, path)) return undefined;
    const known = kept.get(path);
    if (known?.file.isCurrent?.(FORMS)) return keep(path, known);
    // Whoever asks while a file is being read gets what that reading gives.
    const shared =
      loading.get(path) ?? takeTurn(() => load(path)).finally(() => loading.delete(path));
    loading.set(path, shared);
    return shared;
  };
  return { find };
}

const HIDDEN = /\/(?!\.well-known\/)\.|\/\/|[\\\0]/;

/** Compressed forms belong to their file and have no address of their own. */
function isServed(folder: string, path: string): boolean {
  if (HIDDEN.test(path) || path.endsWith('/')) return false;
  const original = /^(.*)\.(?:br|gz)$/s.exec(path)?.[1];
  return original === undefined || !statOf(join(folder, original))?.isFile();
}

function isInside(folder: string, path: string): boolean {
  try {
    return realpathSync.native(folder + path) === join(realpathSync.native(folder), path);
  } catch {
    return false;
  }
}

const stampOf = (stats: Stats | undefined) =>
  stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : '';

/**
 * A name that is too long is no file's. Synchronous, because on a local disk that is ten times as
 * fast and this runs per request.
 */
function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

async function loadFile(place: string): Promise<Loaded | undefined> {
  // A file that is being written is read once more, a few times at most.
  for (let attempt = 1; ; attempt += 1) {
    const before = FORMS.map((form) => statOf(place + ENDINGS[form]));
    if (!before[0]?.isFile()) return undefined;
    const [plain, br, gzip] = [
      await readContent(place),
      await readContent(`${place}.br`),
      await readContent(`${place}.gz`),
    ];
    if (!plain) return undefined;
    const isUnchanged = compareStamps(place, before.map(stampOf));
    const isWhole = isUnchanged(FORMS);
    if (!isWhole && attempt < 3) continue;
    const changed = Math.max(...before.map((stats) => stats?.ctimeMs ?? 0));
    const isSettled = isWhole && Date.now() - changed > SETTLED;
    const file: ServedFile = {
      plain: createForm(place, plain, tagContent(plain)),
      isCurrent: (forms) => isSettled && isUnchanged(forms),
    };
    if (br && decodesTo(plain, br, brotliDecompressSync)) {
      file.br = createForm(`${place}.br`, br, tagContent(plain, '-br'));
    }
    if (gzip && decodesTo(plain, gzip, gunzipSync)) {
      file.gzip = createForm(`${place}.gz`, gzip, tagContent(plain, '-gzip'));
    }
    const bytes = [plain, br, gzip].reduce((sum, content) => sum + sizeInMemory(content), 0);
    return { file, bytes };
  }
}

/** Tells whether forms of a file still have their stamps, which come in the order of all forms. */
const compareStamps = (place: string, stamps: string[]) => (forms: readonly FormName[]) =>
  forms.every((form) => stampOf(statOf(place + ENDINGS[form])) === stamps[FORMS.indexOf(form)]);

const sizeInMemory = (content: Uint8Array | undefined) =>
  content && content.byteLength <= LARGE ? content.byteLength : 0;

function createForm(place: string, content: Uint8Array<ArrayBuffer>, tag: string): Form {
  const size = content.byteLength;
  return size <= LARGE
    ? { size, tag, open: () => content }
    : { size, tag, open: () => streamFile(place) };
}

async function readContent(path: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined;
    throw error;
  }
}

/** A compressed form may be left from another build, so it counts only when it holds the file. */
function decodesTo(
  plain: Uint8Array,
  encoded: Uint8Array,
  decode: (encoded: Uint8Array, options: { maxOutputLength: number }) => Buffer,
): boolean {
  try {
    return decode(encoded, { maxOutputLength: Math.max(1, plain.byteLength) }).equals(plain);
  } catch {
    return false;
  }
}

/** Opens the file when its first bytes are wanted, and reads on as they are taken. */
function streamFile(path: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  let file: Promise<Awaited<ReturnType<typeof open>>> | undefined;
  const close = async () => (await file)?.close();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        file ??= open(path);
        const piece = new Uint8Array(PIECE);
        const { bytesRead } = await (await file).read(piece);
        if (bytesRead > 0) return controller.enqueue(piece.subarray(0, bytesRead));
        await close();
        controller.close();
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
}

/** Runs so many at a time and has the others wait for their turn. */
function limit(most: number) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === most) await new Promise<void>((resolve) => queue.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
