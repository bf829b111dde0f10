import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExamKey } from '#contract/caches.ts';
import { fetchAnswer, fetchListing, saveOnce } from '#offline/fetch-answer.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { takeLogged, watchConsole } from '#support/console-watch.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

watchConsole();

type Network = (address: string, init: RequestInit) => Promise<Response>;

const stubNetwork = (answer: Network) => {
  vi.stubGlobal('location', new URL(SITE));
  const network = vi.fn(answer);
  vi.stubGlobal('fetch', network);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return network;
};

const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'));
/** Ends only with its signal, as a real request does. */
const silent: Network = async (_, { signal }) => {
  signal?.throwIfAborted();
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
};
const stalled: Network = async (_, { signal }) => {
  const start = (stream: ReadableStreamDefaultController) =>
    signal?.addEventListener('abort', () => stream.error(signal.reason));
  return new Response(new ReadableStream({ start }));
};
const brokenOff: Network = async () => {
  const pull = (stream: ReadableStreamDefaultController) => stream.error(new TypeError('gone'));
  return new Response(new ReadableStream({ pull }));
};

const question = (text: string, init: ResponseInit = {}) =>
  Response.json({ question: { question: text, options: ['a'], answers: ['a'] }, images: [] }, init);
const withTag = (text: string) => question(text, { headers: { etag: '"one"' } });
const notModified = { status: 304 };
const html = { headers: { 'content-type': 'text/html' } };
const page = () => new Response('<h1>Log in</h1>', html);
const image = (name: string) =>
  new Response(svgBytes(name), { headers: { 'content-type': 'image/svg+xml' } });

const always = new AbortController().signal;
const elsewhere: ExamKey = { ...examKey, apiUrl: 'https://api.example' };
const ours = addressOfQuestion(examKey, 'q1');
const theirs = addressOfQuestion(elsewhere, 'q1');
const picture = pictureAddress('q1', 'a.svg');
const theirPicture = picture.replace(SITE, elsewhere.apiUrl);

const ask = (saved?: Response, address = ours) => fetchAnswer('question', address, always, saved);
const askImage = (address: string, saved?: Response) =>
  fetchAnswer('image', address, always, saved);

describe('one request', () => {
  it.each<[string, object, Network, (() => Response)?]>([
    ['a question', { kind: 'valid' }, async () => question('Which?')],
    ['a 404', { kind: 'gone' }, async () => new Response('', { status: 404 })],
    ['a 410', { kind: 'gone' }, async () => new Response('', { status: 410 })],
    [
      'a 503 with Retry-After',
      { kind: 'refused', retryAfter: 7000 },
      async () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
    ],
    ['a 203', { kind: 'refused' }, async () => question('Which?', { status: 203 })],
    [
      'a 304 that nobody asked for',
      { kind: 'refused' },
      async () => new Response(null, notModified),
    ],
    ['a portal’s page', { kind: 'invalid' }, async () => page()],
    ['no network', { kind: 'unreachable' }, unreachable],
    ['a body that breaks off', { kind: 'unreachable' }, brokenOff],
    [
      'a 304',
      { kind: 'unchanged' },
      async () => new Response(null, notModified),
      () => withTag('same'),
    ],
    [
      'the same values again',
      { kind: 'unchanged' },
      async () => new Response(JSON.stringify(await question('same').json(), null, 2)),
      () => question('same'),
    ],
    ['other values', { kind: 'valid' }, async () => question('new'), () => question('same')],
  ])('ends as expected with %s', async (_, end, network, saved) => {
    stubNetwork(network);
    expect(await ask(saved?.())).toMatchObject(end);
  });

  it('compares images by their bytes', async () => {
    const network = stubNetwork(async () => image('one'));
    expect(await askImage(picture, image('one'))).toEqual({ kind: 'unchanged' });
    expect(await askImage(picture, image('two'))).toMatchObject({ kind: 'valid' });
    const longer = new Blob([svgBytes('one'), '\n'], { type: 'image/svg+xml' });
    network.mockImplementation(async () => new Response(longer));
    expect(await askImage(picture, image('one'))).toMatchObject({ kind: 'valid' });
  });

  it('sends the saved tag, but never to another origin', async () => {
    const network = stubNetwork(async () => question('Which?'));
    await ask(withTag('old'));
    expect(network.mock.lastCall?.[1]).toMatchObject({
      cache: 'no-store',
      credentials: 'omit',
      headers: { 'if-none-match': '"one"' },
    });
    for (const [saved, address] of [
      [undefined, ours],
      [question('no tag'), ours],
      [withTag('old'), theirs],
    ] as const) {
      await ask(saved, address);
      const init = network.mock.lastCall?.[1];
      expect(init).toMatchObject({ cache: 'no-cache', credentials: 'omit' });
      expect(init?.headers).toBeUndefined();
    }
  });

  it('bypasses the browser’s cache from an invalid answer until a valid one', async () => {
    const network = stubNetwork(async () => page());
    const modes: unknown[] = [];
    for (const answer of [page, page, () => question('Which?'), () => question('Which?')]) {
      network.mockImplementation(async () => answer());
      await ask(withTag('old'));
      modes.push(network.mock.lastCall?.[1].cache);
    }
    expect(modes).toEqual(['no-store', 'reload', 'reload', 'no-store']);
  });

  describe.each([
    ['silent', silent],
    ['stalled', stalled],
  ])('on a network that is %s', (_, network) => {
    it('ends after 20 seconds', async () => {
      fakeTheClock();
      stubNetwork(network);
      const seen = vi.fn();
      ask().then(seen);
      await vi.advanceTimersByTimeAsync(19_999);
      expect(seen).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(seen).toHaveBeenCalledWith({ kind: 'unreachable' });
    });

    it('rejects when its caller aborts', async () => {
      stubNetwork(network);
      const controller = new AbortController();
      const asked = fetchAnswer('question', ours, controller.signal);
      await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
});

describe('an image of a server without CORS', () => {
  const opaque = () => Object.defineProperty(new Response(), 'type', { value: 'opaque' });
  const withoutCors: Network = async (address, init) =>
    init.mode === 'no-cors' ? opaque() : unreachable(address, init);

  it('is blocked, which the console says once', async () => {
    stubNetwork(withoutCors);
    expect(await askImage(theirPicture)).toEqual({ kind: 'blocked' });
    expect(await askImage(theirPicture)).toEqual({ kind: 'blocked' });
    expect(takeLogged()).toEqual(['https://api.example must allow its pictures by CORS.']);
  });

  it('is told from a network that is gone, from questions and from our own images', async () => {
    const network = stubNetwork(unreachable);
    expect(await askImage(theirPicture)).toEqual({ kind: 'unreachable' });
    network.mockImplementation(withoutCors);
    expect(await ask(undefined, theirs)).toEqual({ kind: 'unreachable' });
    expect(await askImage(picture)).toEqual({ kind: 'unreachable' });
  });
});

describe('the list of an exam', () => {
  const listed = { ...detailOf(['q1', 'q2']), id: 'listed', name: 'Listed' };
  const fetchFor = (examId: string) => fetchListing({ ...examKey, examId }, always);

  it('can be requested by id or name', async () => {
    stubNetwork(async () => Response.json(listed));
    expect(await fetchFor('listed')).toEqual(listed);
    expect(await fetchFor('Listed')).toEqual(listed);
  });

  it.each<[string, Network]>([
    ['no network', unreachable],
    ['a 404', async () => Response.json(listed, { status: 404 })],
    ['a portal’s page', async () => page()],
    ['another exam', async () => Response.json({ ...listed, id: 'other', name: 'Other' })],
  ])('can’t be had from %s', async (_, answer) => {
    stubNetwork(answer);
    expect(await fetchFor('listed')).toBeUndefined();
  });
});

describe('a prefetched answer', () => {
  const release = vi.fn();
  const prefetched = (answer: Response) => {
    const controller = new AbortController();
    const entry = { answer: Promise.resolve(answer), controller, askedAt: performance.now() };
    globalThis.prefetchedAnswers = new Map([[ours, { ...entry, release }]]);
    onTestFinished(() => {
      globalThis.prefetchedAnswers = undefined;
    });
  };

  it('is taken once, and not where a saved answer is to be compared', async () => {
    const network = stubNetwork(async () => question('later'));
    prefetched(question('prefetched'));
    expect(await ask()).toMatchObject({ kind: 'valid' });
    expect(network).not.toHaveBeenCalled();
    await ask();
    expect(network).toHaveBeenCalledOnce();
    prefetched(question('prefetched'));
    await ask(question('saved'));
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('is saved under the lock that this tab already holds, which is then released', async () => {
    const network = stubNetwork(async () => question('later'));
    const locks = createLocks();
    vi.stubGlobal('navigator', { locks });
    locks.request(`certdeck/address/${ours}`, () => new Promise(() => undefined));
    prefetched(question('prefetched'));
    const cache = await createMemoryCaches().open('any');
    expect((await saveOnce(cache, 'question', ours, always)).kind).toBe('valid');
    expect(release).toHaveBeenCalledOnce();
    expect(network).not.toHaveBeenCalled();
  });
});
