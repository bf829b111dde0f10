import * as v from 'valibot';
import type { Config } from '#contract/config.ts';

const schema = v.object({
  apiUrl: v.pipe(v.string(), v.nonEmpty()),
  discussionUrl: v.optional(v.fallback(v.optional(v.string()), undefined)),
});

/** A path is resolved against the site; anything else must be an absolute http(s) address. */
const resolveApiUrl = (apiUrl: string, origin: string) => {
  const isPath = apiUrl.startsWith('/') && !/^\/[/\\]/.test(apiUrl);
  if (!isPath && !/^https?:\/\//i.test(apiUrl)) return undefined;
  if (!URL.canParse(apiUrl, origin)) return undefined;
  const { origin: host, pathname } = new URL(apiUrl, origin);
  return `${host}${pathname}`.replace(/\/+$/, '');
};

const isDiscussionTemplate = (template: string) =>
  /^https:\/\//i.test(template) &&
  template.includes('{questionId}') &&
  URL.canParse(template.replaceAll('{questionId}', 'id'));

/** Undefined means the configuration has failed: missing, empty or unusable `apiUrl`. */
export const parseConfig = (body: unknown, origin: string): Config | undefined => {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) return undefined;
  const apiUrl = resolveApiUrl(parsed.output.apiUrl.trim(), origin);
  if (!apiUrl) return undefined;
  const { discussionUrl } = parsed.output;
  return {
    apiUrl,
    discussionUrl: discussionUrl && isDiscussionTemplate(discussionUrl) ? discussionUrl : undefined,
  };
};

export const discussionAddress = (template: string, questionId: string) =>
  template.replaceAll('{questionId}', encodeURIComponent(questionId));
