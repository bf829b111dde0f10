import { FILES_MARK } from '#contract/addresses.ts';
import { CONFIG_ADDRESS, type Config, DISCUSSION_SEARCH } from '#contract/config.ts';
import { type Failure, failed, type Result, success } from '#contract/result.ts';
import { encodeSegment } from '#primitives/encode.ts';
import { isObject } from '#primitives/json.ts';
import { fetchJson, GIVE_UP_AFTER, type Send } from './fetch-answer.ts';

/**
 * Resolves a path against the site; anything else must be an absolute http(s) address. Resolving
 * twice changes nothing.
 */
const resolveUrl = (text: unknown, isFiles: boolean, origin: string) => {
  if (typeof text !== 'string') return undefined;
  const apiUrl = text.trim();
  const isPath = apiUrl.startsWith('/') && !/^\/[/\\]/.test(apiUrl);
  if (!isPath && !/^https?:\/\//i.test(apiUrl)) return undefined;
  if (!URL.canParse(apiUrl, origin)) return undefined;
  const { origin: host, pathname, hash } = new URL(apiUrl, origin);
  const resolved = `${host}${pathname}`.replace(/(?<!\/)\/+$/, '');
  return isFiles || hash === FILES_MARK ? resolved + FILES_MARK : resolved;
};

/** Must be https with a fixed host and a placeholder for the question. */
const parseTemplate = (template: unknown) =>
  typeof template === 'string' &&
  /^https:\/\/[^/?#\\{}]+[/?#]/i.test(template) &&
  /\{(?:question(?:Id)?|topic)\}/.test(template) &&
  fillTemplate(template, {})
    ? template
    : undefined;

/** Undefined if `apiUrl` is missing, empty or unusable, which means that the configuration has failed. */
export const parseConfig = (body: unknown, origin: string): Config | undefined => {
  if (!isObject(body)) return undefined;
  const { apiUrl, api, discussionUrl, reportUrl, syncUrl } = body;
  const resolved = resolveUrl(apiUrl, api === 'files', origin);
  return resolved
    ? {
        apiUrl: resolved,
        discussionUrl:
          discussionUrl !== false && (parseTemplate(discussionUrl) ?? DISCUSSION_SEARCH),
        reportUrl: parseTemplate(reportUrl),
        syncUrl: resolveUrl(syncUrl, false, origin),
      }
    : undefined;
};

/** Fetches and parses `config.json`. Any status but 200 is 'Failed to fetch config.json'. */
export const loadConfig = async (send: Send, origin: string): Promise<Result<Config, Failure>> => {
  const fetched = await fetchJson(CONFIG_ADDRESS, (body) => parseConfig(body, origin), {
    send,
    signal: AbortSignal.timeout(GIVE_UP_AFTER),
  });
  if (fetched.kind === 'valid') return success(fetched.value);
  const isStatus = fetched.kind === 'gone' || fetched.kind === 'refused';
  return failed(isStatus ? 'config-fetch-failed' : 'config-failed');
};

type TemplateValues = Partial<
  Record<'question' | 'topic' | 'questionId' | 'examName' | 'examId' | 'providerId', string>
>;

const PLACEHOLDERS = /((?:%20|\+)?)\{(question|topic|questionId|examName|examId|providerId)\}/g;

/** Blanks that nothing stands before. */
const LEADING_BLANKS = /(?<=[=/?#&])(?:%20|\+)/g;

/**
 * Replaces each `{name}` in a template with its encoded value, and drops the blank that would
 * separate a name without a value. Undefined if the result is not https.
 */
export const fillTemplate = (template: string, values: TemplateValues) => {
  const fill = (_: string, blank: string, name: keyof TemplateValues) => {
    const value = (values[name] ?? '').trim();
    return value && blank + encodeSegment(value);
  };
  const address = template.replace(PLACEHOLDERS, fill).replace(LEADING_BLANKS, '');
  return URL.canParse(address) && new URL(address).protocol === 'https:' ? address : undefined;
};
