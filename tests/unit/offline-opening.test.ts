import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import { type ExamKey, examName } from '#contract/caches.ts';
import { failed, success } from '#contract/result.ts';
import { syncAllExams } from '#offline/download/background-sync.ts';
import { announceExam, removeExam } from '#offline/download/exam-sync.ts';
import { openExamCache, writeManifest } from '#offline/library/exam-cache.ts';
import { readStatus } from '#offline/library/exam-status.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import { withLock } from '#offline/library/locks.ts';
import { addressOfQuestion, emptyManifest } from '#offline/library/saved-manifest.ts';
import { openExam } from '#offline/session/exam-opening.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';

/** Each test has an exam of its own, whose download ends with it. */
let key: ExamKey;
let count = 0;
let isOnline = true;
const network = vi.fn<(address: string) => Promise<Response>>();

const detailOf = (...questionIds: string[]) => ({ id: key.examId, name: key.examId, questionIds });
const answerOf = (text: string) => ({
  question: { question: text, questionParts: [], options: ['a'], answers: ['a'] },
  images: [],
});
const q = (questionId: string) => addressOfQuestion(key, questionId);

const fetchQuestions = vi.fn<Api['fetchQuestions']>();
const fetchQuestion = vi.fn<Api['fetchQuestion']>();
const api = { fetchQuestions, fetchQuestion } as unknown as Api;

const stubCaches = (mayPut?: (address: string) => boolean) => {
  vi.stubGlobal('caches', createMemoryCaches(mayPut));
};

beforeEach(() => {
  count += 1;
  key = { apiUrl: SITE, providerId: 'aws', examId: `exam ${count}` };
  isOnline = true;
  network.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  fetchQuestions.mockReset().mockResolvedValue(failed('questions-failed'));
  fetchQuestion
    .mockReset()
    .mockImplementation(async (_, __, id) => success(answerOf(`online ${id}`)));
  stubCaches();
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
    locks: createLocks(),
  });
  forgetStores();
});

afterEach(async () => {
  await removeExam(key).catch(() => undefined);
  vi.unstubAllGlobals();
});

const save = async (ids: string[], saved: string[]) => {
  const store = openStore(key);
  const generation = await store.create(detailOf(...ids));
  for (const id of saved)
    await store.put(generation, q(id), Response.json(answerOf(`saved ${id}`)));
  store.forget();
};

/** Lists the exam to the download, and has each question. */
const serve = (...ids: string[]) => {
  network.mockImplementation(async (address) => {
    const { pathname, searchParams } = new URL(address);
    if (pathname === '/api/questions') return Response.json(detailOf(...ids));
    if (pathname === '/api/exam') return new Response('', { status: 404 });
    return Response.json(answerOf(`new ${searchParams.get('questionId')}`));
  });
};

const open = async (signal?: AbortSignal) => {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const opened = await openExam(api, key, signal ?? controller.signal);
  if (!opened.ok) return { failure: opened.failure };
  const session = opened.value;
  const textOf = async (id: string) => {
    const loaded = await session.loadQuestion(id, controller.signal);
    return loaded.ok ? loaded.value.question.question : loaded.failure;
  };
  return { session, textOf, ids: session.detail.questionIds };
};

const isSaved = async () => {
  const store = openStore(key);
  store.forget();
  const active = await store.findActive();
  return active !== undefined && store.isWhole(active);
};

describe('an exam that is whole on the device', () => {
  it('opens without the network, with its first question read', async () => {
    await save(['q1', 'q2'], ['q1', 'q2']);
    isOnline = false;
    const { session, textOf } = await open();
    expect(session?.prefetched('q1')?.question.question).toBe('saved q1');
    expect(session?.prefetched('q2')).toBeUndefined();
    expect(await textOf?.('q2')).toBe('saved q2');
    expect(network).not.toHaveBeenCalled();
    expect(fetchQuestions).not.toHaveBeenCalled();
  });

  it('is checked for changes while it is practiced online', async () => {
    await save(['q1'], ['q1']);
    serve('q1', 'q2');
    expect((await open()).ids).toEqual(['q1']);
    await vi.waitFor(async () => {
      const generations = await openStore(key).inspect();
      expect(generations.at(-1)?.manifest.detail.questionIds).toEqual(['q1', 'q2']);
    });
  });
});

describe('an exam that is being removed', () => {
  it('does not come back by the background work that looked at it before', async () => {
    await save(['q1', 'q2'], ['q1']);
    serve('q1', 'q2');
    await announceExam(key);
    let letGo = () => {};
    const pending = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const remove = caches.delete.bind(caches);
    vi.spyOn(caches, 'delete').mockImplementation(async (name) => {
      await pending;
      return remove(name);
    });
    const removing = removeExam(key);
    await syncAllExams(SITE);
    letGo();
    await removing;
    // What waited for the removal has ended.
    await withLock(`certdeck/download/${examName(key)}`, async () => undefined);
    expect(await caches.keys()).toEqual([]);
    await vi.waitFor(() => expect(readStatus(key)).toEqual({ kind: 'absent' }));
  });
});

describe('an exam that is not on the device', () => {
  it('opens with the API’s list, and is saved', async () => {
    serve('q1', 'q2');
    fetchQuestions.mockResolvedValue(success(detailOf('q1', 'q2')));
    const { ids, textOf } = await open();
    expect(ids).toEqual(['q1', 'q2']);
    expect(await textOf?.('q2')).toBe('new q2');
    await vi.waitFor(async () => expect(await isSaved()).toBe(true));
    expect(fetchQuestion).not.toHaveBeenCalled();
  });

  it('is saved once when two runs of it begin at the same time', async () => {
    fetchQuestions.mockResolvedValue(success(detailOf('q1')));
    const [one, other] = await Promise.all([open(), open()]);
    expect([one.ids, other.ids]).toEqual([['q1'], ['q1']]);
    expect(await caches.keys()).toHaveLength(1);
  });

  it('is saved once when another tab begins it while the list is on its way', async () => {
    fetchQuestions.mockImplementation(async () => {
      const cache = await openExamCache(key, 1);
      await writeManifest(cache, JSON.stringify(emptyManifest(detailOf('q1'), Date.now())));
      return success(detailOf('q1'));
    });
    expect((await open()).ids).toEqual(['q1']);
    expect(await caches.keys()).toHaveLength(1);
  });

  it('does not open without a list, and leaves nothing behind', async () => {
    expect(await open()).toEqual({ failure: 'questions-failed' });
    expect(await caches.keys()).toEqual([]);
  });

  it('is read from the network alone where there is no room for its list', async () => {
    stubCaches(() => false);
    fetchQuestions.mockResolvedValue(success(detailOf('q1')));
    expect(await (await open()).textOf?.('q1')).toBe('online q1');
    await vi.waitFor(() =>
      expect(readStatus(key)).toMatchObject({ kind: 'partial', reason: 'full' }),
    );
  });

  it('stays without room when the app looks at what is saved, and is saved once there is some', async () => {
    let hasRoom = false;
    stubCaches(() => hasRoom);
    serve('q1');
    fetchQuestions.mockResolvedValue(success(detailOf('q1')));
    await open();
    const full = { kind: 'partial', reason: 'full' };
    await vi.waitFor(() => expect(readStatus(key)).toMatchObject(full));
    await announceExam(key);
    expect(readStatus(key)).toMatchObject(full);
    hasRoom = true;
    await syncAllExams(SITE);
    await vi.waitFor(async () => expect(await isSaved()).toBe(true));
  });

  it('is given up after 20 seconds', async () => {
    fakeTheClock();
    fetchQuestions.mockReturnValue(new Promise(() => undefined));
    const seen = vi.fn();
    open().then(seen);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith({ failure: 'questions-failed' });
  });

  it('shows its first question as it was asked for early, if that is valid', async () => {
    const early = (body: unknown, status = 200) => {
      const answer = Promise.resolve(Response.json(body, { status }));
      const entry = { answer, controller: new AbortController(), askedAt: performance.now() };
      globalThis.earlyAnswers = new Map([[q('q1'), entry]]);
      onTestFinished(() => {
        globalThis.earlyAnswers = undefined;
      });
    };
    fetchQuestions.mockImplementation(async () => success(detailOf('q1', 'q2')));
    early(answerOf('early'));
    const { session } = await open();
    expect(session?.prefetched('q1')?.question.question).toBe('early');
    key = { ...key, examId: 'early but invalid' };
    early({ question: 'cut off' });
    expect((await open()).session?.prefetched('q1')).toBeUndefined();
    key = { ...key, examId: 'early but refused' };
    early(answerOf('early'), 503);
    expect((await open()).session?.prefetched('q1')).toBeUndefined();
  });
});

describe('an exam that is on the device in part', () => {
  it('opens with what is there, and goes on being saved', async () => {
    await save(['q1', 'q2'], ['q1']);
    serve('q1', 'q2');
    const { ids, textOf } = await open();
    expect(ids).toEqual(['q1', 'q2']);
    expect(await textOf?.('q1')).toBe('saved q1');
    await vi.waitFor(async () => expect(await isSaved()).toBe(true));
  });

  it('opens with the questions of today when the network is quick to say so', async () => {
    await save(['q1', 'q2'], ['q1']);
    serve('q1', 'q3');
    const { ids, textOf } = await open();
    expect(ids).toEqual(['q1', 'q3']);
    expect(await textOf?.('q3')).toBe('new q3');
  });

  it('waits less than half a second for that', async () => {
    await save(['q1', 'q2'], ['q1']);
    fakeTheClock();
    network.mockReturnValue(new Promise(() => undefined));
    const seen = vi.fn();
    open().then(({ ids }) => seen(ids));
    await vi.advanceTimersByTimeAsync(399);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith(['q1', 'q2']);
  });

  it('stays removed when it is removed while the network is asked', async () => {
    await save(['q1', 'q2'], ['q1']);
    network.mockImplementation(async () => {
      await openStore(key).dropAll();
      serve('q1', 'q2');
      return Response.json(detailOf('q1', 'q2'));
    });
    await open();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
    expect(await caches.keys()).toEqual([]);
  });
});

describe('an exam where nothing can be saved', () => {
  it.each([
    ['there is no Cache API', undefined],
    [
      'it refuses',
      {
        keys: () => Promise.reject(new Error('No storage')),
        open: () => Promise.reject(new Error('No storage')),
      },
    ],
  ])('is read from the network, when %s', async (_, storage) => {
    vi.stubGlobal('caches', storage);
    fetchQuestions.mockResolvedValue(success(detailOf('q1')));
    const { session, textOf, ids } = await open();
    expect(ids).toEqual(['q1']);
    expect(await textOf?.('q1')).toBe('online q1');
    expect(fetchQuestion).toHaveBeenCalledWith('aws', key.examId, 'q1', expect.anything());
    await session?.prefetch(['q1']);
    expect(session?.prefetched('q1')).toBeUndefined();
    expect(await session?.loadImage('/a.png', new AbortController().signal)).toEqual({
      address: '/a.png',
    });
    const stored = vi.fn();
    const controller = new AbortController();
    session?.untilStored('q1', controller.signal).then(stored);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stored).not.toHaveBeenCalled();
    controller.abort();
    await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce());
    session?.onMended(() => undefined)();
    await vi.waitFor(() => expect(readStatus(key)).toMatchObject({ kind: 'impossible' }));
  });

  it('is read from the network during development, and not saved', async () => {
    vi.stubEnv('MODE', 'development');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    fetchQuestions.mockResolvedValue(success(detailOf('q1')));
    expect(await (await open()).textOf?.('q1')).toBe('online q1');
    expect(await caches.keys()).toEqual([]);
    expect(readStatus(key)).toMatchObject({ kind: 'impossible' });
  });

  it('does not open without its list', async () => {
    vi.stubGlobal('caches', undefined);
    fetchQuestions.mockResolvedValue(failed('questions-not-found'));
    expect(await open()).toEqual({ failure: 'questions-not-found' });
  });
});

it('the generation that a run reads stays until the run ends', async () => {
  await save(['q1'], ['q1']);
  const controller = new AbortController();
  isOnline = false;
  await open(controller.signal);
  await save(['q1'], ['q1']);
  await openStore(key).dropOutdated();
  expect(await caches.keys()).toHaveLength(2);
  controller.abort();
  await vi.waitFor(async () => expect(await caches.keys()).toHaveLength(1));
});
