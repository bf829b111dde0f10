import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import { cacheNameOf, type ExamKey } from '#contract/caches.ts';
import { success } from '#contract/result.ts';
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

/** Each test has an exam of its own, because downloads outlive the test that began them. */
let key: ExamKey;
let count = 0;
const network = vi.fn<(address: string) => Promise<Response>>();
const fetchQuestions = vi.fn<Api['fetchQuestions']>();
const api = { fetchQuestions } as unknown as Api;

const detailOf = (...questionIds: string[]) => ({ id: key.examId, name: key.examId, questionIds });
const question = () =>
  Response.json({ question: { question: '?', options: ['a'], answers: ['a'] }, images: [] });

const serve = (...ids: string[]) => {
  network.mockImplementation(async (address) => {
    const { pathname } = new URL(address);
    if (pathname === '/api/questions') return Response.json(detailOf(...ids));
    return pathname === '/api/exam' ? new Response('', { status: 404 }) : question();
  });
};

beforeEach(() => {
  count += 1;
  key = { apiUrl: SITE, providerId: 'aws', examId: `exam ${count}` };
  network.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
  fetchQuestions.mockReset();
  vi.stubGlobal('caches', createMemoryCaches());
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
  forgetStores();
});

afterEach(async () => {
  await removeExam(key).catch(() => undefined);
  vi.unstubAllGlobals();
});

const saveHalf = async () => {
  const store = openStore(key);
  const generation = await store.create(detailOf('q1', 'q2'));
  await store.put(generation, addressOfQuestion(key, 'q1'), question());
  store.forget();
};

const open = async () => {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const opened = await openExam(api, key, controller.signal);
  return opened.ok ? opened.value.detail.questionIds : opened.failure;
};

it('an exam stays removed although the background sync looked at it during the removal', async () => {
  await saveHalf();
  serve('q1', 'q2');
  await announceExam(key);
  let finishRemoval = () => {};
  const pending = new Promise<void>((resolve) => {
    finishRemoval = resolve;
  });
  const remove = caches.delete.bind(caches);
  vi.spyOn(caches, 'delete').mockImplementation(async (name) => {
    await pending;
    return remove(name);
  });
  const removing = removeExam(key);
  await syncAllExams(SITE);
  finishRemoval();
  await removing;
  // A sync that was waiting for the removal has ended once the lock is free.
  await withLock(`certdeck/download/${cacheNameOf(key)}`, async () => undefined);
  expect(await caches.keys()).toEqual([]);
  await vi.waitFor(() => expect(readStatus(key)).toEqual({ kind: 'absent' }));
});

describe('an exam that two runs start', () => {
  it('gets one cache if both are in this tab', async () => {
    fetchQuestions.mockImplementation(async () => success(detailOf('q1')));
    expect(await Promise.all([open(), open()])).toEqual([['q1'], ['q1']]);
    expect(await caches.keys()).toHaveLength(1);
  });

  it('gets one cache if another tab creates it while this one fetches the list', async () => {
    fetchQuestions.mockImplementation(async () => {
      const cache = await openExamCache(key, 1);
      await writeManifest(cache, JSON.stringify(emptyManifest(detailOf('q1'), Date.now())));
      return success(detailOf('q1'));
    });
    expect(await open()).toEqual(['q1']);
    expect(await caches.keys()).toHaveLength(1);
  });
});

describe('a partly saved exam', () => {
  it('opens with the current list if the network is quick', async () => {
    await saveHalf();
    serve('q1', 'q3');
    expect(await open()).toEqual(['q1', 'q3']);
  });

  it('opens with the saved list after 400 ms', async () => {
    await saveHalf();
    fakeTheClock();
    network.mockReturnValue(new Promise(() => undefined));
    const seen = vi.fn();
    open().then(seen);
    await vi.advanceTimersByTimeAsync(399);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith(['q1', 'q2']);
  });
});
