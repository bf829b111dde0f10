import { SITE } from './addresses.ts';

/** What `config.json` says once it has been parsed. */
export type Config = {
  /** Absolute http(s) address without a trailing slash; `addresses.ts` says what may end it. */
  apiUrl: string;
  /** https template that asks for the question: `{question}`, `{examName}`, `{questionId}`. */
  discussionUrl: string | false;
  /** https template for reporting a mistake; may also hold `{examId}` and `{providerId}`. */
  reportUrl: string | undefined;
};

export const CONFIG_ADDRESS = `${SITE}config.json`;

/** Where the page keeps the last configuration; sites of one host share their storage. */
export const CONFIG_KEY = `config${SITE.slice(0, -1)}`;

/** Finds posts about the exam and the question's subject, in their own words. */
export const DISCUSSION_SEARCH = 'https://www.reddit.com/search/?q={examName}%20{question}';
