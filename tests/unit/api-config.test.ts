import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, loadConfig, parseConfig } from '#api/config.ts';
import { DISCUSSION_SEARCH } from '#contract/config.ts';

const ORIGIN = 'https://site.example';
const DISCUSSION = 'https://talk.example/search?q={questionId}';

describe('the API address of a configuration', () => {
  it.each([
    ['/', 'https://site.example'],
    ['/v2', 'https://site.example/v2'],
    ['/v2/', 'https://site.example/v2'],
    ['https://api.example', 'https://api.example'],
    ['https://api.example/', 'https://api.example'],
    ['https://api.example/v2///', 'https://api.example/v2'],
    ['http://127.0.0.1:4174/', 'http://127.0.0.1:4174'],
    ['HTTPS://API.EXAMPLE/V2', 'https://api.example/V2'],
    [' https://api.example ', 'https://api.example'],
  ])('%j becomes %s', (apiUrl, address) => {
    expect(parseConfig({ apiUrl }, ORIGIN)?.apiUrl).toBe(address);
  });

  it.each([
    ['is missing', {}],
    ['is empty', { apiUrl: '' }],
    ['is blank', { apiUrl: '  ' }],
    ['is a number', { apiUrl: 1 }],
    ['is null', { apiUrl: null }],
    ['is a list', { apiUrl: ['https://api.example'] }],
    ['has another scheme', { apiUrl: 'ftp://api.example' }],
    ['is a script', { apiUrl: 'javascript:alert(1)' }],
    ['is data', { apiUrl: 'data:text/plain,x' }],
    ['is a file', { apiUrl: 'file:///etc' }],
    ['names another host in disguise', { apiUrl: '//evil.example' }],
    ['names another host with a backslash', { apiUrl: '/\\evil.example' }],
    ['has no scheme', { apiUrl: 'api.example' }],
    ['is a relative path', { apiUrl: 'v2' }],
    ['has no host', { apiUrl: 'https://' }],
    ['has an impossible port', { apiUrl: 'https://api.example:99999' }],
  ])('fails when it %s', (_, body) => {
    expect(parseConfig(body, ORIGIN)).toBeUndefined();
  });

  it.each([[null], ['https://api.example'], [[]], [7], [undefined]])(
    'fails when the whole file is %j',
    (body) => {
      expect(parseConfig(body, ORIGIN)).toBeUndefined();
    },
  );
});

describe('a configuration for a host of files', () => {
  it.each([
    ['/', `${ORIGIN}#files`],
    ['/certdeck/', `${ORIGIN}/certdeck#files`],
    ['https://cdn.example/x/', 'https://cdn.example/x#files'],
  ])('with %j marks the address', (apiUrl, address) => {
    expect(parseConfig({ apiUrl, api: 'files' }, ORIGIN)?.apiUrl).toBe(address);
  });

  it('can be parsed again', () => {
    const config = parseConfig({ apiUrl: '/certdeck/', api: 'files' }, ORIGIN);
    expect(parseConfig(config, ORIGIN)).toEqual(config);
  });
});

describe.each(['discussionUrl', 'reportUrl'] as const)('the %s of a configuration', (name) => {
  const parse = (template: unknown) => parseConfig({ apiUrl: '/', [name]: template }, ORIGIN);

  it.each([
    ['http', 'http://talk.example/{questionId}'],
    ['a script', 'javascript:{questionId}'],
    ['without a placeholder for the question', 'https://talk.example/'],
    ['no address', 'https://{questionId}:x/'],
    ['a number', 5],
    ['absent', undefined],
    ['a host that a question chooses', 'https://{questionId}.example/'],
    ['a host that a question completes', 'https://talk.example{questionId}'],
    ['a host after a user name that a question gives', 'https://{questionId}@talk.example/'],
    ['no host but the question', 'https:///{questionId}/'],
    ['a host behind a backslash', 'https://talk.example\\{questionId}'],
  ])('is dropped if it is %s', (_, template) => {
    expect(parse(template)).toEqual({ apiUrl: ORIGIN, discussionUrl: DISCUSSION_SEARCH });
  });
});

describe('the discussion', () => {
  it('is a default search unless configured', () => {
    expect(parseConfig({ apiUrl: '/' }, ORIGIN)?.discussionUrl).toBe(DISCUSSION_SEARCH);
    const address = fillTemplate(DISCUSSION_SEARCH, { question: 'Which disk?', examName: 'C#' });
    expect(address).toMatch(/^https:\/\/[^/]+\/.*C%23%20Which%20disk%3F$/);
  });

  it('is turned off by false', () => {
    expect(parseConfig({ apiUrl: '/', discussionUrl: false }, ORIGIN)?.discussionUrl).toBe(false);
  });
});

it('null for an optional address means none', () => {
  const config = { apiUrl: '/', discussionUrl: null, reportUrl: null };
  expect(parseConfig(config, ORIGIN)).toEqual(parseConfig({ apiUrl: '/' }, ORIGIN));
});

/** Includes a lone surrogate, and characters that end a host. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\ud800', '@evil.example', '/../', '\\evil.example', '//evil.example', '.'),
);

describe('a filled template', () => {
  const values = { questionId: 'q/1 50% & "x"', examId: 'C#', providerId: '$&$1' };

  it('has the encoded value at each placeholder', () => {
    expect(fillTemplate(DISCUSSION, values)).toBe(
      'https://talk.example/search?q=q%2F1%2050%25%20%26%20%22x%22',
    );
    expect(fillTemplate('https://t.example/{examId}?again={examId}', values)).toBe(
      'https://t.example/C%23?again=C%23',
    );
  });

  it('keeps its scheme and host, whatever the values', () => {
    const template = 'https://t.example/{questionId}/{question}?{examName}#{examId}';
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 4, maxLength: 4 }), (texts) => {
        const [questionId, question, examName, examId] = texts;
        const filled = { questionId, question, examName, examId } as Record<string, string>;
        const { protocol, host } = new URL(fillTemplate(template, filled) ?? '');
        expect([protocol, host]).toEqual(['https:', 't.example']);
      }),
    );
  });
});

describe('loading the configuration', () => {
  const load = (response: () => Response | Promise<Response>) =>
    loadConfig(async () => response(), ORIGIN);

  it('returns the parsed file', async () => {
    expect(await load(() => Response.json({ apiUrl: '/v2', discussionUrl: DISCUSSION }))).toEqual({
      ok: true,
      value: { apiUrl: 'https://site.example/v2', discussionUrl: DISCUSSION },
    });
  });

  it.each([201, 404, 500])('fails to fetch with the status %i', async (status) => {
    expect(await load(() => Response.json({ apiUrl: '/' }, { status }))).toEqual({
      ok: false,
      failure: 'config-fetch-failed',
    });
  });

  it.each([
    ['no JSON', () => new Response('<!doctype html>')],
    ['nothing', () => new Response('')],
    [
      'a configuration sent as HTML',
      () => new Response('{"apiUrl":"/"}', { headers: { 'content-type': 'text/html' } }),
    ],
    ['of another shape', () => Response.json({ apiURL: '/' })],
    ['out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('fails to load when the file is %s', async (_, response) => {
    expect(await load(response)).toEqual({ ok: false, failure: 'config-failed' });
  });
});
