import { readFile } from 'node:fs/promises';
import type { ReadPicture } from './images.ts';

/** Reads a picture of the bank from disk. */
export const readPictureFile: ReadPicture = async (path) => {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
};
