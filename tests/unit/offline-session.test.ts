import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QuestionAnswer } from '#contract/wire.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { savedSession } from '#offline/session/exam-session.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

const store = openStore(examKey);
const q = (questionId: string) => addressOfQuestion(examKey, questionId);
const image = pictureAddress('q1', 'img-1.svg');
const always = new AbortController().signal;

const svg = (name: string) =>
  new Response(svgBytes(name), { headers: { 'content-type': 'image/svg+xml' } });
const question = (text: string, images: string[] = []) =>
  Response.json({
    question: { question: text, questionParts: [], options: ['a'], answers: ['a'] },
    images,
  });
const questionWithImage = (text: string) => question(text, ['aws/clf/q1/img-1.svg']);

const textIn = async (saved: Response | undefined) =>
  ((await saved?.json()) as QuestionAnswer | undefined)?.question.question;

type Network = (address: string, init: RequestInit) => Promise<Response>;
const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'));
const silent: Network = async (_, { signal }) => {
  signal?.throwIfAborted();
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
};
const network = vi.fn<Network>();

beforeEach(() => {
  network.mockReset().mockImplementation(unreachable);
  vi.stubGlobal('caches', createMemoryCaches());
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('navigator', { onLine: true, locks: createLocks() });
  forgetStores();
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

/** A generation with these entries, as an earlier visit or a download has left it. */
const save = async (entries: Record<string, Response>, ids = ['q1', 'q2']) => {
  const { number, cache } = await store.create(detailOf(ids));
  for (const [address, answer] of Object.entries(entries)) await cache.put(address, answer);
  store.forget();
  const generation = (await store.inspect()).find((other) => other.number === number);
  if (!generation) throw new Error('Nothing was saved');
  return generation;
};

const open = async (entries: Record<string, Response>) => {
  const own = await save(entries);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const session = savedSession(store, own, controller.signal);
  const textOf = async (id: string, isAnswered?: boolean) => {
    const loaded = await session.loadQuestion(id, always, isAnswered);
    return loaded.ok ? loaded.value.question.question : loaded.failure;
  };
  return { own, session, textOf };
};

/** Lets pending promises run while the clock stands still. */
const flush = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

describe('a question that is not saved yet', () => {
  it('is given up after 20 seconds', async () => {
    const { textOf } = await open({});
    fakeTheClock();
    network.mockImplementation(silent);
    const seen = vi.fn();
    textOf('q2').then(seen);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith('question-failed');
  });

  it('is requested after eight seconds even if another tab’s request for it hangs', async () => {
    const { textOf } = await open({});
    fakeTheClock();
    navigator.locks.request(`certdeck/address/${q('q2')}`, () => new Promise(() => undefined));
    network.mockImplementation(async () => question('new'));
    const loaded = textOf('q2');
    await vi.advanceTimersByTimeAsync(7999);
    expect(network).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await loaded).toBe('new');
  });

  it('can be waited for until it is saved or the caller leaves', async () => {
    const { own, session } = await open({ [q('q1')]: question('one') });
    await session.untilSaved('q1', always);
    const seen = vi.fn();
    session.untilSaved('q2', always).then(seen);
    await store.put(own, q('q1'), question('one'));
    await flush();
    expect(seen).not.toHaveBeenCalled();
    await store.put(own, q('q2'), question('two'));
    await flush();
    expect(seen).toHaveBeenCalledOnce();
    const controller = new AbortController();
    const waiting = session.untilSaved('q3', controller.signal);
    controller.abort();
    await waiting;
  });
});

describe('a refresh that another tab finishes during a run', () => {
  const older = () => ({ [q('q1')]: question('one'), [q('q2')]: question('two') });
  const newerFirst = () => ({ [q('q1')]: question('one, newer') });
  const newer = () => ({ ...newerFirst(), [q('q2')]: question('two, newer') });
  const arrive = async (entries: Record<string, Response>, ids?: string[]) => {
    await save(entries, ids);
    store.notify();
    await flush();
  };

  it('replaces every question except those answered in this run', async () => {
    const { session, textOf } = await open(older());
    const mended = vi.fn();
    const stop = session.onMended(mended);
    await session.prefetch(['q2']);
    await textOf('q1');
    await arrive(newer());
    network.mockClear();
    expect(mended).toHaveBeenCalledOnce();
    expect(session.prefetched('q2')?.question.question).toBe('two, newer');
    expect(session.prefetched('q1', true)?.question.question).toBe('one');
    expect(await textOf('q1', true)).toBe('one');
    expect(await textOf('q1')).toBe('one, newer');
    expect(await textOf('q2')).toBe('two, newer');
    expect(network).not.toHaveBeenCalled();
    stop();
    await arrive(newer());
    expect(mended).toHaveBeenCalledOnce();
  });

  it('changes nothing before it is whole', async () => {
    const { session, textOf } = await open(older());
    const mended = vi.fn();
    session.onMended(mended);
    await arrive(newerFirst());
    expect(await textOf('q1')).toBe('one');
    expect(mended).not.toHaveBeenCalled();
  });

  it('leaves a question in place that it has dropped', async () => {
    const { session, textOf } = await open(older());
    await arrive(newerFirst(), ['q1']);
    await session.prefetch([]);
    expect(await textOf('q2')).toBe('two');
  });
});

describe('a correction on a server without validators', () => {
  it.each<[string, { before: Response; images: string[]; now: Network; seen: string }]>([
    [
      'reaches the device with the question',
      {
        before: question('one'),
        images: [],
        now: async () => question('corrected'),
        seen: 'corrected',
      },
    ],
    [
      'changes nothing without a network',
      { before: question('one'), images: [], now: unreachable, seen: 'one' },
    ],
    [
      'waits until its new image can be had',
      {
        before: question('one'),
        images: [],
        now: async (address) =>
          address === q('q1') ? questionWithImage('corrected') : unreachable(address, {}),
        seen: 'one',
      },
    ],
    [
      'brings its new image along',
      {
        before: question('one'),
        images: [],
        now: async (address) => (address === q('q1') ? questionWithImage('corrected') : svg('new')),
        seen: 'corrected',
      },
    ],
    [
      'keeps an old image that can’t be checked',
      {
        before: questionWithImage('one'),
        images: [image],
        now: async (address) =>
          address === q('q1') ? questionWithImage('corrected') : unreachable(address, {}),
        seen: 'corrected',
      },
    ],
  ])('%s', async (_, { before, images, now, seen }) => {
    const entries = { [q('q1')]: before };
    for (const address of images) entries[address] = svg('old');
    const { own, session, textOf } = await open(entries);
    const mended = vi.fn();
    session.onMended(mended);
    network.mockImplementation(now);
    await textOf('q1');
    await flush();
    expect(await textIn(await own.cache.match(q('q1')))).toBe(seen);
    expect(mended).toHaveBeenCalledTimes(seen === 'one' ? 0 : 1);
    const isWhole = own.manifest.questions[q('q1')]?.images.every(({ address }) =>
      own.present.has(address),
    );
    expect(isWhole).toBe(true);
  });
});

describe('an image that is not saved yet', () => {
  it('is requested alone, and no question waits for it', async () => {
    const { session, textOf } = await open({});
    const requested: string[] = [];
    network.mockImplementation(async (address, init) => {
      requested.push(address);
      return address === q('q2') ? question('two') : silent(address, init);
    });
    const controller = new AbortController();
    const other = pictureAddress('q2', 'img-1.svg');
    session.loadImage(other, controller.signal);
    await flush();
    const waiting = session.loadImage(image, always);
    expect(await textOf('q2')).toBe('two');
    expect(requested).toEqual([other, q('q2')]);
    network.mockImplementation(async () => svg('one'));
    controller.abort();
    expect(await waiting).toHaveProperty('blob.size', svgBytes('one').length);
  });

  it('is requested five times in 20 seconds at most', async () => {
    const { session } = await open({});
    fakeTheClock();
    const load = () => {
      const loading = session.loadImage(image, always);
      return Promise.all([loading, vi.advanceTimersByTimeAsync(20_000)]);
    };
    expect((await load())[0]).toBeUndefined();
    expect(network).toHaveBeenCalledTimes(5);
    network.mockImplementation(silent);
    expect((await load())[0]).toBeUndefined();
  });

  it('is shown though its bytes could not be read at first', async () => {
    const { session, own } = await open({ [image]: svg('one') });
    fakeTheClock();
    const broken = new ReadableStream({ pull: (body) => body.error(new Error('NotReadable')) });
    vi.spyOn(own.cache, 'match').mockResolvedValueOnce(new Response(broken));
    const loading = session.loadImage(image, always);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await loading).toHaveProperty('blob.size', svgBytes('one').length);
    expect(network).not.toHaveBeenCalled();
  });
});
