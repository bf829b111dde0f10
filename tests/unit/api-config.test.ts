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
    ...[undefined, '', '  ', 1, null, ['https://api.example']],
    ...['ftp://api.example', 'javascript:alert(1)', 'data:text/plain,x', 'file:///etc'],
    // Other hosts in disguise.
    ...['//evil.example', '/\\evil.example'],
    ...['api.example', 'v2', 'https://', 'https://api.example:99999'],
  ])('is not %j', (apiUrl) => {
    expect(parseConfig({ apiUrl }, ORIGIN)).toBeUndefined();
  });

  it.each([null, 'https://api.example', [], 7, undefined])('is not in %j', (body) => {
    expect(parseConfig(body, ORIGIN)).toBeUndefined();
  });
});

it.each([
  ['/', `${ORIGIN}#files`],
  ['/certdeck/', `${ORIGIN}/certdeck#files`],
  ['https://cdn.example/x/', 'https://cdn.example/x#files'],
])('a configuration for a host of files marks the address %j, once', (apiUrl, address) => {
  const config = parseConfig({ apiUrl, api: 'files' }, ORIGIN);
  expect(config?.apiUrl).toBe(address);
  expect(parseConfig(config, ORIGIN)).toEqual(config);
});

describe.each(['discussionUrl', 'reportUrl'] as const)('the %s of a configuration', (name) => {
  const parse = (template: unknown) => parseConfig({ apiUrl: '/', [name]: template }, ORIGIN);

  it.each([
    'http://talk.example/{questionId}',
    'javascript:{questionId}',
    // Without a place for the question.
    'https://talk.example/',
    // The question would have a say in the host.
    'https://{questionId}.example/',
    'https://talk.example{questionId}',
    'https://{questionId}@talk.example/',
    'https:///{questionId}/',
    'https://talk.example\\{questionId}',
    'https://{questionId}:x/',
    5,
    null,
    undefined,
  ])('is dropped if it is %j', (template) => {
    expect(parse(template)).toEqual({ apiUrl: ORIGIN, discussionUrl: DISCUSSION_SEARCH });
  });
});

describe('the discussion', () => {
  it('is a default search unless configured', () => {
    expect(parseConfig({ apiUrl: '/' }, ORIGIN)?.discussionUrl).toBe(DISCUSSION_SEARCH);
    const values = { topic: 'Which disk?', examName: 'C#', questionId: 'd1/q 7' };
    const address = fillTemplate(DISCUSSION_SEARCH, values);
    expect(address).toMatch(/^https:\/\/[^/]+\/.*C%23%20Which%20disk%3F#d1%2Fq%207$/);
    const withoutTopic = fillTemplate(DISCUSSION_SEARCH, { examName: 'C#', questionId: 'q' });
    expect(withoutTopic).toMatch(/=C%23#q$/);
  });

  it('is turned off by false', () => {
    expect(parseConfig({ apiUrl: '/', discussionUrl: false }, ORIGIN)?.discussionUrl).toBe(false);
  });
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

  it.each([
    ['one', {}, 'https://t.example/s?q='],
    ['the last value', { examName: 'CLF' }, 'https://t.example/s?q=CLF'],
    ['the first value', { topic: 'Billing' }, 'https://t.example/s?q=Billing'],
    ['none', { examName: ' CLF ', topic: 'Billing' }, 'https://t.example/s?q=CLF%20Billing'],
  ])('has no stray blank without %s', (_, given, expected) => {
    expect(fillTemplate('https://t.example/s?q={examName}%20{topic}', given)).toBe(expected);
    const plus = expected.replace('%20', '+');
    expect(fillTemplate('https://t.example/s?q={examName}+{topic}', given)).toBe(plus);
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
  const html = { headers: { 'content-type': 'text/html' } };
  const load = (response: () => Response | Promise<Response>) =>
    loadConfig(async () => response(), ORIGIN);

  it('returns the parsed file', async () => {
    expect(await load(() => Response.json({ apiUrl: '/v2', discussionUrl: DISCUSSION }))).toEqual({
      ok: true,
      value: { apiUrl: 'https://site.example/v2', discussionUrl: DISCUSSION },
    });
  });

  it.each<[string, string, () => Response | Promise<Response>]>([
    ['a 201', 'config-fetch-failed', () => Response.json({ apiUrl: '/' }, { status: 201 })],
    ['a 404', 'config-fetch-failed', () => Response.json({ apiUrl: '/' }, { status: 404 })],
    ['a 500', 'config-fetch-failed', () => Response.json({ apiUrl: '/' }, { status: 500 })],
    ['no JSON', 'config-failed', () => new Response('<!doctype html>')],
    ['nothing', 'config-failed', () => new Response('')],
    ['a configuration sent as HTML', 'config-failed', () => new Response('{"apiUrl":"/"}', html)],
    ['another shape', 'config-failed', () => Response.json({ apiURL: '/' })],
    ['no network', 'config-failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('fails with %s: %s', async (_, failure, response) => {
    expect(await load(response)).toEqual({ ok: false, failure });
  });
});
