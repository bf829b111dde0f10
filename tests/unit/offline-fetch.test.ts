import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { questionsAddress } from '#contract/addresses.ts';
import type { ExamKey } from '#contract/caches.ts';
import { fetchAnswer, fetchListing, storeOnce } from '#offline/fetch-answer.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

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

const question = (text: string, init: ResponseInit = {}) =>
  Response.json({ question: { question: text, options: ['a'], answers: ['a'] }, images: [] }, init);
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

const ask = (stored?: Response, address = ours) => fetchAnswer('question', address, always, stored);
const askImage = (address: string, stored?: Response) =>
  fetchAnswer('image', address, always, stored);

describe('an answer that was asked for', () => {
  it('is valid, whole, and may be copied', async () => {
    stubNetwork(async () => question('Which?'));
    const fetched = await ask();
    if (fetched.kind !== 'valid') throw new Error(fetched.kind);
    for (const copy of [fetched.answer, fetched.copy(), fetched.copy()]) {
      expect((await copy.json()).question.question).toBe('Which?');
    }
  });

  it.each([404, 410])('is gone with %i', async (status) => {
    stubNetwork(async () => new Response('', { status }));
    expect(await ask()).toEqual({ kind: 'gone' });
  });

  it('is refused with any other status, for as long as the server says', async () => {
    const headers = { 'retry-after': '7' };
    stubNetwork(async () => new Response('', { status: 503, headers }));
    expect(await ask()).toEqual({ kind: 'refused', retryAfter: 7000 });
    stubNetwork(async () => question('Which?', { status: 203 }));
    expect(await ask()).toEqual({ kind: 'refused', retryAfter: undefined });
  });

  it('is unchanged when the server says so, or sends the same again', async () => {
    const stored = question('same', { headers: { etag: '"one"' } });
    const network = stubNetwork(async () => new Response(null, { status: 304 }));
    expect(await ask(stored)).toEqual({ kind: 'unchanged' });
    expect(await ask()).toMatchObject({ kind: 'refused' });
    network.mockImplementation(async () => question('same'));
    expect(await ask(stored)).toEqual({ kind: 'unchanged' });
    const indented = JSON.stringify(await question('same').json(), null, 2);
    expect(await ask(new Response(indented))).toEqual({ kind: 'unchanged' });
    network.mockImplementation(async () => question('changed'));
    expect(await ask(stored)).toMatchObject({ kind: 'valid' });
  });

  it('is unchanged with the same bytes of an image, and only then', async () => {
    const network = stubNetwork(async () => image('one'));
    expect(await askImage(picture, image('one'))).toEqual({ kind: 'unchanged' });
    expect(await askImage(picture, image('two'))).toMatchObject({ kind: 'valid' });
    const longer = new Blob([svgBytes('one'), '\n'], { type: 'image/svg+xml' });
    network.mockImplementation(async () => new Response(longer));
    expect(await askImage(picture, image('one'))).toMatchObject({ kind: 'valid' });
  });

  it('is asked for with the stored tag, except of another origin', async () => {
    const network = stubNetwork(async () => question('Which?'));
    const stored = () => question('old', { headers: { etag: '"one"' } });
    await ask(stored());
    expect(network.mock.calls[0]?.[1]).toMatchObject({
      cache: 'no-store',
      credentials: 'omit',
      headers: { 'if-none-match': '"one"' },
    });
    for (const [at, address] of [
      [undefined, ours],
      [question('no tag'), ours],
      [stored(), theirs],
    ] as const) {
      network.mockClear();
      await ask(at, address);
      const [, init] = network.mock.calls[0] ?? [];
      expect(init).toMatchObject({ cache: 'no-cache', credentials: 'omit' });
      expect(init?.headers).toBeUndefined();
    }
  });

  it('is asked for past the browser’s cache after an invalid one, until one is valid', async () => {
    const modes: unknown[] = [];
    const network = stubNetwork(async () => page());
    for (const answer of [page, page, () => question('Which?'), () => question('Which?')]) {
      network.mockImplementation(async (_, { cache }) => {
        modes.push(cache);
        return answer();
      });
      const { kind } = await ask(question('old', { headers: { etag: '"one"' } }));
      expect(kind).toBe(answer === page ? 'invalid' : 'valid');
    }
    expect(modes).toEqual(['no-store', 'reload', 'reload', 'no-store']);
  });

  it('is unreachable without a network, and when it breaks off', async () => {
    stubNetwork(unreachable);
    expect(await ask()).toEqual({ kind: 'unreachable' });
    const pull = (stream: ReadableStreamDefaultController) => stream.error(new TypeError('gone'));
    stubNetwork(async () => new Response(new ReadableStream({ pull })));
    expect(await ask()).toEqual({ kind: 'unreachable' });
  });

  it.each([
    ['silent', silent],
    ['stalled', stalled],
  ])('is unreachable after 20 seconds on a network that is %s', async (_, network) => {
    fakeTheClock();
    stubNetwork(network);
    const seen = vi.fn();
    ask().then(seen);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith({ kind: 'unreachable' });
  });

  it.each([
    ['silent', silent],
    ['stalled', stalled],
  ])('is not waited for by who has gone, on a network that is %s', async (_, network) => {
    stubNetwork(network);
    const controller = new AbortController();
    const asked = fetchAnswer('question', ours, controller.signal).catch(({ name }) => name);
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await asked).toBe('AbortError');
  });
});

describe('an image of a server that allows no other origin to read it', () => {
  const opaque = (name: string) => Object.defineProperty(image(name), 'type', { value: 'opaque' });
  const withoutReading = (answer: () => Response): Network => {
    return async (address, init) =>
      init.mode === 'no-cors' ? answer() : unreachable(address, init);
  };

  it('is taken unread', async () => {
    const network = stubNetwork(withoutReading(() => opaque('one')));
    const fetched = await askImage(theirPicture);
    expect(fetched).toMatchObject({ kind: 'valid', answer: { type: 'opaque' } });
    if (fetched.kind !== 'valid') throw new Error(fetched.kind);
    expect(fetched.copy()).toBeInstanceOf(Response);
    expect(fetched.copy()).not.toBe(fetched.answer);
    expect(network.mock.lastCall?.[1]).toMatchObject({ credentials: 'omit', cache: 'no-cache' });
  });

  it('is unreachable when the server can not be reached so, either', async () => {
    stubNetwork(unreachable);
    expect(await askImage(theirPicture)).toEqual({ kind: 'unreachable' });
    stubNetwork(withoutReading(() => image('one')));
    expect(await askImage(theirPicture)).toEqual({ kind: 'unreachable' });
  });

  it('is the only answer that is asked for so', async () => {
    const network = stubNetwork(unreachable);
    await ask(undefined, theirs);
    await askImage(picture);
    expect(network.mock.calls.map(([address]) => address)).toEqual([theirs, picture]);
  });

  it('is not asked for again when there was no answer in time', async () => {
    fakeTheClock();
    const network = stubNetwork(silent);
    const asked = askImage(theirPicture);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await asked).toEqual({ kind: 'unreachable' });
    expect(network).toHaveBeenCalledOnce();
  });
});

describe('the list of an exam as the server has it', () => {
  const keyOf = (examId: string): ExamKey => ({ ...examKey, examId });
  const listed = { ...detailOf(['q1', 'q2']), id: 'listed', name: 'Listed' };

  it('is read by id or name', async () => {
    const network = stubNetwork(async () => Response.json(listed));
    expect(await fetchListing(keyOf('listed'), always)).toMatchObject(listed);
    expect(await fetchListing(keyOf('Listed'), always)).toMatchObject(listed);
    expect(network.mock.calls[0]?.[0]).toBe(questionsAddress(SITE, 'aws', 'listed'));
  });

  it('is none with any answer that is not it', async () => {
    const key = keyOf('refused');
    const answers: Network[] = [
      unreachable,
      async () => page(),
      async () => Response.json(listed),
      async () => Response.json({ ...listed, id: 'refused' }, { status: 203 }),
      async () => Response.json({ ...listed, id: 'refused' }, { status: 404 }),
      async () => new Response(JSON.stringify({ ...listed, id: 'refused' }), html),
      async () => new Response('{', { headers: { 'content-type': 'application/json' } }),
    ];
    for (const answer of answers) {
      stubNetwork(answer);
      expect(await fetchListing(key, always)).toBeUndefined();
    }
  });

  it('is asked for past the browser’s cache once it came to nothing', async () => {
    const modes: unknown[] = [];
    const key = keyOf('Listed');
    for (const answer of [page, page, () => Response.json(listed), () => Response.json(listed)]) {
      stubNetwork(async (_, { cache }) => {
        modes.push(cache);
        return answer();
      });
      await fetchListing(key, always);
    }
    expect(modes).toEqual(['no-cache', 'reload', 'reload', 'no-cache']);
  });

  it('is given up after 20 seconds, or when nobody waits any more', async () => {
    fakeTheClock();
    stubNetwork(silent);
    const late = fetchListing(keyOf('late'), always);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await late).toBeUndefined();
    expect(await fetchListing(keyOf('left'), AbortSignal.abort())).toBeUndefined();
  });
});

describe('an answer that is stored', () => {
  const openCache = async () => {
    vi.stubGlobal('navigator', { locks: createLocks() });
    return createMemoryCaches().open('any');
  };

  it('is not asked for again', async () => {
    const network = stubNetwork(async () => question('new'));
    const cache = await openCache();
    await cache.put(ours, question('stored'));
    const stored = await storeOnce(cache, 'question', ours, always);
    expect(stored.kind).toBe('present');
    expect(network).not.toHaveBeenCalled();
  });

  it('was shown before it is stored', async () => {
    const network = stubNetwork(async () => question('new'));
    const cache = await openCache();
    const onAnswer = vi.fn(async (answer: Response) => {
      expect((await answer.json()).question.question).toBe('new');
      expect(await cache.match(ours)).toBeUndefined();
    });
    const stored = await storeOnce(cache, 'question', ours, always, { onAnswer });
    expect(stored.kind).toBe('valid');
    expect(onAnswer).toHaveBeenCalledOnce();
    const kept = await cache.match(ours);
    expect(await kept?.json()).toMatchObject({ question: { question: 'new' } });
    expect(network.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-cache' });
  });

  it('is a valid one', async () => {
    const onAnswer = vi.fn();
    stubNetwork(async () => page());
    const cache = await openCache();
    const address = addressOfQuestion(examKey, 'q2');
    const stored = await storeOnce(cache, 'question', address, always, { onAnswer });
    expect(stored).toEqual({ kind: 'invalid' });
    expect(await cache.keys()).toEqual([]);
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('is not waited for without end while another request for it hangs', async () => {
    fakeTheClock();
    const cache = await openCache();
    const address = addressOfQuestion(examKey, 'q3');
    stubNetwork(silent);
    storeOnce(cache, 'question', address, always, {});
    await vi.advanceTimersByTimeAsync(0);
    const network = stubNetwork(async () => question('new'));
    const stored = storeOnce(cache, 'question', address, always, { turnLimit: 3000 });
    await vi.advanceTimersByTimeAsync(2999);
    expect(network).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect((await stored).kind).toBe('valid');
    expect(network.mock.calls[0]?.[1]).toMatchObject({ cache: 'reload' });
  });
});

describe('an answer that was asked for before the app began', () => {
  const release = vi.fn();
  const askedEarly = (answer: Response, releases = false) => {
    const early = {
      answer: Promise.resolve(answer),
      controller: new AbortController(),
      askedAt: performance.now(),
      ...(releases && { release }),
    };
    globalThis.earlyAnswers = new Map([[ours, early]]);
    onTestFinished(() => {
      globalThis.earlyAnswers = undefined;
    });
  };

  it('is taken, once', async () => {
    const network = stubNetwork(async () => question('later'));
    askedEarly(question('early'));
    expect(await ask()).toMatchObject({ kind: 'valid' });
    expect(network).not.toHaveBeenCalled();
    await ask();
    expect(network).toHaveBeenCalledOnce();
  });

  it('is not taken where the stored one is to be compared', async () => {
    const network = stubNetwork(async () => question('later'));
    askedEarly(question('early'));
    await ask(question('stored'));
    expect(network).toHaveBeenCalledOnce();
  });

  it('is stored under the lock that was taken for it, which is then released', async () => {
    const network = stubNetwork(async () => question('later'));
    const locks = createLocks();
    vi.stubGlobal('navigator', { locks });
    locks.request(`certdeck/address/${ours}`, () => new Promise(() => undefined));
    askedEarly(question('early'), true);
    const cache = await createMemoryCaches().open('any');
    expect((await storeOnce(cache, 'question', ours, always)).kind).toBe('valid');
    expect(release).toHaveBeenCalledOnce();
    expect(network).not.toHaveBeenCalled();
  });
});
