import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CONFIG_CACHE } from '#contract/caches.ts';
import { CONFIG_KEY } from '#contract/config.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { type Network, silent, stubPage, unreachable } from '#support/stubbed-page.ts';

const OTHER = 'https://api.example.com';

type Page = { isControlled?: boolean; stored?: string | undefined; isDenied?: boolean };

/** A page that starts, with what it stored at its last visit. */
const openPage = async (answer: Network, { isControlled, stored, isDenied }: Page = {}) => {
  const network = stubPage(answer);
  const texts = new Map(stored === undefined ? [] : [[CONFIG_KEY, configOf(stored)]]);
  const reload = vi.fn();
  const listeners: (() => void)[] = [];
  const serviceWorker = {
    controller: isControlled ? {} : null,
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
  vi.stubGlobal('location', { origin: SITE, href: `${SITE}/`, reload });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (isDenied) throw new DOMException('Denied', 'SecurityError');
      texts.set(key, text);
    },
  });
  vi.resetModules();
  const source = await import('#app/config-source.ts');
  const apiStored = () => JSON.parse(texts.get(CONFIG_KEY) ?? '{}').apiUrl;
  const takeControl = () => {
    serviceWorker.controller = {};
    for (const listener of listeners) listener();
  };
  const asked = () => network.mock.calls.map(([address]) => address);
  return { ...source, network, asked, reload, apiStored, takeControl };
};

const configOf = (apiUrl: string) => JSON.stringify({ apiUrl, discussionUrl: false });
const sendConfig =
  (apiUrl: string): Network =>
  async () =>
    Response.json({ apiUrl, discussionUrl: false });
const after =
  (time: number, network: Network): Network =>
  async (address, init) => {
    await new Promise((resolve) => setTimeout(resolve, time));
    return network(address, init);
  };

const apiOf = (config: { apiUrl: string } | undefined) => config?.apiUrl;

beforeEach(fakeTheClock);

describe('the configuration of a start', () => {
  it('is the network’s, and is stored for the next start', async () => {
    const { beginConfig, apiStored, takeConfig } = await openPage(sendConfig(OTHER));
    expect(apiOf(await beginConfig(500))).toBe(OTHER);
    expect(apiStored()).toBe(OTHER);
    const newer = vi.fn();
    expect(await takeConfig(newer)).toMatchObject({ ok: true, value: { apiUrl: OTHER } });
    await vi.advanceTimersByTimeAsync(0);
    expect(newer).not.toHaveBeenCalled();
  });

  it('is the last one while the network is silent, until another one comes', async () => {
    const stored = { stored: `${SITE}/old` };
    const { takeConfig } = await openPage(after(900, sendConfig('/new')), stored);
    const newer = vi.fn();
    const taking = takeConfig(newer);
    await vi.advanceTimersByTimeAsync(200);
    expect(await taking).toMatchObject({ ok: true, value: { apiUrl: `${SITE}/old` } });
    expect(newer).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(900);
    expect(newer.mock.calls).toMatchObject([[{ apiUrl: `${SITE}/new` }]]);
  });

  it('is the network’s if that comes within 200 ms', async () => {
    const stored = { stored: `${SITE}/old` };
    const { takeConfig } = await openPage(after(150, sendConfig('/new')), stored);
    const taking = takeConfig(() => undefined);
    await vi.advanceTimersByTimeAsync(200);
    expect(await taking).toMatchObject({ value: { apiUrl: `${SITE}/new` } });
  });

  it('that comes later and is equal is no news', async () => {
    const { takeConfig } = await openPage(after(900, sendConfig('/same')), {
      stored: `${SITE}/same`,
    });
    const newer = vi.fn();
    takeConfig(newer);
    await vi.advanceTimersByTimeAsync(2000);
    expect(newer).not.toHaveBeenCalled();
  });

  it('is the worker’s copy rather than the stored one, which may be older', async () => {
    const { takeConfig } = await openPage(silent, { stored: `${SITE}/old` });
    const cache = await caches.open(CONFIG_CACHE);
    await cache.put('/config.json', new Response(configOf('/kept')));
    const taking = takeConfig(() => undefined);
    await vi.advanceTimersByTimeAsync(200);
    expect(await taking).toMatchObject({ value: { apiUrl: `${SITE}/kept` } });
  });

  it('is had where the caches never answer: the stored one, or the network’s that comes late', async () => {
    for (const [network, stored, expected] of [
      [silent, `${SITE}/old`, `${SITE}/old`],
      [after(900, sendConfig('/new')), undefined, `${SITE}/new`],
    ] as const) {
      const { takeConfig } = await openPage(network, { stored });
      caches.open = () => new Promise(() => undefined);
      const taken = vi.fn();
      takeConfig(() => undefined).then(taken);
      await vi.advanceTimersByTimeAsync(3200);
      expect(taken.mock.calls).toMatchObject([[{ ok: true, value: { apiUrl: expected } }]]);
    }
  });

  it('fails without any, and a copy that can not be read counts as none', async () => {
    const { takeConfig } = await openPage(unreachable, { stored: 'ftp://nowhere' });
    const cache = await caches.open(CONFIG_CACHE);
    await cache.put('/config.json', new Response('<h1>Log in</h1>'));
    expect(await takeConfig(() => undefined)).toEqual({ ok: false, failure: 'config-failed' });
  });

  it('that takes longer than the placeholders may stay is left to the app', async () => {
    const { beginConfig, takeConfig, network } = await openPage(silent);
    const begun = beginConfig(500);
    await vi.advanceTimersByTimeAsync(500);
    expect(await begun).toBeUndefined();
    takeConfig(() => undefined);
    expect(network).toHaveBeenCalledOnce();
  });
});

describe('an API that has moved to another origin', () => {
  it('is adopted by one reload, because the page may not call it', async () => {
    const page = { isControlled: true, stored: `${SITE}/old` };
    const { takeConfig, reload, apiStored } = await openPage(sendConfig(OTHER), page);
    let isTaken = false;
    takeConfig(() => undefined).then(() => {
      isTaken = true;
    });
    await vi.advanceTimersByTimeAsync(100);
    expect([reload.mock.calls.length, apiStored(), isTaken]).toEqual([1, OTHER, false]);
  });

  it.each<[string, Page]>([
    ['the page is no worker’s', { stored: `${SITE}/old` }],
    ['nothing is known of another one', { isControlled: true }],
    ['it is another path only', { isControlled: true, stored: `${OTHER}/v1` }],
    ['a reload would not know of it', { isControlled: true, stored: '/', isDenied: true }],
  ])('needs no reload if %s', async (_, page) => {
    const { takeConfig, reload } = await openPage(sendConfig(OTHER), page);
    expect(await takeConfig(() => undefined)).toMatchObject({ value: { apiUrl: OTHER } });
    expect(reload).not.toHaveBeenCalled();
  });

  it('gets none of the answers that were asked of another', async () => {
    const { takeConfig } = await openPage(sendConfig(OTHER), { stored: SITE });
    const { prefetch, takePrefetched } = await import('#api/prefetched-answers.ts');
    onTestFinished(() => {
      globalThis.prefetchedAnswers = undefined;
    });
    const [ours, theirs] = [`${SITE}/api/providers`, `${OTHER}/api/providers`];
    prefetch(ours);
    prefetch(theirs);
    await takeConfig(() => undefined);
    const { signal } = new AbortController();
    expect(takePrefetched(ours, signal)).toBeUndefined();
    expect(takePrefetched(theirs, signal)).toBeDefined();
  });
});

describe('lists that were asked for before there was a worker', () => {
  it('are asked for once more when it takes control, so that it has them', async () => {
    const { fetchByStrategy, asked, takeControl } = await openPage(async () => Response.json({}));
    const { signal } = new AbortController();
    await fetchByStrategy(`${SITE}/api/providers`, { signal });
    await fetchByStrategy(`${SITE}/api/exams?provider=aws`, { signal });
    takeControl();
    await fetchByStrategy(`${SITE}/api/exams?provider=gcp`, { signal });
    takeControl();
    const expected = ['providers', 'exams?provider=aws', 'providers', 'exams?provider=aws'];
    expect(asked()).toEqual(
      [...expected, 'exams?provider=gcp'].map((path) => `${SITE}/api/${path}`),
    );
  });

  it('are asked for once more where the app has not taken them yet, as no question is', async () => {
    const { fetchByStrategy, asked, takeControl } = await openPage(async () => Response.json({}));
    const { prefetch } = await import('#api/prefetched-answers.ts');
    onTestFinished(() => {
      globalThis.prefetchedAnswers = undefined;
    });
    await fetchByStrategy(`${SITE}/api/providers`, { signal: new AbortController().signal });
    const paths = ['exams?provider=aws', 'questions?providerId=aws&examId=a'];
    const question = 'question?provider=aws&examName=a&questionId=q1';
    for (const path of [...paths, question]) prefetch(`${SITE}/api/${path}`);
    const before = asked().length;
    takeControl();
    expect(asked().slice(before)).toEqual(
      ['providers', ...paths].map((path) => `${SITE}/api/${path}`),
    );
  });
});
