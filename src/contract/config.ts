/** What `config.json` says once it has been parsed. */
export type Config = {
  /** Absolute http(s) address without a trailing slash. */
  apiUrl: string;
  /** https template holding `{questionId}`. */
  discussionUrl: string | undefined;
};

export const CONFIG_ADDRESS = '/config.json';
