/** What answers are made of. Paths begin with a slash and are decoded. */
export type Files = {
  /** The file as it is now; undefined when there is none. */
  find(path: string): ServedFile | undefined | Promise<ServedFile | undefined>;
};

/** A file in each encoding it can be sent in. */
export type ServedFile = {
  plain: Form;
  br?: Form;
  gzip?: Form;
  /** Whether `find` would give these forms again. Reads no file; absent where only `find` can tell. */
  isCurrent?: (forms: readonly FormName[]) => boolean;
};

export type FormName = 'plain' | 'br' | 'gzip';

export type Form = {
  size: number;
  /** A strong ETag, quotes included: equal for equal bytes, different for different ones. */
  tag: string;
  open(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
};

export const noFiles: Files = { find: () => undefined };
