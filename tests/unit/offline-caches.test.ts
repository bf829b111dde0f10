import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examsAddress, FILES_MARK } from '#contract/addresses.ts';
import { examCacheName, examName } from '#contract/caches.ts';
import {
  describeQuestion,
  findInExam,
  hasCaches,
  hasValidator,
  listExamCaches,
  listGenerations,
  openExamCache,
  readGeneration,
  readManifest,
  writeManifest,
} from '#offline/library/exam-cache.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { respond } from '#offline/strategies.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createGate } from '#support/gate.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';

const stubCaches = (mayPut?: (address: string) => boolean) => {
  const caches = createMemoryCaches(mayPut);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', {});
  forgetStores();
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return caches;
};

const other = { ...examKey, examId: 'saa' };
const address = addressOfQuestion(examKey, 'q1');

const store = async (generation: number, text: string) =>
  (await openExamCache(examKey, generation)).put(address, new Response(text));

describe('the caches of saved exams', () => {
  it('are listed by exam, generations ascending, and nobody else’s', async () => {
    const caches = stubCaches();
    for (const name of [
      examCacheName(examKey, 10),
      examCacheName(examKey, 9),
      examCacheName(other, 1),
      'certdeck/exam/%zz/b/c/1',
      'certdeck/seen',
      'workbox-precache-v2-https://certdeck.example/',
    ]) {
      await caches.open(name);
    }
    expect(Object.fromEntries(await listExamCaches())).toEqual({
      [examName(examKey)]: { key: examKey, generations: [9, 10] },
      [examName(other)]: { key: other, generations: [1] },
    });
    expect(await listGenerations(examKey)).toEqual([9, 10]);
    expect(await listGenerations({ ...examKey, apiUrl: 'https://a.example' })).toEqual([]);
  });

  it('go one by one, and leave the others', async () => {
    const caches = stubCaches();
    for (const generation of [1, 2, 3]) await openExamCache(examKey, generation);
    await openExamCache(other, 1);
    await caches.open('certdeck/seen');
    await store(2, '{}');
    await openStore(examKey).drop([1, 3]);
    expect(await caches.keys()).toEqual([
      examCacheName(examKey, 2),
      examCacheName(other, 1),
      'certdeck/seen',
    ]);
  });

  it('tell what is missing by what is in them', async () => {
    stubCaches();
    await openStore(examKey).create(detailOf(['q1', 'q2']));
    await store(1, '{}');
    forgetStores();
    const [found] = await openStore(examKey).inspect();
    expect(found?.manifest).toMatchObject({ questions: {} });
    expect(found && openStore(examKey).coverage(found)).toMatchObject({
      done: 0,
      total: 2,
      questionIds: ['q1', 'q2'],
    });
  });

  it.each(['', 'not JSON', '{}', '<!doctype html>'])(
    'hold no exam when their manifest reads %j',
    async (text) => {
      stubCaches();
      const cache = await openExamCache(examKey, 1);
      await cache.put('/certdeck-manifest', new Response(text));
      expect(await readManifest(cache)).toBeUndefined();
      expect(await readGeneration(examKey, 1)).toBeUndefined();
    },
  );

  it('hold no exam without a manifest', async () => {
    stubCaches();
    await store(1, '{}');
    expect(await readGeneration(examKey, 1)).toBeUndefined();
  });

  it('answer from the oldest generation that has it: the one in use', async () => {
    stubCaches();
    await openExamCache(examKey, 1);
    await store(2, 'in use');
    await store(3, 'being built');
    expect(await (await findInExam(examKey, address))?.text()).toBe('in use');
    expect(await findInExam(other, addressOfQuestion(other, 'q1'))).toBeUndefined();
  });
});

describe('what a cache tells of an exam', () => {
  const question = (images: string[] = [], headers: HeadersInit = {}) =>
    Response.json(
      { question: { question: '?', options: ['a'], answers: ['a'] }, images },
      { headers: { 'content-length': '70', ...headers } },
    );
  const inspect = async () => {
    const generation = await readGeneration(examKey, 1);
    if (!generation) throw new Error('Nothing is saved');
    return generation;
  };

  it('is nothing, and no new cache, where the cache is gone', async () => {
    stubCaches();
    expect(await readGeneration(examKey, 1)).toBeUndefined();
    expect(await caches.keys()).toEqual([]);
  });

  it('is nothing during development, so that edited questions show', () => {
    stubCaches();
    expect(hasCaches()).toBe(true);
    vi.stubEnv('MODE', 'development');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    expect(hasCaches()).toBe(false);
  });

  it('adds to its manifest what was stored since, and changes nothing else in it', async () => {
    stubCaches();
    const { cache, manifest } = await openStore(examKey).create(detailOf(['q1', 'q2', 'q3']));
    const known = { bytes: 7, pictures: [] };
    await writeManifest(cache, JSON.stringify({ ...manifest, questions: { q1: known } }));
    await cache.put(address, question());
    await cache.put(addressOfQuestion(examKey, 'q2'), question(['aws/clf/q2/a.svg']));
    await cache.put(addressOfQuestion(examKey, 'q3'), new Response('cut off'));
    await cache.put(
      pictureAddress('q2', 'a.svg'),
      new Response('12345', { headers: { 'content-length': '5' } }),
    );
    const { questions } = (await inspect()).manifest;
    expect(Object.entries(questions)).toEqual([
      ['q1', known],
      [
        'q2',
        {
          bytes: 70,
          pictures: [{ address: pictureAddress('q2', 'a.svg'), bytes: 5, isVerified: true }],
        },
      ],
    ]);
  });

  it('is not whether an image is whole that could not be read', async () => {
    const opaque = Object.defineProperty(new Response(), 'type', { value: 'opaque' });
    const cache = { match: async () => opaque } as unknown as Cache;
    const image = pictureAddress('q1', 'a.svg');
    const describeWith = (present: string[]) =>
      describeQuestion(cache, examKey, 'q1', question(['aws/clf/q1/a.svg']), new Set(present));
    expect((await describeWith([image]))?.pictures).toMatchObject([{ isVerified: false }]);
    expect((await describeWith([]))?.pictures).toMatchObject([{ isVerified: true, bytes: 0 }]);
  });

  it.each<[string, HeadersInit | undefined, string | undefined, boolean]>([
    ['an ETag', { etag: '"one"' }, undefined, true],
    ['a date', { 'last-modified': 'Sat, 01 Nov 2025 00:00:00 GMT' }, undefined, true],
    ['the tag of a bundle', {}, '"one"', true],
    ['the tag of a bundle alone', undefined, '"one"', true],
    ['nothing', {}, undefined, false],
    ['no question', undefined, undefined, false],
  ])('is whether the server can be asked for changes: %s', async (_, headers, tag, expected) => {
    stubCaches();
    const { cache, manifest } = await openStore(examKey).create(detailOf(['q1']));
    await writeManifest(cache, JSON.stringify({ ...manifest, bundleTag: tag }));
    if (headers) await cache.put(address, question([], headers));
    expect(await hasValidator(await inspect())).toBe(expected);
  });
});

describe('the policy of a request', () => {
  const stubNetwork = (answer: (request: Request, init: RequestInit) => Promise<Response>) => {
    const network = vi.fn(answer);
    vi.stubGlobal('fetch', network);
    return network;
  };
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  const json = (body: unknown) => async () => Response.json(body);
  const question = (stem: string) => ({
    question: { question: stem, options: ['a'], answers: ['a'] },
    images: [],
  });
  const ask = async (kind: Parameters<typeof respond>[0], url: string) => {
    const { answer, whole } = respond(kind, new Request(url));
    const response = await answer;
    await whole;
    return response.type === 'error' ? 'error' : response.text();
  };

  it('for a saved exam’s question is its cache, without any network', async () => {
    stubCaches();
    const network = stubNetwork(json(question('new')));
    await store(1, 'saved');
    expect(await ask('question', address)).toBe('saved');
    expect(network).not.toHaveBeenCalled();
  });

  it('for another question is the network, and what was seen when that is gone', async () => {
    const caches = stubCaches();
    stubNetwork(json(question('seen')));
    expect(await ask('question', address)).toContain('seen');
    expect(await caches.keys()).toEqual(['certdeck/seen']);
    stubNetwork(unreachable);
    expect(await ask('question', address)).toContain('seen');
  });

  it('for a list is never replaced by what is not one', async () => {
    stubCaches();
    const list = { providerData: [{ id: 'aws', name: 'AWS', examCount: 1 }] };
    stubNetwork(json(list));
    await ask('providers', `${SITE}/api/providers`);
    for (const bad of [json(question('?')), async () => new Response('<h1>Log in</h1>')]) {
      stubNetwork(bad);
      expect(JSON.parse(await ask('providers', `${SITE}/api/providers`))).toEqual(list);
    }
    stubNetwork(async () => new Response('busy', { status: 503 }));
    expect(JSON.parse(await ask('providers', `${SITE}/api/providers`))).toEqual(list);
  });

  it('for a saved exam’s image is its cache, too', async () => {
    stubCaches();
    const network = stubNetwork(unreachable);
    const image = pictureAddress('q1', 'a.png');
    await (await openExamCache(examKey, 1)).put(image, new Response('drawn'));
    expect(await ask('image', image)).toBe('drawn');
    expect(network).not.toHaveBeenCalled();
  });

  const lists = {
    exams: [`${SITE}/api/exams?provider=aws`, { exams: [{ name: 'clf', questionCount: 2 }] }],
    questions: [`${SITE}/api/questions?providerId=aws&examId=clf`, detailOf(['q1', 'q2'])],
  } as const;
  const page = async () => new Response('<h1>No such page</h1>', { status: 404, headers: html });
  const html = { 'content-type': 'text/html' };
  const none = async () => Response.json({ error: 'none' }, { status: 404 });

  it.each(['exams', 'questions'] as const)(
    'for a list is what was seen until the server says that there is none: %s',
    async (kind) => {
      stubCaches();
      const [url, list] = lists[kind];
      stubNetwork(json(list));
      await ask(kind, url);
      stubNetwork(page);
      expect(JSON.parse(await ask(kind, url))).toEqual(list);
      stubNetwork(async () => Response.json({ error: 'busy' }, { status: 503 }));
      expect(JSON.parse(await ask(kind, url))).toEqual(list);
      stubNetwork(none);
      expect(JSON.parse(await ask(kind, url))).toEqual({ error: 'none' });
      stubNetwork(unreachable);
      expect(await ask(kind, url)).toBe('error');
    },
  );

  it('for a list takes a page for that where the API is a host of files', async () => {
    stubCaches();
    const url = examsAddress(SITE + FILES_MARK, 'aws');
    stubNetwork(json(lists.exams[1]));
    await ask('exams', url);
    stubNetwork(page);
    expect(await ask('exams', url)).toContain('No such page');
    stubNetwork(unreachable);
    expect(await ask('exams', url)).toBe('error');
  });

  it('for a question that was seen is that, though the server does not find it', async () => {
    stubCaches();
    stubNetwork(json(question('seen')));
    await ask('question', address);
    stubNetwork(none);
    expect(await ask('question', address)).toContain('seen');
  });

  it('writes no copy of what is there already, but one of what has changed', async () => {
    const put = vi.fn(() => true);
    stubCaches(put);
    for (const stem of ['first', 'first', 'second']) {
      stubNetwork(json(question(stem)));
      await ask('question', address);
    }
    expect(put).toHaveBeenCalledTimes(2);
    stubNetwork(unreachable);
    expect(await ask('question', address)).toContain('second');
  });

  it('writes a copy of every image, as equal texts do not make equal bytes', async () => {
    stubCaches();
    const image = pictureAddress('q1', 'a.svg');
    const drawn = (byte: number) =>
      new Blob(['<svg><!--', new Uint8Array([byte]), '--></svg>'], { type: 'image/svg+xml' });
    for (const byte of [0xfe, 0xff]) {
      stubNetwork(async () => new Response(drawn(byte)));
      await ask('image', image);
    }
    stubNetwork(unreachable);
    const { answer } = respond('image', new Request(image));
    const bytes = await (await answer).arrayBuffer();
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array(await drawn(0xff).arrayBuffer()));
  });

  it('bypasses the browser’s cache after an answer that was none, until one is', async () => {
    stubCaches();
    const modes: unknown[] = [];
    const answers = [page, page, json(lists.exams[1]), json(lists.exams[1])];
    for (const answer of answers) {
      stubNetwork((_, { cache }) => {
        modes.push(cache);
        return answer();
      });
      await ask('exams', `${SITE}/api/exams?provider=other`);
    }
    expect(modes).toEqual(['default', 'reload', 'reload', 'default']);
  });

  it('ends with the page’s own interest in it', async () => {
    stubCaches();
    stubNetwork(async (_, { signal }) => {
      signal?.throwIfAborted();
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const controller = new AbortController();
    const { answer } = respond('question', new Request(address, { signal: controller.signal }));
    controller.abort();
    expect((await answer).type).toBe('error');
  });

  it('is not done before a late answer is kept', async () => {
    fakeTheClock();
    stubCaches();
    stubNetwork(json(question('old')));
    await ask('question', address);
    const gate = createGate();
    stubNetwork(async () => {
      await gate.opened;
      return Response.json(question('new'));
    });
    const { answer, whole } = respond('question', new Request(address));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await (await answer).text()).toContain('old');
    gate.open();
    await whole;
    stubNetwork(unreachable);
    expect(await ask('question', address)).toContain('new');
  });

  it('for the configuration keeps it apart from all else', async () => {
    const caches = stubCaches();
    stubNetwork(json({ apiUrl: '/' }));
    await ask('config', `${SITE}/config.json`);
    expect(await caches.keys()).toEqual(['certdeck/config']);
  });

  it('without any storage is the network', async () => {
    vi.stubGlobal('caches', { keys: unreachable, open: unreachable });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    stubNetwork(json(question('new')));
    expect(await ask('question', address)).toContain('new');
  });
});
