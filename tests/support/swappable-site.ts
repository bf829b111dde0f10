import { contentType } from '#server/content-type.ts';
import type { Site } from '#server/site.ts';
import { openSiteFolder } from '#server/site-folder.ts';

export type SwappableSite = Site & {
  /** Serves another build from now on, as a deploy does. */
  use(folder: string): Promise<void>;
  /** Answers for config.json from now on; undefined leaves it to the folder. */
  configure(config: unknown): void;
};

/** A site whose folder is swapped while it is served. */
export function createSwappableSite(): SwappableSite {
  let current: Site = { find: async () => undefined, hasFolder: () => false };
  let config: string | undefined;
  return {
    async use(folder) {
      current = await openSiteFolder(folder);
    },
    configure(value) {
      config = value === undefined ? undefined : JSON.stringify(value);
    },
    async find(path) {
      if (path !== '/config.json' || config === undefined) return current.find(path);
      const bytes = new TextEncoder().encode(config);
      return { bytes, encoded: {}, type: contentType(path), hash: encodeURIComponent(config) };
    },
    hasFolder: (name) => current.hasFolder(name),
  };
}
