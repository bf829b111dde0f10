/**
 * What is said of a format in the app and in the README's table. It brings none of the reader's code,
 * so any screen can import it.
 */
export type About = {
  label: string;
  /** Endings of files that may be in it. Where formats share one, the content tells. */
  endings: readonly string[];
  /** The media type of such files. */
  type: string;
  /** What of it is read. */
  reads: string;
  /** What is lost on the way in or out. */
  lost: string;
};

/** A format that is also written. */
export type Written = About & {
  /** The ending of what is written. */
  ending: string;
  writes: string;
};
