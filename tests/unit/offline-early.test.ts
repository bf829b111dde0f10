import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Api } from '#api/calls.ts';
import type { ExamKey } from '#contract/caches.ts';
import { failed, type Result, success } from '#contract/result.ts';
import type { QuestionAnswer } from '#contract/wire.ts';
import { removeExam } from '#offline/download/exam-sync.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import { earlySession } from '#offline/session/early-session.ts';
import type { ExamSession } from '#offline/session/exam-session.ts';
import { findOpened, openPrepared, prepareExam, takeOpened } from '#offline/session/opened-exam.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';

const answerOf = (text: string): QuestionAnswer => ({
  question: { question: text, questionParts: [], options: ['a'], answers: ['a'] },
  images: [],
});
const detail = { id: 'exam', name: 'exam', questionIds: ['q1', 'q2'] };
const always = new AbortController().signal;
const textOf = (loaded: Result<QuestionAnswer, unknown>) =>
  loaded.ok ? loaded.value.question.question : loaded.failure;

describe('a run that begins before its exam is open', () => {
  const listeners = new Set<() => void>();
  const loads: string[] = [];
  const stored: ExamSession = {
    detail,
    loadQuestion: async (id) => {
      loads.push(id);
      return success(answerOf(`stored ${id}`));
    },
    untilStored: async () => undefined,
    prefetch: async () => undefined,
    prefetched: (id) => (id === 'q2' ? answerOf('read q2') : undefined),
    onMended: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    loadImage: async (address) => ({ address }),
  };

  const begin = () => {
    listeners.clear();
    loads.length = 0;
    let arrive = () => {};
    const opening = new Promise<ExamSession>((resolve) => {
      arrive = () => resolve(stored);
    });
    const session = earlySession(detail, ['q1', answerOf('early')], opening);
    return { session, arrive };
  };

  it('shows the early question at once, and has it stored', async () => {
    const { session, arrive } = begin();
    expect(session.prefetched('q1')?.question.question).toBe('early');
    expect(textOf(await session.loadQuestion('q1', always))).toBe('early');
    expect(loads).toEqual([]);
    arrive();
    await vi.waitFor(() => expect(loads).toEqual(['q1']));
  });

  it('waits with everything else', async () => {
    const { session, arrive } = begin();
    const seen = vi.fn();
    session.loadQuestion('q2', always).then((loaded) => seen(textOf(loaded)));
    session.loadImage('/a.png', always).then(seen);
    await new Promise((resolve) => setTimeout(resolve));
    expect(seen).not.toHaveBeenCalled();
    expect(session.prefetched('q2')).toBeUndefined();
    arrive();
    await vi.waitFor(() =>
      expect(seen.mock.calls).toEqual([['stored q2'], [{ address: '/a.png' }]]),
    );
    expect(session.prefetched('q2')?.question.question).toBe('read q2');
    expect(session.prefetched('q1')?.question.question).toBe('early');
    expect(textOf(await session.loadQuestion('q1', always))).toBe('stored q1');
  });

  it('hears of corrected questions, unless it has stopped listening', async () => {
    const { session, arrive } = begin();
    const [heard, gone, left] = [vi.fn(), vi.fn(), vi.fn()];
    session.onMended(heard);
    session.onMended(gone)();
    const leave = session.onMended(left);
    arrive();
    await session.prefetch(['q1']);
    leave();
    for (const listener of listeners) listener();
    expect([heard, gone, left].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
  });
});

describe('an exam that was prepared before the tap on Start', () => {
  let key: ExamKey;
  let count = 0;
  const network = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>();
  const detailNow = () => ({ ...detail, id: key.examId, name: key.examId });
  const api = {
    fetchQuestions: async () => success(detailNow()),
    fetchQuestion: async (_: string, __: string, id: string) => success(answerOf(`online ${id}`)),
  } as unknown as Api;

  const bundles = () => network.mock.calls.filter(([address]) => address.includes('/api/exam?'));
  const serve = (question: (id: string | null) => Response, list?: () => Response) => {
    network.mockImplementation(async (address) => {
      const { pathname, searchParams } = new URL(address);
      if (pathname === '/api/questions') return list?.() ?? Response.json(detailNow());
      if (pathname === '/api/exam') return new Response('', { status: 503 });
      return question(searchParams.get('questionId'));
    });
  };
  const isSaved = async () => {
    const store = openStore(key);
    store.forget();
    const active = await store.findActive();
    return active !== undefined && store.isWhole(active);
  };

  beforeEach(() => {
    count += 1;
    // An API of its own, since an API without bundles is remembered.
    key = { apiUrl: `https://api${count}.example`, providerId: 'aws', examId: 'exam' };
    network.mockReset();
    serve((id) => Response.json(answerOf(`new ${id}`)));
    vi.stubGlobal('caches', createMemoryCaches());
    vi.stubGlobal('location', new URL(SITE));
    vi.stubGlobal('fetch', network);
    vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
    forgetStores();
  });

  afterEach(async () => {
    vi.useRealTimers();
    // Ends its download at once; caches that do not answer are not waited for.
    const removing = removeExam(key).catch(() => undefined);
    await Promise.race([removing, new Promise((resolve) => setTimeout(resolve))]);
    globalThis.earlyAnswers = undefined;
    vi.unstubAllGlobals();
  });

  it('has its first question at once, and is saved', async () => {
    await prepareExam(key);
    expect(findOpened(key)).toBeUndefined();
    openPrepared(api, key);
    const session = findOpened(key);
    expect(session?.prefetched('q1')?.question.question).toBe('new q1');
    expect(bundles()).toHaveLength(1);
    expect(findOpened({ ...key, examId: 'other' })).toBeUndefined();
    const controller = new AbortController();
    onTestFinished(() => controller.abort());
    expect(await takeOpened(key, controller.signal)).toEqual(success(session));
    expect(await takeOpened(key, controller.signal)).toBeUndefined();
    expect(textOf((await session?.loadQuestion('q2', always)) ?? failed(''))).toBe('new q2');
    await vi.waitFor(async () => expect(await isSaved()).toBe(true));
    // The download has read the bundle that was asked for with the tap.
    expect(bundles()).toHaveLength(1);
    const questions = network.mock.calls.filter(([address]) => address.endsWith('questionId=q1'));
    expect(questions).toHaveLength(1);
  });

  it('is opened once', async () => {
    await prepareExam(key);
    openPrepared(api, key);
    await takeOpened(key, always);
    openPrepared(api, key);
    expect(findOpened(key)).toBeUndefined();
  });

  const useless = {
    'a question that is cut off': () => serve(() => Response.json({ question: 'half' })),
    'no question': () => serve(() => new Response('', { status: 404 })),
    'the list of another exam': () =>
      serve(
        () => Response.json(answerOf('new')),
        () => Response.json({ ...detail, id: 'other', name: 'other' }),
      ),
    'no list': () =>
      serve(
        () => Response.json(answerOf('new')),
        () => new Response('', { status: 503 }),
      ),
    'no network': () => network.mockRejectedValue(new TypeError('Failed to fetch')),
  };
  for (const [what, answers] of Object.entries(useless)) {
    it(`is not prepared where the API gives ${what}, but is when it gives all`, async () => {
      answers();
      await prepareExam(key, { isGuess: true });
      openPrepared(api, key);
      expect(findOpened(key)).toBeUndefined();
      expect(bundles()).toHaveLength(0);
      serve((id) => Response.json(answerOf(`new ${id}`)));
      await prepareExam(key);
      openPrepared(api, key);
      expect(findOpened(key)?.prefetched('q1')?.question.question).toMatch(/^new/);
      await takeOpened(key, always);
    });
  }

  it('is not prepared where it is saved already', async () => {
    await openStore(key).create(detailNow());
    await prepareExam(key);
    openPrepared(api, key);
    expect(findOpened(key)).toBeUndefined();
    expect(network).not.toHaveBeenCalled();
  });

  it('counts for a minute', async () => {
    fakeTheClock();
    await prepareExam(key);
    await vi.advanceTimersByTimeAsync(60_001);
    openPrepared(api, key);
    expect(findOpened(key)).toBeUndefined();
  });

  it('is read from the network where it cannot be opened', async () => {
    await prepareExam(key);
    const failing = { ...api, fetchQuestions: async () => failed('questions-failed' as const) };
    openPrepared(failing as Api, key);
    const session = findOpened(key);
    expect(session?.prefetched('q1')?.question.question).toBe('new q1');
    const loaded = await session?.loadQuestion('q2', always);
    expect(textOf(loaded ?? failed(''))).toBe('online q2');
    await takeOpened(key, always);
  });

  it('is read from the network while the caches do not answer', async () => {
    fakeTheClock();
    await prepareExam(key);
    vi.stubGlobal('caches', {
      ...createMemoryCaches(),
      open: () => new Promise(() => undefined),
    });
    openPrepared(api, key);
    const loaded = findOpened(key)?.loadQuestion('q2', always);
    await vi.advanceTimersByTimeAsync(8001);
    expect(textOf((await loaded) ?? failed(''))).toBe('online q2');
    await takeOpened(key, always);
  });

  it('leaves no bundle on the line that nobody reads', async () => {
    fakeTheClock();
    await prepareExam(key);
    // Another tab is downloading the exam.
    vi.spyOn(navigator.locks, 'request').mockReturnValue(new Promise(() => undefined));
    openPrepared(api, key);
    const signal = bundles()[0]?.[1]?.signal;
    expect(signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(6001);
    expect(signal?.aborted).toBe(true);
    await takeOpened(key, always);
  });
});
