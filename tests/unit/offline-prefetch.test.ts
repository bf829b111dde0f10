import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import type { ExamKey } from '#contract/caches.ts';
import { failed, success } from '#contract/result.ts';
import { removeExam } from '#offline/download/exam-sync.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import {
  findPrefetchedSession,
  openPrefetched,
  prefetchStart,
  takePrefetchedSession,
} from '#offline/session/prefetched-exam.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';

const answerOf = (text: string) => ({
  question: { question: text, questionParts: [], options: ['a'], answers: ['a'] },
  images: [],
});
const always = new AbortController().signal;

let key: ExamKey;
let count = 0;
const network = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>();
const detail = () => ({ id: key.examId, name: key.examId, questionIds: ['q1', 'q2'] });
const api = {
  fetchQuestions: async () => success(detail()),
  fetchQuestion: async (_: string, __: string, id: string) => success(answerOf(`online ${id}`)),
} as unknown as Api;

const serve = (question: () => Response, list = () => Response.json(detail())) => {
  network.mockImplementation(async (address) => {
    const { pathname } = new URL(address);
    if (pathname === '/api/exam') return new Response('', { status: 503 });
    return pathname === '/api/questions' ? list() : question();
  });
};
const serveAll = () => serve(() => Response.json(answerOf('prefetched')));
const requests = (part: string) => network.mock.calls.filter(([address]) => address.includes(part));

/** The text of the first question, if Start would show it at once. */
const readFirst = () => findPrefetchedSession(key)?.prefetched('q1')?.question.question;
const readSecond = async () => {
  const loaded = await findPrefetchedSession(key)?.loadQuestion('q2', always);
  return loaded?.ok && loaded.value.question.question;
};

beforeEach(() => {
  count += 1;
  // An API of its own, because an API without bundles is remembered.
  key = { apiUrl: `https://api${count}.example`, providerId: 'aws', examId: 'exam' };
  network.mockReset();
  serveAll();
  vi.stubGlobal('caches', createMemoryCaches());
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
  forgetStores();
});

afterEach(async () => {
  await takePrefetchedSession(key, always);
  vi.useRealTimers();
  // Ends the download at once; a test may have left caches that never answer.
  const removing = removeExam(key).catch(() => undefined);
  await Promise.race([removing, new Promise((resolve) => setTimeout(resolve))]);
  globalThis.prefetchedAnswers = undefined;
  vi.unstubAllGlobals();
});

describe('a start that was prefetched', () => {
  it('shows its first question at once, and saves the exam without another request', async () => {
    await prefetchStart(key);
    expect(readFirst()).toBeUndefined();
    openPrefetched(api, key);
    expect(readFirst()).toBe('prefetched');
    expect(findPrefetchedSession({ ...key, examId: 'other' })).toBeUndefined();
    await vi.waitFor(async () => {
      const store = openStore(key);
      store.forget();
      const active = await store.findActive();
      expect(active && store.isWhole(active)).toBe(true);
    });
    expect(requests('/api/exam?')).toHaveLength(1);
    expect(requests('questionId=q1')).toHaveLength(1);
  });

  it('is good for one tap within a minute', async () => {
    await prefetchStart(key);
    openPrefetched(api, key);
    expect(await takePrefetchedSession(key, always)).toMatchObject({ ok: true });
    expect(await takePrefetchedSession(key, always)).toBeUndefined();
    openPrefetched(api, key);
    expect(readFirst()).toBeUndefined();
    await removeExam(key);
    fakeTheClock();
    await prefetchStart(key);
    await vi.advanceTimersByTimeAsync(60_001);
    openPrefetched(api, key);
    expect(readFirst()).toBeUndefined();
  });

  it('goes on online if the exam can’t be opened', async () => {
    await prefetchStart(key);
    const failing = { ...api, fetchQuestions: async () => failed('questions-failed' as const) };
    openPrefetched(failing as Api, key);
    expect(readFirst()).toBe('prefetched');
    expect(await readSecond()).toBe('online q2');
  });

  it('goes on online if the caches do not answer', async () => {
    fakeTheClock();
    await prefetchStart(key);
    const open = () => new Promise(() => undefined);
    vi.stubGlobal('caches', { ...createMemoryCaches(), open });
    openPrefetched(api, key);
    const second = readSecond();
    await vi.advanceTimersByTimeAsync(8001);
    expect(await second).toBe('online q2');
  });

  it('drops its bundle after six seconds if another tab downloads the exam', async () => {
    fakeTheClock();
    await prefetchStart(key);
    vi.spyOn(navigator.locks, 'request').mockReturnValue(new Promise(() => undefined));
    openPrefetched(api, key);
    const signal = requests('/api/exam?')[0]?.[1]?.signal;
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(6001);
    expect(signal?.aborted).toBe(true);
  });
});

describe('nothing is prefetched', () => {
  const otherExam = { id: 'other', name: 'other', questionIds: ['q1'] };
  const good = () => Response.json(answerOf('prefetched'));
  it.each<[string, () => void]>([
    ['half a question', () => serve(() => Response.json({ question: 'half' }))],
    ['no question', () => serve(() => new Response('', { status: 404 }))],
    ['the list of another exam', () => serve(good, () => Response.json(otherExam))],
    ['no list', () => serve(good, () => new Response('', { status: 503 }))],
    ['no network', () => network.mockRejectedValue(new TypeError('Failed to fetch'))],
  ])('from %s, and the next try gets all of it', async (_, answer) => {
    answer();
    await prefetchStart(key, { isGuess: true });
    openPrefetched(api, key);
    expect(readFirst()).toBeUndefined();
    expect(requests('/api/exam?')).toHaveLength(0);
    serveAll();
    await prefetchStart(key);
    openPrefetched(api, key);
    expect(readFirst()).toBe('prefetched');
  });

  it('for an exam that is already saved', async () => {
    await openStore(key).create(detail());
    await prefetchStart(key);
    openPrefetched(api, key);
    expect(readFirst()).toBeUndefined();
    expect(network).not.toHaveBeenCalled();
  });

  it('of an exam that another tab began to save while its list was on the way', async () => {
    network.mockImplementation(async () => {
      await openStore(key).create(detail());
      return Response.json(detail());
    });
    await prefetchStart(key);
    expect(requests('/api/question?')).toHaveLength(0);
  });
});
