import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import type { ExamKey } from '#contract/caches.ts';
import { failed, success } from '#contract/result.ts';
import { removeExam } from '#offline/download/exam-sync.ts';
import { openStore } from '#offline/library/exam-store.ts';
import {
  findPrefetchedSession,
  openPrefetched,
  prefetchStart,
  takePrefetchedSession,
} from '#offline/session/prefetched-exam.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches } from '#support/memory-caches.ts';
import { answerOf, jsonQuestion, stubPage } from '#support/stubbed-page.ts';

const always = new AbortController().signal;

let key: ExamKey;
let count = 0;
let network: ReturnType<typeof stubPage>;
const detail = () => ({ id: key.examId, name: key.examId, questionIds: ['q1', 'q2'] });
const api = {
  fetchQuestions: async () => success(detail()),
  fetchQuestion: async (_: string, __: string, id: string) => success(answerOf(`online ${id}`)),
} as unknown as Api;

const serve = (
  question = () => jsonQuestion('prefetched'),
  list = () => Response.json(detail()),
) => {
  network.mockImplementation(async (address) => {
    const { pathname } = new URL(address);
    if (pathname === '/api/exam') return new Response('', { status: 503 });
    return pathname === '/api/questions' ? list() : question();
  });
};
const requests = (part: string) => network.mock.calls.filter(([address]) => address.includes(part));

/** The text of the first question, if Start would show it at once. */
const readFirst = () => findPrefetchedSession(key)?.prefetched('q1')?.question.question;
const start = async (isGuess = false) => {
  await prefetchStart(key, { isGuess });
  openPrefetched(api, key);
  return readFirst();
};

beforeEach(() => {
  count += 1;
  // An API of its own, because an API without bundles is remembered.
  key = { apiUrl: `https://api${count}.example`, providerId: 'aws', examId: 'exam' };
  network = stubPage();
  serve();
});

afterEach(async () => {
  await takePrefetchedSession(key, always);
  vi.useRealTimers();
  // Ends the download at once; a test may have left caches that never answer.
  const removing = removeExam(key).catch(() => undefined);
  await Promise.race([removing, new Promise((resolve) => setTimeout(resolve))]);
  globalThis.prefetchedAnswers = undefined;
});

describe('a start that was prefetched', () => {
  it('is good for one tap within a minute', async () => {
    expect(await start()).toBe('prefetched');
    expect(findPrefetchedSession({ ...key, examId: 'other' })).toBeUndefined();
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

  it.each([
    ['the exam can’t be opened', { fetchQuestions: async () => failed('questions-failed') }, {}],
    ['the caches do not answer', {}, { open: () => new Promise(() => undefined) }],
  ])('goes on online if %s', async (_, calls, caches) => {
    fakeTheClock();
    await prefetchStart(key);
    vi.stubGlobal('caches', { ...createMemoryCaches(), ...caches });
    openPrefetched({ ...api, ...calls } as Api, key);
    const session = findPrefetchedSession(key);
    expect(session?.prefetched('q1')).toEqual(answerOf('prefetched'));
    const second = session?.loadQuestion('q2', always);
    await vi.advanceTimersByTimeAsync(8001);
    expect(await second).toEqual(success(answerOf('online q2')));
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
  const other = () => Response.json({ id: 'other', name: 'other', questionIds: ['q1'] });
  const failing = (status: number) => () => new Response('', { status });

  it.each<[string, () => void]>([
    ['half a question', () => serve(() => Response.json({ question: 'half' }))],
    ['no question', () => serve(failing(404))],
    ['the list of another exam', () => serve(undefined, other)],
    ['no list', () => serve(undefined, failing(503))],
    ['no network', () => network.mockRejectedValue(new TypeError('Failed to fetch'))],
  ])('from %s, and the next try gets all of it', async (_, answer) => {
    answer();
    expect(await start(true)).toBeUndefined();
    expect(requests('/api/exam?')).toHaveLength(0);
    serve();
    expect(await start()).toBe('prefetched');
  });

  it('for an exam that is already saved', async () => {
    await openStore(key).create(detail());
    expect(await start()).toBeUndefined();
    expect(network).not.toHaveBeenCalled();
  });
});
