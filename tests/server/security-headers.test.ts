import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseApiOrigin } from '#server/api-source.ts';
import { createApp } from '#server/app.ts';
import { openFolder } from '#server/folder-files.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { dataOf, testBank } from '#support/test-bank.ts';
import { testSite } from '#support/test-site.ts';

async function serve(apiUrl: unknown = '/') {
  const folder = await createFolder({ ...testSite(), 'config.json': JSON.stringify({ apiUrl }) });
  const app = createApp({
    data: dataOf(testBank()),
    site: openFolder(folder),
    log: () => {},
  });
  const policy = async () =>
    (await app.request('/', { headers: { Accept: 'text/html' } })).headers.get(
      'Content-Security-Policy',
    );
  return { app, folder, policy };
}

const picture = '/images/aws/kinds/picture-in-stem/img-1.png';

describe('every answer', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/exams/aws', 404],
    ['GET', '/foo.png', 404],
    ['GET', '/100%', 400],
    ['POST', '/', 405],
    ['OPTIONS', '/', 204],
    ['HEAD', '/', 200],
    ['GET', '/config.json', 200],
    ['GET', '/api/providers', 200],
    ['GET', '/api/exams', 400],
    ['GET', '/api/nothing', 404],
    ['DELETE', '/api/providers', 405],
    ['OPTIONS', '/api/providers', 204],
    ['GET', picture, 200],
    ['GET', '/images/%', 400],
    ['TEAPOT', '/api/providers', 405],
  ])('is protected: %s %s with %i', async (method, path, status) => {
    const { app } = await serve();
    const answer = await app.request(path, { method });
    const { headers } = answer;
    expect(answer.status).toBe(status);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
    expect(headers.get('Permissions-Policy')).toContain('camera=()');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('is protected when it is a 304 or a 500', async () => {
    const { app } = await serve();
    const unchanged = await app.request('/', { headers: { 'If-None-Match': '*' } });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('X-Frame-Options')).toBe('DENY');
    const broken = createApp({
      data: dataOf(testBank()),
      site: { find: () => Promise.reject(new Error('disk')) },
      log: () => {},
    });
    const failed = await broken.request('/');
    expect(failed.status).toBe(500);
    expect(failed.headers.get('X-Frame-Options')).toBe('DENY');
    expect(await failed.text()).toBe('Something went wrong on the server.\n');
  });
});

describe('other origins', () => {
  it.each(['/api/providers', '/api/exams', '/api/nothing', picture, '/images/x', '/config.json'])(
    'may read %s',
    async (path) => {
      const { app } = await serve();
      const { headers } = await app.request(path, { headers: { Origin: 'https://else.where' } });
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Expose-Headers')).toBe(
        'ETag, Retry-After, Content-Length',
      );
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    },
  );

  it('may not read the site', async () => {
    const { app } = await serve();
    for (const path of ['/', '/assets/index-one.js', '/foo.png']) {
      const { headers } = await app.request(path);
      expect(headers.get('Access-Control-Allow-Origin')).toBe(null);
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });
});

describe('the policy of the site', () => {
  it('allows what the site itself holds', async () => {
    const { policy } = await serve();
    expect(await policy()).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; font-src 'self'; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types certdeck",
    );
  });

  it('allows the script and the style that the page itself holds', async () => {
    const { folder, policy } = await serve();
    const [script, style] = [`'sha256-${'a'.repeat(43)}='`, `'sha256-${'b'.repeat(43)}='`];
    const own = `default-src 'none'; script-src 'self' ${script}; style-src ${style}; img-src 'self'`;
    const page = `<meta http-equiv="Content-Security-Policy" content="${own.replaceAll("'", '&#39;')}">`;
    await writeFile(join(folder, 'index.html'), page);
    expect(await policy()).toContain(`script-src 'self' ${script}; style-src ${style};`);
    await writeFile(join(folder, 'index.html'), page.replaceAll('sha256-', 'unsafe-'));
    expect(await policy()).toContain("script-src 'self'; style-src 'self';");
  });

  it('allows calls to a foreign API and its pictures', async () => {
    const { policy } = await serve('https://api.example.com:8443/base/');
    expect(await policy()).toContain(
      "img-src 'self' data: blob: https://api.example.com:8443; " +
        "connect-src 'self' https://api.example.com:8443;",
    );
  });

  it('does not name an API that is the site itself', async () => {
    const { policy } = await serve('http://localhost/');
    expect(await policy()).toContain("connect-src 'self';");
  });

  it('follows the config when it is edited', async () => {
    const { folder, policy } = await serve('https://one.example');
    expect(await policy()).toContain('https://one.example');
    await writeFile(join(folder, 'config.json'), '{"apiUrl":"https://two.example"}');
    expect(await policy()).toContain('https://two.example');
    await writeFile(join(folder, 'config.json'), '{');
    expect(await policy()).not.toContain('example');
  });

  it('lets the worker call an API that is named only after its installation', async () => {
    const { app } = await serve();
    const { headers } = await app.request('/sw.js');
    expect(headers.get('Content-Security-Policy')).toContain("connect-src 'self' http: https:;");
    expect(headers.get('Content-Security-Policy')).toContain("script-src 'self';");
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
    expect(parseApiOrigin(JSON.stringify({ apiUrl }))).toBe(origin);
  });
});
