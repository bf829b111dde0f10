import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { parseOrigins } from '#server/site-policy.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { dataOf, testBank } from '#support/test-bank.ts';
import { testSite } from '#support/test-site.ts';

const data = dataOf(testBank());

async function serve(apiUrl: unknown = '/') {
  const folder = await createFolder({ ...testSite(), 'config.json': JSON.stringify({ apiUrl }) });
  const app = createApp({ data, site: openFolder(folder) });
  const policy = async (path = '/') =>
    (await app.request(path)).headers.get('Content-Security-Policy');
  return { app, folder, policy };
}

const picture = '/images/aws/Every%20Kind/picture-in-stem/img-1.png';

describe('every answer', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/exams/aws', 404],
    ['GET', '/foo.png', 404],
    ['GET', '/100%', 400],
    ['GET', '/config.json', 200],
    ['GET', '/api/providers', 200],
    ['GET', '/api/exams', 400],
    ['GET', '/api/nothing', 404],
    ['GET', picture, 200],
    ['GET', '/images/%', 400],
    ['HEAD', '/', 200],
    ['POST', '/', 405],
    ['OPTIONS', '/', 204],
    ['DELETE', '/api/providers', 405],
    ['OPTIONS', '/api/providers', 204],
    ['TEAPOT', '/api/providers', 405],
  ])(
    'is protected, and readable by other origins unless it is the site: %s %s %i',
    async (method, path, status) => {
      const { app } = await serve();
      const answer = await app.request(path, { method, headers: { Origin: 'https://else.where' } });
      const header = (name: string) => answer.headers.get(name);
      expect(answer.status).toBe(status);
      expect(header('X-Content-Type-Options')).toBe('nosniff');
      expect(header('Content-Security-Policy')).toContain("default-src 'none'");
      if (/^\/(api|images|config)/.test(path)) {
        expect(header('Access-Control-Allow-Origin')).toBe('*');
        expect(header('Access-Control-Expose-Headers')).toBe('ETag, Retry-After, Content-Length');
        expect(header('Cross-Origin-Resource-Policy')).toBe('cross-origin');
        return;
      }
      expect(header('Access-Control-Allow-Origin')).toBe(null);
      const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? false;
      expect(header('Permissions-Policy')?.includes('camera=(), ') ?? false).toBe(isPage);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
    },
  );

  it('is protected when it is a 304 or a 500', async () => {
    const { app } = await serve();
    const unchanged = await app.request('/', { headers: { 'If-None-Match': '*' } });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('X-Frame-Options')).toBe('DENY');
    const error = new Error('secret');
    const logged: unknown[] = [];
    const broken = createApp({
      data: { find: () => Promise.reject(error) },
      site: { find: () => Promise.reject(error) },
      log: (each) => logged.push(each),
    });
    for (const [path, text] of [
      ['/', 'Something went wrong on the server.\n'],
      [picture, '{"error":"Something went wrong on the server."}'],
    ] as const) {
      const failed = await broken.request(path);
      expect(failed.status).toBe(500);
      expect(failed.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(await failed.text()).toBe(text);
    }
    expect(logged).toEqual([error, error]);
  });
});

describe('the policy of the site', () => {
  it("is the page's own, but without calls to other sites and without frames", async () => {
    const { folder, policy } = await serve();
    expect(await policy()).toBe(
      "default-src 'none'; script-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
        "frame-ancestors 'none'",
    );
    await writeFile(join(folder, 'index.html'), 'No policy');
    expect(await policy()).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('names the API of the config, and follows edits', async () => {
    const { folder, policy } = await serve('https://api.example.com:8443/base/');
    expect(await policy()).toContain(
      "img-src 'self' https://api.example.com:8443 data: blob:; " +
        "connect-src 'self' https://api.example.com:8443;",
    );
    const configure = (text: string) => writeFile(join(folder, 'config.json'), text);
    await configure('{"apiUrl":"https://two.example"}');
    expect(await policy()).toContain('https://two.example');
    await configure('{"apiUrl":"http://localhost/"}');
    expect(await policy()).toContain("connect-src 'self';");
    await configure('{');
    expect(await policy()).not.toContain('example');
  });

  it('lets the worker call an API that is named only after its installation', async () => {
    const { policy } = await serve();
    expect(await policy('/sw.js')).toContain("connect-src 'self' http: https:;");
    expect(await policy('/sw.js')).toContain("script-src 'self'; ");
  });

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['HTTP://API.example.com:80/x', 'http://api.example.com'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['/', undefined],
    ['//api.example.com', undefined],
    ['ftp://api.example.com', undefined],
    ['javascript:alert(1)', undefined],
    ["https://a;script-src'unsafe-inline'", undefined],
    ['https://a,b', undefined],
    ['', undefined],
    [7, undefined],
  ])('takes from apiUrl %j the origin %s', (apiUrl, origin) => {
    expect(parseOrigins(JSON.stringify({ apiUrl }))).toEqual(origin ? [origin] : []);
  });
});

it('a page may call the place for paired devices that its config names', async () => {
  const config = { apiUrl: '/', syncUrl: 'https://sync.example/place' };
  const folder = await createFolder({ ...testSite(), 'config.json': JSON.stringify(config) });
  const answer = await createApp({ data, site: openFolder(folder) }).request('/');
  expect(answer.headers.get('Content-Security-Policy')).toContain(' https://sync.example');
  const both = { apiUrl: 'https://api.example', syncUrl: 'https://sync.example' };
  expect(parseOrigins(JSON.stringify(both))).toEqual([
    'https://api.example',
    'https://sync.example',
  ]);
});

/** The headers that a host sends for an address, by the rules of the shipped `_headers`. */
const readRules = async (path: string) => {
  const text = await readFile(new URL('../../public/_headers', import.meta.url), 'utf8');
  const headers = new Map<string, string>();
  let applies = false;
  for (const line of text.trimEnd().split('\n')) {
    const [name = '', ...value] = line.trim().split(': ');
    if (!line.startsWith(' ')) {
      const pattern = line.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+');
      applies = new RegExp(`^${pattern}$`).test(path);
    } else if (applies && name.startsWith('! ')) headers.delete(name.slice(2));
    else if (applies) headers.set(name, value.join(': '));
  }
  return headers;
};

describe('the _headers of static hosts', () => {
  it.each([
    '/',
    '/assets/index-one.js',
    '/config.json',
    '/data/providers.json',
    '/data/aws/_45very_20_4bind/images/picture-in-stem/img-1.png',
  ])('say of %s what the server says', async (path) => {
    const { app, policy } = await serve();
    const answer = await app.request(path);
    expect(answer.status).toBe(200);
    const rules = await readRules(path);
    for (const [name, rule] of rules) {
      const expected = rule.replace('{policy}', `${await policy()}`);
      // Rules add up, so a data file also gets the headers of the page.
      expect(answer.headers.get(name) ?? expected, name).toBe(expected);
    }
    for (const [name] of answer.headers) {
      if (!/^(content-(length|type)|etag|vary)$/.test(name))
        expect(rules.has(name), name).toBe(true);
    }
  });
});
