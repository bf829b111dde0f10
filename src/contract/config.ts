import { SITE } from './addresses.ts';

/** What `config.json` says once it has been parsed. */
export type Config = {
  /** Absolute http(s) address without a trailing slash; it may end with `FILES_MARK`. */
  apiUrl: string;
  /** https template with `{question}`, `{topic}` or `{questionId}`. */
  discussionUrl: string | false;
  /** https template for reporting a mistake; may also contain `{examId}` and `{providerId}`. */
  reportUrl: string | undefined;
  /** Absolute http(s) address of the place for paired devices; undefined where there is none. */
  syncUrl?: string | undefined;
};

export const CONFIG_ADDRESS = `${SITE}config.json`;

/** The localStorage key of the last configuration; sites on one host share the storage. */
export const CONFIG_KEY = `config${SITE.slice(0, -1)}`;

/** The database's key of what a device remembers of those that it is paired with. */
export const PAIRING_KEY = 'pairing';

/**
 * Searches for posts about the exam and the question's topic, since nobody has posted the question
 * itself. Its id is a fragment, which the search ignores.
 */
export const DISCUSSION_SEARCH =
  'https://www.reddit.com/search/?q={examName}%20{topic}#{questionId}';
