/** A file of the built site, whole in memory: sites are small and these are read all the time. */
export type SiteFile = {
  bytes: Uint8Array<ArrayBuffer>;
  /** The same content compressed, where the build left it beside the file. */
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>;
  type: string;
  /** Names the content; ETags are made from it. */
  hash: string;
};

export type Encoding = 'br' | 'gzip';

/** The built site as the app sees it. Paths start with a slash and are decoded. */
export type Site = {
  /** The file as it is now; undefined when there is none. */
  find(path: string): Promise<SiteFile | undefined>;
  /** Whether the site has a folder of this name at its top. */
  hasFolder(name: string): boolean;
};
