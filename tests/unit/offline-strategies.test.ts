import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examsAddress, FILES_MARK } from '#contract/addresses.ts';
import { cacheNameOf, examCacheName } from '#contract/caches.ts';
import {
  findInExam,
  listExamCaches,
  openExamCache,
  readGeneration,
} from '#offline/library/exam-cache.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { type RequestClass, respond } from '#offline/strategies.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createGate } from '#support/gate.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';

const stubCaches = () => {
  const caches = createMemoryCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('navigator', {});
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return caches;
};

const other = { ...examKey, examId: 'saa' };
const address = addressOfQuestion(examKey, 'q1');

const save = async (generation: number, text: string) =>
  (await openExamCache(examKey, generation)).put(address, new Response(text));

describe('the caches of saved exams', () => {
  it('are told from caches that are not ours', async () => {
    const caches = stubCaches();
    const names = [examCacheName(examKey, 10), examCacheName(examKey, 9), examCacheName(other, 1)];
    const foreign = ['certdeck/exam/%zz/b/c/1', 'certdeck/seen', 'workbox-precache-v2-https://x/'];
    for (const name of [...names, ...foreign]) await caches.open(name);
    expect(Object.fromEntries(await listExamCaches())).toEqual({
      [cacheNameOf(examKey)]: { key: examKey, generations: [9, 10] },
      [cacheNameOf(other)]: { key: other, generations: [1] },
    });
  });

  it.each(['', 'not JSON', '{}', '<!doctype html>'])(
    'hold no exam if their manifest reads %j',
    async (text) => {
      stubCaches();
      await save(1, '{}');
      expect(await readGeneration(examKey, 1)).toBeUndefined();
      const cache = await openExamCache(examKey, 1);
      await cache.put('/certdeck-manifest', new Response(text));
      expect(await readGeneration(examKey, 1)).toBeUndefined();
    },
  );

  it('are not created by a look at an exam that is gone', async () => {
    stubCaches();
    expect(await readGeneration(examKey, 1)).toBeUndefined();
    expect(await caches.keys()).toEqual([]);
  });

  it('answer from the oldest generation that has it, the one in use', async () => {
    stubCaches();
    await openExamCache(examKey, 1);
    await save(2, 'in use');
    await save(3, 'being built');
    expect(await (await findInExam(examKey, address))?.text()).toBe('in use');
    expect(await findInExam(other, addressOfQuestion(other, 'q1'))).toBeUndefined();
  });
});

describe('the strategy for', () => {
  type Network = (request: Request, init: RequestInit) => Promise<Response>;
  const stubNetwork = (answer: Network) => {
    const network = vi.fn(answer);
    vi.stubGlobal('fetch', network);
    return network;
  };
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'));
  const json = (body: unknown) => async () => Response.json(body);
  const question = (text: string) => ({
    question: { question: text, options: ['a'], answers: ['a'] },
    images: [],
  });
  const html = { 'content-type': 'text/html' };
  const page = async () => new Response('<h1>No such page</h1>', { status: 404, headers: html });
  const none = async () => Response.json({ error: 'none' }, { status: 404 });
  const ask = async (kind: RequestClass, url: string) => {
    const { answer, whole } = respond(kind, new Request(url));
    const response = await answer;
    await whole;
    return response.type === 'error' ? 'error' : response.text();
  };

  it.each([
    ['question', address],
    ['image', pictureAddress('q1', 'a.png')],
  ] as const)('a saved %s is its cache, without the network', async (kind, url) => {
    stubCaches();
    const network = stubNetwork(unreachable);
    await (await openExamCache(examKey, 1)).put(url, new Response('saved'));
    expect(await ask(kind, url)).toBe('saved');
    expect(network).not.toHaveBeenCalled();
  });

  it('another question is the network, then the last answer, even after a 404', async () => {
    const caches = stubCaches();
    stubNetwork(json(question('seen')));
    expect(await ask('question', address)).toContain('seen');
    expect(await caches.keys()).toEqual(['certdeck/seen']);
    for (const answer of [unreachable, none]) {
      stubNetwork(answer);
      expect(await ask('question', address)).toContain('seen');
    }
  });

  it.each([
    ['providers', `${SITE}/api/providers`, { providerData: [] }, false],
    ['exams', `${SITE}/api/exams?provider=aws`, { exams: [] }, true],
    ['questions', `${SITE}/api/questions?providerId=aws&examId=clf`, detailOf(['q1']), true],
  ] as const)(
    'the list of %s is the last valid one, until the server says there is none',
    async (kind, url, list, mayBeGone) => {
      stubCaches();
      stubNetwork(json(list));
      await ask(kind, url);
      const busy = async () => new Response('busy', { status: 503 });
      for (const answer of [page, busy, json(question('?')), unreachable]) {
        stubNetwork(answer);
        expect(JSON.parse(await ask(kind, url))).toEqual(list);
      }
      if (!mayBeGone) return;
      stubNetwork(none);
      expect(JSON.parse(await ask(kind, url))).toEqual({ error: 'none' });
      stubNetwork(unreachable);
      expect(await ask(kind, url)).toBe('error');
    },
  );

  it('a list on a host of files takes a 404 page to mean that there is none', async () => {
    stubCaches();
    const url = examsAddress(SITE + FILES_MARK, 'aws');
    stubNetwork(json({ exams: [] }));
    await ask('exams', url);
    stubNetwork(page);
    expect(await ask('exams', url)).toContain('No such page');
    stubNetwork(unreachable);
    expect(await ask('exams', url)).toBe('error');
  });

  it('an image keeps the newest bytes', async () => {
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

  it('any request bypasses the browser’s cache from an invalid answer to a valid one', async () => {
    stubCaches();
    const modes: unknown[] = [];
    for (const answer of [page, page, json({ exams: [] }), json({ exams: [] })]) {
      const network = stubNetwork(answer);
      await ask('exams', `${SITE}/api/exams?provider=other`);
      modes.push(network.mock.lastCall?.[1].cache);
    }
    expect(modes).toEqual(['default', 'reload', 'reload', 'default']);
  });

  it('any request ends when the page aborts it', async () => {
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

  it('any request keeps the worker alive until a late answer is cached', async () => {
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
});
