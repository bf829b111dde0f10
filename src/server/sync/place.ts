type Bytes = Uint8Array<ArrayBuffer>;

type Stored = { content: Bytes /** Its ETag, quotes included. */; tag: string };

/** Where the objects of paired devices lie: a folder, or a bucket at the edge. */
export type Place = {
  get: (address: string) => Promise<Stored | undefined>;
  /**
   * Replaces the object with this tag, or makes one where there is none. Resolves to its new tag; to
   * 'conflict' where that is not what lies there, to 'full' where there is no room.
   */
  put: (
    address: string,
    content: Bytes,
    replaced: string | undefined,
  ) => Promise<{ tag: string } | 'conflict' | 'full'>;
  delete: (address: string) => Promise<void>;
};
