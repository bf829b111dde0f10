import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CONFIG_CACHE, PREVIOUS_CACHE } from '#contract/caches.ts';
import { SITE } from '#support/memory-caches.ts';
import { type Network, stubPage, unreachable } from '#support/stubbed-page.ts';
import { createFolder } from '#support/temporary-folder.ts';
import { addIntegrity } from '../../src/build/service-worker.ts';

type Handler = (options: { request: Request; url: URL; params: unknown }) => Promise<Response>;
type Shell = {
  findOther: (request: Request) => Promise<Response>;
  isForeignAsset: (url: string) => boolean;
  isShellCached: () => Promise<boolean>;
  keepPrevious: () => Promise<void>;
};
type Route = { match: (options: object) => unknown; handler: { handle: Handler } };

const SHELL_CACHE = `workbox-precache-v2-${SITE}/`;
const POLICY = "img-src 'self'; connect-src 'self'";
const PAGE = { 'content-type': 'text/html', 'content-security-policy': POLICY };

const entries = [
  { url: '/index.html', revision: '1', integrity: 'sha384-page' },
  { url: '/assets/index-1.js', revision: null, integrity: 'sha384-code' },
];

/** Resolves addresses against the site, as in a worker of its own. */
class WorkerRequest extends Request {
  constructor(address: Request | string, init?: RequestInit) {
    super(typeof address === 'string' ? new URL(address, SITE) : address, init);
  }
}

class WorkerEvent {
  waitUntil() {}
}

/** The worker's shell, with all of its files in the cache, and what it asks the network for. */
const openShell = async (answer: Network = unreachable, manifest: unknown = entries) => {
  const network = stubPage(answer);
  // What a worker has and Node lacks.
  const worker = {
    __WB_MANIFEST: manifest,
    location: new URL(SITE),
    addEventListener: () => undefined,
    caches,
    __WB_DISABLE_DEV_LOGS: true,
  };
  vi.stubGlobal('self', worker);
  vi.stubGlobal('Request', WorkerRequest);
  vi.stubGlobal('FetchEvent', class {});
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('ExtendableEvent', WorkerEvent);
  vi.stubGlobal('registration', { scope: `${SITE}/` });
  const routes: Route[] = [];
  vi.doMock('workbox-routing', async (original) => ({
    ...(await original<object>()),
    registerRoute: (route: Route) => routes.push(route),
  }));
  onTestFinished(() => {
    vi.doUnmock('workbox-routing');
  });
  vi.resetModules();
  const shell = await vi.importActual<Shell>('#worker/shell.ts');
  const cache = await caches.open(SHELL_CACHE);
  await cache.put('/index.html?__WB_REVISION__=1', new Response('shell', { headers: PAGE }));
  await cache.put('/assets/index-1.js', new Response('code'));
  const navigate = async (path: string) => {
    const request = new Request(SITE + path);
    Object.defineProperty(request, 'mode', { value: 'navigate' });
    const options = { request, url: new URL(request.url), event: new WorkerEvent() };
    for (const { match, handler } of routes) {
      const params = match(options);
      if (params) return handler.handle({ ...options, params });
    }
    return undefined;
  };
  return { shell, cache, network, navigate };
};

const script = (text: string) =>
  new Response(text, { headers: { 'content-type': 'text/javascript' } });

describe('the files that the worker keeps', () => {
  it('are listed with the hash of each, by which a portal’s page does not pass for one', async () => {
    const site = await createFolder({ 'index.html': 'page', 'assets/a.js': 'code' });
    const listed = [
      { url: 'index.html', revision: '1', size: 4 },
      { url: 'assets/a.js', revision: null, size: 4 },
    ];
    const { manifest } = await addIntegrity(site, '/base/')(listed);
    const hashes = await Promise.all(
      listed.map(async ({ url }) => {
        const bytes = new Uint8Array(await readFile(join(site, url)));
        const hash = await crypto.subtle.digest('SHA-384', bytes);
        return `sha384-${Buffer.from(hash).toString('base64')}`;
      }),
    );
    expect(manifest).toMatchObject([
      { url: '/base/index.html', revision: '1', integrity: hashes[0] },
      { url: '/base/assets/a.js', revision: null, integrity: hashes[1] },
    ]);
  });

  it('are all there, or fetched again with their hashes', async () => {
    const { shell, cache, network } = await openShell(async () => script('again'));
    expect(await shell.isShellCached()).toBe(true);
    expect(network).not.toHaveBeenCalled();
    await cache.delete('/assets/index-1.js');
    expect(await shell.isShellCached()).toBe(true);
    expect(network.mock.calls).toMatchObject([
      ['/assets/index-1.js', { integrity: 'sha384-code', cache: 'reload' }],
    ]);
    expect(await (await cache.match('/assets/index-1.js'))?.text()).toBe('again');
  });

  it('are missed while the network is gone, and never kept without a hash to hold them against', async () => {
    const gone = await openShell();
    await gone.cache.delete('/assets/index-1.js');
    expect(await gone.shell.isShellCached()).toBe(false);
    const unhashed = entries.map(({ url, revision }) => ({ url, revision }));
    const other = await openShell(async () => script('again'), unhashed);
    await other.cache.delete('/assets/index-1.js');
    expect(await other.shell.isShellCached()).toBe(false);
  });
});

describe('an address that is opened', () => {
  it('gets the shell, which may call the configured API', async () => {
    const { navigate } = await openShell();
    const configured = await caches.open(CONFIG_CACHE);
    await configured.put('/config.json', Response.json({ apiUrl: 'https://api.example.com' }));
    for (const path of ['/', '/exams/aws', '/exams/AWS/a%2Fb?only=1']) {
      const answer = await navigate(path);
      expect(await answer?.text()).toBe('shell');
      expect(answer?.headers.get('content-security-policy')).toBe(
        "img-src 'self' https://api.example.com; connect-src 'self' https://api.example.com",
      );
    }
  });

  it.each(['/api/providers', '/images/a/b/c/d.png', '/data/providers.json', '/nope.html'])(
    'is left to the server if it is no screen’s: %s',
    async (path) => {
      const { navigate } = await openShell(async () => new Response('server'));
      expect(await (await navigate(path))?.text()).toBe('server');
    },
  );

  it('gets the shell if the server is gone, or silent for five seconds', async () => {
    const { navigate, network } = await openShell();
    expect(await (await navigate('/nope.html'))?.text()).toBe('shell');
    network.mockImplementation(() => new Promise(() => undefined));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    let answer: Response | undefined;
    const asking = navigate('/nope.html').then((got) => {
      answer = got;
    });
    await vi.advanceTimersByTimeAsync(4999);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await asking;
    expect(answer && (await answer.text())).toBe('shell');
  });
});

describe('the files of earlier versions', () => {
  it('are kept for tabs that still run them, the last hundred', async () => {
    const { shell, cache } = await openShell();
    const previous = await caches.open(PREVIOUS_CACHE);
    for (let place = 0; place < 99; place += 1) {
      await previous.put(`/assets/older-${place}.js`, script('older'));
    }
    for (const name of ['one', 'two']) await cache.put(`/assets/${name}.js`, script(name));
    await shell.keepPrevious();
    const kept = (await previous.keys()).map(({ url }) => url.slice(SITE.length));
    expect(kept).toHaveLength(100);
    expect(kept[0]).toBe('/assets/older-1.js');
    expect(kept.slice(-2)).toEqual(['/assets/one.js', '/assets/two.js']);
    expect(kept).not.toContain('/assets/index-1.js');
  });

  it('are told from those of this version, and from all else', async () => {
    const { shell } = await openShell();
    const isForeign = (path: string) => shell.isForeignAsset(SITE + path);
    expect(isForeign('/assets/old.js')).toBe(true);
    expect(isForeign('/assets/index-1.js')).toBe(false);
    expect(isForeign('/images/assets/x.png')).toBe(false);
    expect(shell.isForeignAsset('https://else.where/assets/old.js')).toBe(false);
  });

  it('come from the cache, then from the server, and scripts are kept', async () => {
    const { shell, network } = await openShell(async (request) =>
      `${(request as unknown as Request).url}`.endsWith('.js')
        ? script('fetched')
        : new Response('<h1>Log in</h1>', { headers: { 'content-type': 'text/html' } }),
    );
    const find = async (name: string) =>
      (await shell.findOther(new Request(`${SITE}/assets/${name}`))).text();
    expect(await find('readers.js')).toBe('fetched');
    expect(await find('readers.js')).toBe('fetched');
    expect(network).toHaveBeenCalledTimes(1);
    expect(await find('style.css')).toContain('Log in');
    expect(await find('style.css')).toContain('Log in');
    expect(network).toHaveBeenCalledTimes(3);
  });

  it('come all the same where nothing can be kept', async () => {
    const { shell, network } = await openShell(async () => script('fetched'));
    const full = async () => Promise.reject(new DOMException('No room', 'QuotaExceededError'));
    vi.spyOn(await caches.open(PREVIOUS_CACHE), 'put').mockImplementation(full);
    const find = async () =>
      (await shell.findOther(new Request(`${SITE}/assets/readers.js`))).text();
    expect([await find(), await find()]).toEqual(['fetched', 'fetched']);
    expect(network).toHaveBeenCalledTimes(2);
  });
});
