/** What `config.json` says once it has been parsed. */
export type Config = {
  /** Absolute http(s) address without a trailing slash. */
  apiUrl: string;
  /** https template holding `{questionId}`. */
  discussionUrl: string | undefined;
  /** https template for reporting a mistake; may hold the same and `{examId}`, `{providerId}`. */
  reportUrl: string | undefined;
};

export const CONFIG_ADDRESS = '/config.json';
