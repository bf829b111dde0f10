import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examCacheName, examName } from '#contract/caches.ts';
import {
  findInExam,
  listExamCaches,
  listGenerations,
  openExamCache,
  readGeneration,
  readManifest,
} from '#offline/exam-cache.ts';
import { forgetStores, openStore } from '#offline/exam-store.ts';
import { addressOfQuestion } from '#offline/saved-manifest.ts';
import { respond } from '#offline/strategies.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';

const stubCaches = () => {
  const caches = createMemoryCaches();
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

describe('the policy of a request', () => {
  const stubNetwork = (answer: () => Promise<Response>) => {
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
    const text = await (await answer).text();
    await whole;
    return text;
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
