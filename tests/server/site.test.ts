import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Files } from '#server/files.ts';
import { openFolder } from '#server/folder-files.ts';
import { createMemoryFiles } from '#server/memory-files.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { dataOf, testBank } from '#support/test-bank.ts';
import { scriptOf, testSite } from '#support/test-site.ts';

const page = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function serve(folder?: string) {
  const place = folder ?? (await createFolder(testSite()));
  const site = openFolder(place);
  const app = createApp({ data: dataOf(testBank()), site });
  const get = (path: string, headers?: Record<string, string>) => app.request(path, { headers });
  return { app, get, folder: place };
}

describe('the files of the site', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/config.json', 'application/json', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/icons/icon.svg', 'image/svg+xml', 'no-cache'],
    [
      '/assets/index-one.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
  ])('%s comes with its type and its time to live', async (path, type, cacheControl) => {
    const { get } = await serve();
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toBe(type);
    expect(answer.headers.get('Cache-Control')).toBe(cacheControl);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Content-Length')).toBe(`${(await answer.arrayBuffer()).byteLength}`);
  });

  it('are answered by 304 to whoever has them', async () => {
    const { get } = await serve();
    const etag = (await get('/')).headers.get('ETag') ?? '';
    const answer = await get('/', { 'If-None-Match': `"old", W/${etag}` });
    expect(answer.status).toBe(304);
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('are not those that begin with a dot', async () => {
    const { get } = await serve();
    expect((await get('/.hidden')).status).toBe(404);
    expect((await get('/.vite/manifest.json')).status).toBe(404);
  });
});

describe('compressed forms', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['*;q=0.1, br;q=0', null],
    ['deflate', null],
    ['identity;q=0', null],
    ['', null],
  ])('for Accept-Encoding "%s" is %s', async (header, encoding) => {
    const { get } = await serve();
    const answer = await get('/assets/index-one.js', { 'Accept-Encoding': header });
    expect(answer.headers.get('Content-Encoding')).toBe(encoding);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const decoded =
      encoding === 'br'
        ? brotliDecompressSync(bytes)
        : encoding === 'gzip'
          ? gunzipSync(bytes)
          : bytes;
    expect(decoded.toString()).toBe(scriptOf('one'));
    expect(answer.headers.get('Content-Length')).toBe(`${bytes.byteLength}`);
  });

  it('have an ETag each', async () => {
    const { get } = await serve();
    const path = '/assets/index-one.js';
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (coding) =>
          (await get(path, { 'Accept-Encoding': coding })).headers.get('ETag') ?? '',
      ),
    );
    expect(new Set(tags).size).toBe(3);
    const other = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': tags[1] ?? '' });
    expect(other.status).toBe(200);
    const same = await get(path, { 'Accept-Encoding': 'br', 'If-None-Match': tags[0] ?? '' });
    expect(same.status).toBe(304);
  });

  it('have no address of their own', async () => {
    const { get } = await serve();
    expect((await get('/assets/index-one.js.br')).status).toBe(404);
  });
});

describe('navigations', () => {
  it.each([
    '/exams/aws',
    '/exams/aws/v1.2',
    '/exams/a%2Fb/100%25',
    '/exams/aws/%E6%97%A5%E6%9C%AC',
    '/exams/aws/50%252F',
    '/exams/aws?from=home',
    '/exams/aws/',
    '/exams/aws/photo.png',
  ])('to %s get the shell', async (path) => {
    const { get } = await serve();
    const answer = await get(path, page);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<title>one</title>');
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
    expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Accept, Sec-Fetch-Mode');
  });

  it.each([
    '/nope.html',
    '/nowhere',
    '/robots.txt',
    '/assets/index-gone.js',
    '/assets/x',
    '/assets',
    '/icons/x',
    '/icons/gone.png',
    '/exams',
    '/exams/',
    '/exams/%',
    '/exams/aws/100%',
    '/exams/%C3%28',
    '/exams/aws/a/b',
    '/exams//a',
  ])("to %s get the app's 404 page", async (path) => {
    const { get } = await serve();
    for (const headers of [page, { Accept: '*/*', 'Sec-Fetch-Mode': 'navigate' }]) {
      const answer = await get(path, headers);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('<title>one</title>');
      expect(answer.headers.get('Vary')).toBe('Accept-Encoding, Accept, Sec-Fetch-Mode');
      expect(answer.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
    }
  });

  it('get it in full and as a 404 even if they have the page already', async () => {
    const { get } = await serve();
    const etag = (await get('/')).headers.get('ETag') ?? '';
    for (const known of [etag, '*']) {
      const answer = await get('/nowhere', { ...page, 'If-None-Match': known });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain('<title>one</title>');
    }
  });

  it.each(['/nope.html', '/assets/x', '/icons/x', '/exams/aws'])(
    'are told from calls, which get a plain refusal for %s',
    async (path) => {
      const { get } = await serve();
      for (const headers of [
        ...['*/*', 'application/json', 'image/avif,image/*'].map((accept) => ({ Accept: accept })),
        { ...page, 'Sec-Fetch-Mode': 'cors' },
      ]) {
        const answer = await get(path, headers);
        expect(answer.status).toBe(404);
        expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
        expect(answer.headers.get('Vary')).toBe('Accept, Sec-Fetch-Mode');
      }
    },
  );

  it.each(['/api/nothing', '/images/x', '/api', '/images'])(
    'to %s get the JSON of the API',
    async (path) => {
      const { get } = await serve();
      const answer = await get(path, page);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('Content-Type')).toBe('application/json');
    },
  );

  it('are told from calls to a malformed address, which get 400', async () => {
    const { get } = await serve();
    expect((await get('/exams/aws/100%')).status).toBe(400);
    expect((await get('/exams/%C3%28')).status).toBe(400);
  });

  it('wait while there is no site', async () => {
    const { get } = await serve(await createFolder({}));
    const answer = await get('/', page);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('5');
  });
});

const healthOf = async (data: Files) => {
  const answer = await createApp({ data }).request('/health');
  return { status: answer.status, kept: answer.headers.get('Cache-Control') };
};

it('the health address is well as long as there is a bank to answer from', async () => {
  expect(await healthOf(dataOf(testBank()))).toEqual({ status: 200, kept: 'no-store' });
  expect(await healthOf(createMemoryFiles([]))).toEqual({ status: 503, kept: 'no-store' });
});
