import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ADDRESS } from '#contract/sync.ts';
import { DAY } from '#primitives/time.ts';
import { tagContent } from '../memory-files.ts';
import type { Place } from './place.ts';

/** Days after which an object that nobody has asked for goes. */
const UNUSED = 180;

/** Undefined if there is no such file. Errors name no file: its name is an address. */
const orMissing = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch(({ code }) => {
    if (code === 'ENOENT') return undefined;
    throw Object.assign(new Error(`The folder of paired devices fails (${code}).`), { code });
  });

const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];

/**
 * A folder with a file an object, written aside and renamed, so that none is ever half there. One
 * server at a time: what it checks before writing is only known to itself.
 */
export const openFolderPlace = (folder: string, most: number, now = Date.now): Place => {
  const fileOf = (address: string) => join(folder, address);
  /** Bytes by address, once the folder has been read. */
  let sizes: Map<string, number> | undefined;
  let cleanedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();
  /** Changes are made one after the other. */
  const inTurn = <T>(work: () => Promise<T>) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  /** Removes what is no longer used, and what a stopped server has left half written; once a day. */
  const clean = async () => {
    if (sizes && now() - cleanedAt < DAY) return sizes;
    const found = new Map<string, number>();
    for (const name of (await orMissing(readdir(folder))) ?? []) {
      const stats = await orMissing(stat(fileOf(name)));
      if (!stats) continue;
      const isKept = ADDRESS.test(name) && now() - stats.mtimeMs < UNUSED * DAY;
      if (isKept) found.set(name, stats.size);
      else await orMissing(rm(fileOf(name), { force: true }));
    }
    cleanedAt = now();
    sizes = found;
    return found;
  };
  const read = async (address: string) => {
    const content = await orMissing(readFile(fileOf(address)));
    return content && { content, tag: tagContent(content) };
  };

  return {
    get: async (address) => {
      const found = await read(address);
      if (found) await orMissing(utimes(fileOf(address), now() / 1000, now() / 1000));
      return found;
    },
    put: (address, content, replaced) =>
      inTurn(async () => {
        const known = await clean();
        if ((await read(address))?.tag !== replaced) return 'conflict';
        const others = [...known].reduce(
          (sum, [name, size]) => sum + (name === address ? 0 : size),
          0,
        );
        if (others + content.length > most) return 'full';
        const aside = fileOf(randomUUID());
        try {
          await orMissing(mkdir(folder, { recursive: true }));
          await orMissing(writeFile(aside, content));
          await orMissing(rename(aside, fileOf(address)));
        } catch (error) {
          await orMissing(rm(aside, { force: true }));
          if (NO_ROOM.includes((error as NodeJS.ErrnoException).code ?? '')) return 'full';
          throw error;
        }
        known.set(address, content.length);
        return { tag: tagContent(content) };
      }),
    delete: (address) =>
      inTurn(async () => {
        await orMissing(rm(fileOf(address), { force: true }));
        sizes?.delete(address);
      }),
  };
};
