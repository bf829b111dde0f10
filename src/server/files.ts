/** Where answers come from: a folder, memory or the edge's assets. */
export type Files = {
  /** The file as it is now; undefined if there is none. Paths begin with a slash and are decoded. */
  find(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
};

type Bytes = Uint8Array<ArrayBuffer>;

export type ServedFile = {
  content: Bytes;
  /** The ETag of `content`, quotes included. */
  tag: string;
  /** The same content compressed. */
  br?: Bytes | undefined;
  gzip?: Bytes | undefined;
};
