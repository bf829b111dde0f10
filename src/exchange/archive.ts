import { strToU8, unzipSync, zipSync } from 'fflate';
import { failed, type Result, success } from '#contract/result.ts';

/** A file in memory. */
export type GivenFile = { name: string; bytes: Uint8Array };

/** Bytes that all archives of an import may unpack to, and those that are left of them. */
export const createBudget = () => ({ left: 64 * 1024 * 1024 });
export type Budget = ReturnType<typeof createBudget>;

export const isArchive = (name: string) => /\.(?:zip|imscc)$/i.test(name);

/** The files of an archive. One that would unpack to too much is refused before it does. */
export const openArchive = (bytes: Uint8Array, budget: Budget): Result<GivenFile[], string> => {
  let isOver = false;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        isOver ||= originalSize > budget.left;
        budget.left -= isOver ? 0 : originalSize;
        return !isOver && !name.endsWith('/') && !name.startsWith('__MACOSX/');
      },
    });
    if (isOver) return failed('It unpacks to over 64 MB: cut it into smaller files.');
    return success(Object.entries(files).map(([name, content]) => ({ name, bytes: content })));
  } catch {
    return failed('It is no ZIP archive that can be read.');
  }
};

/** Packs files; none of them has the time of day in it, so equal files make equal archives. */
export const pack = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
    { mtime: new Date(1980, 0, 1) },
  );
