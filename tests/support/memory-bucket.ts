import { createHash } from 'node:crypto';
import type { Bucket } from '#server/sync/bucket-place.ts';

/** A bucket that keeps conditions as R2 does. */
export const createBucket = (): Bucket => {
  const objects = new Map<string, Uint8Array>();
  const tagOf = (content: Uint8Array) => `"${createHash('md5').update(content).digest('hex')}"`;
  return {
    get: async (key) => {
      const content = objects.get(key);
      if (!content) return null;
      return {
        arrayBuffer: async () => new Uint8Array(content).buffer,
        httpEtag: tagOf(content),
      };
    },
    put: async (key, content, { onlyIf }) => {
      const known = objects.get(key);
      const wanted = onlyIf.get('If-Match');
      const fits = wanted ? known !== undefined && tagOf(known) === wanted : known === undefined;
      if (!fits) return null;
      objects.set(key, content);
      return { httpEtag: tagOf(content) };
    },
    delete: async (key) => void objects.delete(key),
  };
};
