/** What `config.json` says once it has been parsed. */
export type Config = {
  /** Absolute http(s) address without a trailing slash. */
  apiUrl: string;
  /** https template that asks for the question: `{question}`, `{examName}`, `{questionId}`. */
  discussionUrl: string | false;
  /** https template for reporting a mistake; may also hold `{examId}` and `{providerId}`. */
  reportUrl: string | undefined;
};

export const CONFIG_ADDRESS = '/config.json';

/** Finds posts about the exam and the question's subject, in their own words. */
export const DISCUSSION_SEARCH = 'https://www.reddit.com/search/?q={examName}%20{question}';
