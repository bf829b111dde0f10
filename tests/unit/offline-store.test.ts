import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ExamKey, examCacheName } from '#contract/caches.ts';
import { openExamCache, readManifest, writeManifest } from '#offline/library/exam-cache.ts';
import { type ExamStore, openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion, emptyManifest } from '#offline/library/saved-manifest.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';

let key: ExamKey;
let store: ExamStore;
let count = 0;

const detail = detailOf(['q1', 'q2']);
const q = (questionId: string) => addressOfQuestion(key, questionId);

const stubBrowser = (mayPut?: (address: string) => boolean) => {
  const memory = createMemoryCaches(mayPut);
  vi.stubGlobal('caches', memory);
  vi.stubGlobal('navigator', { locks: createLocks() });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return memory;
};

beforeEach(() => {
  count += 1;
  key = { ...examKey, examId: `exam ${count}` };
  store = openStore(key);
});

const question = () =>
  Response.json({ question: { question: '?', options: ['a'], answers: ['a'] }, images: [] });

/** A generation as another tab, or an earlier visit, has left it. */
const leave = async (number: number, questionIds: string[], listed = detail) => {
  const cache = await openExamCache(key, number);
  await writeManifest(cache, JSON.stringify(emptyManifest(listed, 0)));
  for (const id of questionIds) await cache.put(q(id), question());
};

const listNumbers = async () => {
  const names = await caches.keys();
  return names.map((name) => Number(name.slice(name.lastIndexOf('/') + 1))).sort();
};

const numbersOf = async () => (await store.inspect()).map(({ number }) => number);

const listen = () => {
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  onTestFinished(stop);
  return { listener, stop };
};

describe('the store of an exam', () => {
  it('is one for the whole tab, and another for each exam', () => {
    expect(openStore({ ...key })).toBe(store);
    expect(openStore({ ...key, examId: 'saa' })).not.toBe(store);
  });

  it('knows the generations, oldest first, without looking again until it is to forget', async () => {
    stubBrowser();
    await leave(10, []);
    await leave(9, ['q1']);
    expect(await numbersOf()).toEqual([9, 10]);
    await leave(11, []);
    expect(await numbersOf()).toEqual([9, 10]);
    store.forget();
    expect(await numbersOf()).toEqual([9, 10, 11]);
  });

  it('looks again after it could not', async () => {
    const memory = stubBrowser();
    await leave(1, []);
    const keys = vi.spyOn(memory, 'keys').mockRejectedValueOnce(new Error('No storage'));
    await expect(store.inspect()).rejects.toThrow('No storage');
    keys.mockRestore();
    expect(await numbersOf()).toEqual([1]);
  });

  it('removes an empty cache, and leaves one that holds anything', async () => {
    stubBrowser();
    await openExamCache(key, 1);
    await (await openExamCache(key, 2)).put(q('q1'), question());
    expect(await numbersOf()).toEqual([]);
    await vi.waitFor(async () => expect(await listNumbers()).toEqual([2]));
    expect(await store.exists()).toBe(true);
    await store.dropAll();
    expect(await store.exists()).toBe(false);
  });
});

describe('a new generation', () => {
  it('has the next number and the list, and everybody hears of it', async () => {
    stubBrowser();
    const { listener, stop } = listen();
    expect((await store.create(detail)).number).toBe(1);
    const second = await store.create(detail);
    expect(second).toMatchObject({ number: 2, manifest: { detail, questions: {} } });
    expect(await readManifest(second.cache)).toEqual(second.manifest);
    expect(await numbersOf()).toEqual([1, 2]);
    expect(listener.mock.calls).toEqual([[undefined], [undefined]]);
    stop();
    await store.create(detail);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('leaves nothing behind where there is no room for its list', async () => {
    stubBrowser(() => false);
    await expect(store.create(detail)).rejects.toThrow('No room');
    expect(await caches.keys()).toEqual([]);
  });

  it('takes each answer that is put into it, and says which', async () => {
    stubBrowser();
    const generation = await store.create(detail);
    const { listener } = listen();
    await store.put(generation, q('q1'), question());
    expect(generation.present).toEqual(new Set([q('q1')]));
    expect(await generation.cache.match(q('q1'))).toBeDefined();
    expect(listener.mock.calls).toEqual([[q('q1')]]);
  });

  it('is written only when something in it has changed', async () => {
    const put = vi.fn(() => true);
    stubBrowser(put);
    await leave(1, []);
    const [generation] = await store.inspect();
    if (!generation) throw new Error('Nothing was left');
    put.mockClear();
    await store.save(generation);
    expect(put).not.toHaveBeenCalled();
    generation.manifest.isPaused = true;
    await store.save(generation);
    await store.save(generation);
    expect(put).toHaveBeenCalledOnce();
    expect((await readManifest(generation.cache))?.isPaused).toBe(true);
  });
});

describe('the generation that a run reads', () => {
  it('is the newest whole one, or else the newest', async () => {
    stubBrowser();
    expect(await store.findActive()).toBeUndefined();
    await leave(1, ['q1']);
    await leave(2, []);
    store.forget();
    expect((await store.findActive())?.number).toBe(2);
    await leave(3, ['q1', 'q2']);
    await leave(4, ['q1']);
    store.forget();
    const active = await store.findActive();
    expect(active?.number).toBe(3);
    expect(active && store.isWhole(active)).toBe(true);
    expect(active && store.coverage(active)).toMatchObject({ done: 2, total: 2 });
  });
});

describe('generations that are outdated', () => {
  const whole = ['q1', 'q2'];

  it('are dropped beside a newer whole one, unreadable ones too', async () => {
    stubBrowser();
    await (await openExamCache(key, 1)).put(q('q1'), question());
    await leave(2, ['q1']);
    await leave(3, whole);
    await leave(4, whole);
    await leave(5, ['q1']);
    await store.dropOutdated();
    expect(await listNumbers()).toEqual([4, 5]);
    expect(await numbersOf()).toEqual([4, 5]);
  });

  it('stay while none newer is whole', async () => {
    stubBrowser();
    await leave(1, whole);
    await leave(2, ['q1']);
    const { listener } = listen();
    await store.dropOutdated();
    expect(await listNumbers()).toEqual([1, 2]);
    await caches.delete(examCacheName(key, 1));
    store.forget();
    await store.dropOutdated();
    expect(await listNumbers()).toEqual([2]);
    expect(listener).not.toHaveBeenCalled();
  });

  it('stay while a run is open that may read one, and are not waited for', async () => {
    stubBrowser();
    await leave(1, whole);
    await leave(2, whole);
    const controller = new AbortController();
    const released = vi.fn();
    await store.hold(controller.signal, released);
    await store.dropOutdated();
    expect(await listNumbers()).toEqual([1, 2]);
    controller.abort();
    await vi.waitFor(() => expect(released).toHaveBeenCalledOnce());
    await store.dropOutdated();
    expect(await listNumbers()).toEqual([2]);
  });

  it('do not stay for a run of another exam', async () => {
    stubBrowser();
    await leave(1, whole);
    await leave(2, whole);
    await openStore({ ...key, examId: 'other' }).hold(new AbortController().signal, vi.fn());
    await store.dropOutdated();
    expect(await listNumbers()).toEqual([2]);
  });
});

it('choosing a generation waits for other tabs that do, five seconds at most', async () => {
  fakeTheClock();
  stubBrowser();
  store.whileChoosing(() => new Promise(() => undefined));
  const work = vi.fn(async () => 'done');
  const chosen = store.whileChoosing(work);
  expect(await openStore({ ...key, examId: 'other' }).whileChoosing(work)).toBe('done');
  work.mockClear();
  await vi.advanceTimersByTimeAsync(4999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(await chosen).toBe('done');
});
