import type { Place } from './place.ts';

/** What is used of a bucket of Cloudflare's R2. */
export type Bucket = {
  get: (
    key: string,
  ) => Promise<{ arrayBuffer: () => Promise<ArrayBuffer>; httpEtag: string } | null>;
  /** Null where the condition does not hold. */
  put: (
    key: string,
    content: Uint8Array,
    options: { onlyIf: Headers },
  ) => Promise<{ httpEtag: string } | null>;
  delete: (key: string) => Promise<void>;
};

/** A bucket, which checks conditions itself; what is unused goes by a rule of the bucket's own. */
export const openBucketPlace = (bucket: Bucket): Place => ({
  get: async (address) => {
    const found = await bucket.get(address);
    return found
      ? { content: new Uint8Array(await found.arrayBuffer()), tag: found.httpEtag }
      : undefined;
  },
  put: async (address, content, replaced) => {
    const onlyIf = new Headers(replaced ? { 'If-Match': replaced } : { 'If-None-Match': '*' });
    const written = await bucket.put(address, content, { onlyIf });
    return written ? { tag: written.httpEtag } : 'conflict';
  },
  delete: (address) => bucket.delete(address),
});
