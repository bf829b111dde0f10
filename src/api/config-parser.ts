import * as v from 'valibot';
import type { Config } from '#contract/config.ts';

const schema = v.object({
  apiUrl: v.string(),
  discussionUrl: v.fallback(v.optional(v.string()), undefined),
  reportUrl: v.fallback(v.optional(v.string()), undefined),
});

/** A path is resolved against the site; anything else must be an absolute http(s) address. */
const resolveApiUrl = (apiUrl: string, origin: string) => {
  const isPath = apiUrl.startsWith('/') && !/^\/[/\\]/.test(apiUrl);
  if (!isPath && !/^https?:\/\//i.test(apiUrl)) return undefined;
  if (!URL.canParse(apiUrl, origin)) return undefined;
  const { origin: host, pathname } = new URL(apiUrl, origin);
  return `${host}${pathname}`.replace(/(?<!\/)\/+$/, '');
};

/** Only https, only with a place for the question, only when filling it gives an address. */
const parseTemplate = (template: string | undefined) =>
  template &&
  /^https:\/\//i.test(template) &&
  template.includes('{questionId}') &&
  URL.canParse(fillTemplate(template, { questionId: 'id', examId: 'id', providerId: 'id' }))
    ? template
    : undefined;

/** Undefined means the configuration has failed: missing, empty or unusable `apiUrl`. */
export const parseConfig = (body: unknown, origin: string): Config | undefined => {
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) return undefined;
  const { apiUrl, discussionUrl, reportUrl } = parsed.output;
  const resolved = resolveApiUrl(apiUrl.trim(), origin);
  return resolved
    ? {
        apiUrl: resolved,
        discussionUrl: parseTemplate(discussionUrl),
        reportUrl: parseTemplate(reportUrl),
      }
    : undefined;
};

type TemplateValues = { questionId: string; examId: string; providerId: string };

/** Each `{name}` in a template gives way to its value, encoded. */
export const fillTemplate = (template: string, values: TemplateValues) =>
  template.replace(/\{(questionId|examId|providerId)\}/g, (_, name: keyof TemplateValues) =>
    encodeURIComponent(values[name]),
  );
