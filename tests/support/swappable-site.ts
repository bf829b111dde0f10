import type { Files } from '#server/files.ts';
import { openFolder } from '#server/folder-files.ts';
import { createMemoryFiles } from '#server/memory-files.ts';

const noFiles = createMemoryFiles([]);

export type SwappableSite = Files & {
  /** Serves another build's folder from now on, as a deploy does; without one there is no site. */
  use(folder?: string): Promise<void>;
  /** Sets what config.json says; undefined leaves it to the folder. */
  configure(config: unknown): void;
};

/** A site whose folder can be swapped while it is served. */
export function createSwappableSite(): SwappableSite {
  let current: Files = noFiles;
  let config: Files = noFiles;
  return {
    async use(folder) {
      current = folder === undefined ? noFiles : openFolder(folder);
    },
    configure(value) {
      const content = new TextEncoder().encode(JSON.stringify(value));
      config =
        value === undefined ? noFiles : createMemoryFiles([{ path: 'config.json', content }]);
    },
    find: (path) => config.find(path) ?? current.find(path),
  };
}
