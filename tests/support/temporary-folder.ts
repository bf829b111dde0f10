import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export type Files = Record<string, string | Uint8Array>;

/** A new folder with the given files, by path; `removeFolder` takes it away. */
export async function createTemporaryFolder(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'certdeck-'));
  await writeFiles(folder, files);
  return folder;
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

/** The same for one test, which removes it when it ends. */
export async function createFolder(files: Files): Promise<string> {
  const folder = await createTemporaryFolder(files);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
