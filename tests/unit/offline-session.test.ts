import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { QuestionAnswer } from '#contract/wire.ts';
import { readManifest } from '#offline/library/exam-cache.ts';
import { forgetStores, openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { storedSession } from '#offline/session/exam-session.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { createLocks } from '#support/offline-world.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

const store = openStore(examKey);
const q = (questionId: string) => addressOfQuestion(examKey, questionId);
const picture = pictureAddress('q1', 'img-1.svg');
const always = new AbortController().signal;

const svg = (name: string) =>
  new Response(svgBytes(name), { headers: { 'content-type': 'image/svg+xml' } });
const answerOf = (text: string, images: string[] = []) => ({
  question: { question: text, questionParts: [], options: ['a'], answers: ['a'] },
  images,
});
const question = (text: string, { images, etag }: { images?: string[]; etag?: string } = {}) =>
  Response.json(answerOf(text, images), { headers: etag ? { etag } : {} });
const drawn = (text: string) => question(text, { images: ['aws/clf/q1/img-1.svg'] });

const textIn = async (stored: Response | undefined) =>
  ((await stored?.json()) as QuestionAnswer | undefined)?.question.question;

type Network = (address: string, init: RequestInit) => Promise<Response>;
const unreachable: Network = () => Promise.reject(new TypeError('Failed to fetch'));
const silent: Network = async (_, { signal }) => {
  signal?.throwIfAborted();
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
};

const network = vi.fn<Network>();
let isOnline = true;

beforeEach(() => {
  isOnline = true;
  network.mockReset().mockImplementation(unreachable);
  vi.stubGlobal('caches', createMemoryCaches());
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('fetch', network);
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnline;
    },
    locks: createLocks(),
  });
  forgetStores();
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

/** A generation with these entries, as an earlier visit or a download has left it. */
const save = async (entries: Record<string, Response>, ids = ['q1', 'q2']) => {
  const { number } = await store.create(detailOf(ids));
  const cache = (await store.inspect()).find((other) => other.number === number)?.cache;
  for (const [address, answer] of Object.entries(entries)) await cache?.put(address, answer);
  store.forget();
  const generation = (await store.inspect()).find((other) => other.number === number);
  if (!generation) throw new Error('Nothing was saved');
  return generation;
};

const open = async (entries: Record<string, Response>) => {
  const own = await save(entries);
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const session = storedSession(store, own, controller.signal);
  const textOf = async (id: string, isAnswered?: boolean) => {
    const loaded = await session.loadQuestion(id, always, isAnswered);
    return loaded.ok ? loaded.value.question.question : loaded.failure;
  };
  return { own, session, textOf, leave: () => controller.abort() };
};

/** What happens on the way of many promises, on a clock that may stand still. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
};

describe('a question of a saved exam', () => {
  it('is read from the device, without a request', async () => {
    const { session, textOf } = await open({ [q('q1')]: question('one', { etag: '"1"' }) });
    expect(session.detail.questionIds).toEqual(['q1', 'q2']);
    expect(await textOf('q1')).toBe('one');
    expect(network).not.toHaveBeenCalled();
  });

  it('is stored when it comes from the network', async () => {
    const { own, textOf } = await open({});
    network.mockImplementation(async () => question('new'));
    expect(await textOf('q2')).toBe('new');
    expect(await own.cache.match(q('q2'))).toBeDefined();
    network.mockImplementation(unreachable);
    expect(await textOf('q2')).toBe('new');
  });

  it.each<[string, Network]>([
    ['question-not-found', async () => new Response('', { status: 404 })],
    ['status-unexpected', async () => new Response('', { status: 503 })],
    ['question-failed', async () => new Response('<h1>Log in</h1>')],
    ['question-failed', unreachable],
  ])('fails with %s, as the network says', async (failure, answer) => {
    const { textOf } = await open({});
    network.mockImplementation(answer);
    expect(await textOf('q2')).toBe(failure);
  });

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

  it('is asked for after eight seconds while another tab’s request for it hangs', async () => {
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

  it('is read ahead of time, and all others are dropped from memory', async () => {
    const { session } = await open({ [q('q1')]: question('one'), [q('q2')]: question('two') });
    const memory = () => ['q1', 'q2'].map((id) => session.prefetched(id)?.question.question);
    await session.prefetch(['q1', 'gone']);
    expect(memory()).toEqual(['one', undefined]);
    await session.prefetch(['q1', 'q2']);
    expect(memory()).toEqual(['one', 'two']);
    await session.prefetch(['q2']);
    expect(memory()).toEqual([undefined, 'two']);
  });

  it('is awaited until it is stored, or nobody waits any more', async () => {
    const { own, session } = await open({ [q('q1')]: question('one') });
    await session.untilStored('q1', always);
    const seen = vi.fn();
    session.untilStored('q2', always).then(seen);
    await store.put(own, q('q1'), question('one'));
    await settle();
    expect(seen).not.toHaveBeenCalled();
    await store.put(own, q('q2'), question('two'));
    await settle();
    expect(seen).toHaveBeenCalledOnce();
    const controller = new AbortController();
    const waiting = session.untilStored('q3', controller.signal);
    controller.abort();
    await waiting;
  });

  it('is awaited also where another tab stores it', async () => {
    const { own, session } = await open({});
    const waiting = session.untilStored('q2', always);
    await settle();
    await own.cache.put(q('q2'), question('two'));
    store.notify();
    await waiting;
  });
});

describe('a newer generation', () => {
  const older = () => ({ [q('q1')]: question('one'), [q('q2')]: question('two') });
  const newerFirst = () => ({ [q('q1')]: question('one, newer') });
  const newer = () => ({ ...newerFirst(), [q('q2')]: question('two, newer') });
  const arrive = async (entries: Record<string, Response>, ids?: string[]) => {
    await save(entries, ids);
    store.notify();
    await settle();
  };

  it('is read once it is whole, except for what was answered in this run', async () => {
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
    expect(session.prefetched('q1')).toBeUndefined();
    expect(await textOf('q1', true)).toBe('one');
    expect(await textOf('q1')).toBe('one, newer');
    expect(await textOf('q1', true)).toBe('one, newer');
    expect(await textOf('q2')).toBe('two, newer');
    await settle();
    expect(network).not.toHaveBeenCalled();
    stop();
    await arrive(newer());
    expect(mended).toHaveBeenCalledOnce();
  });

  it('is not read before it is whole', async () => {
    const { session, textOf } = await open(older());
    const mended = vi.fn();
    session.onMended(mended);
    await arrive(newerFirst());
    expect(await textOf('q1')).toBe('one');
    expect(mended).not.toHaveBeenCalled();
  });

  it('lacks a question that this run still has', async () => {
    const { session, textOf } = await open(older());
    await session.prefetch(['q2']);
    await arrive(newerFirst(), ['q1']);
    expect(session.prefetched('q2')?.question.question).toBe('two');
    expect(await textOf('q1')).toBe('one, newer');
    await session.prefetch([]);
    expect(await textOf('q2')).toBe('two');
  });

  it('is not read by a run that has ended', async () => {
    const { session, leave } = await open(older());
    const mended = vi.fn();
    session.onMended(mended);
    leave();
    await arrive(newer());
    expect(mended).not.toHaveBeenCalled();
  });
});

describe('a question of a server that can not say what has changed', () => {
  const images = () => ({ [picture]: svg('one') });

  /** Shows a question that was saved before, and then what the device has of it. */
  const show = async (entries: Record<string, Response>, answers: Record<string, Network>) => {
    const opened = await open(entries);
    const mended = vi.fn();
    opened.session.onMended(mended);
    await opened.session.prefetch(['q1']);
    network.mockImplementation((address, init) => (answers[address] ?? unreachable)(address, init));
    await opened.textOf('q1');
    await settle();
    const stored = await opened.own.cache.match(q('q1'));
    const manifest = await readManifest(opened.own.cache);
    return {
      ...opened,
      mended,
      stored: await textIn(stored),
      known: manifest?.questions.q1,
    };
  };

  it('is fetched anew, once in a run, and what has changed is stored and told', async () => {
    const { mended, stored, known, textOf, session } = await show(
      { [q('q1')]: question('one') },
      { [q('q1')]: async () => question('one, newer') },
    );
    expect(stored).toBe('one, newer');
    expect(mended).toHaveBeenCalledOnce();
    expect(known?.bytes).toBeGreaterThan(0);
    expect(session.prefetched('q1')?.question.question).toBe('one, newer');
    expect(await textOf('q1')).toBe('one, newer');
    await settle();
    expect(network).toHaveBeenCalledOnce();
  });

  it('stays when it is the same, or can not be had', async () => {
    for (const answer of [async () => question('one'), unreachable]) {
      const { mended, stored } = await show({ [q('q1')]: question('one') }, { [q('q1')]: answer });
      expect(stored).toBe('one');
      expect(mended).not.toHaveBeenCalled();
      await store.dropAll();
    }
  });

  it('gets an image that it did not have before its text changes', async () => {
    const { stored, known } = await show(
      { [q('q1')]: question('one') },
      { [q('q1')]: async () => drawn('one, newer'), [picture]: async () => svg('one') },
    );
    expect(stored).toBe('one, newer');
    expect(known?.pictures).toEqual([
      { address: picture, bytes: svgBytes('one').length, isVerified: true },
    ]);
  });

  it('keeps its text while the image of a newer one can not be had', async () => {
    const { mended, stored } = await show(
      { [q('q1')]: question('one') },
      { [q('q1')]: async () => drawn('one, newer') },
    );
    expect(stored).toBe('one');
    expect(mended).not.toHaveBeenCalled();
  });

  it('gets an image that has changed, and keeps one that can not be had', async () => {
    const changed = await show(
      { [q('q1')]: drawn('one'), ...images() },
      { [q('q1')]: async () => drawn('one'), [picture]: async () => svg('changed') },
    );
    const bytes = await (await changed.own.cache.match(picture))?.arrayBuffer();
    expect(bytes?.byteLength).toBe(svgBytes('changed').length);
    expect(changed.mended).toHaveBeenCalledOnce();
    await store.dropAll();
    const kept = await show(
      { [q('q1')]: drawn('one'), ...images() },
      { [q('q1')]: async () => drawn('one, newer') },
    );
    expect(kept.stored).toBe('one, newer');
    expect(await kept.own.cache.match(picture)).toBeDefined();
  });

  it('is not fetched anew without a network, once answered, or just stored', async () => {
    isOnline = false;
    const { textOf } = await open({ [q('q1')]: question('one') });
    await textOf('q1');
    isOnline = true;
    await textOf('q1', true);
    await (await open({ [q('q1')]: question('one') })).textOf('q1', true);
    await settle();
    expect(network).not.toHaveBeenCalled();
    network.mockImplementation(async () => question('new'));
    await textOf('q2');
    await textOf('q2');
    await settle();
    expect(network).toHaveBeenCalledOnce();
  });
});

describe('an image of a saved exam', () => {
  const load = async (entries: Record<string, Response> = {}) => {
    const opened = await open(entries);
    return { ...opened, load: () => opened.session.loadImage(picture, always) };
  };
  const sizeOf = async (source: Promise<{ address: string } | { blob: Blob } | undefined>) => {
    const found = await source;
    return found && 'blob' in found ? found.blob.size : found;
  };

  it('is read from the device, without a request', async () => {
    const { load: find } = await load({ [picture]: svg('one') });
    expect(await sizeOf(find())).toBe(svgBytes('one').length);
    expect(network).not.toHaveBeenCalled();
  });

  it('is stored when it comes from the network', async () => {
    const { load: find, own } = await load();
    network.mockImplementation(async () => svg('one'));
    expect(await sizeOf(find())).toBe(svgBytes('one').length);
    expect(await own.cache.match(picture)).toBeDefined();
  });

  it('is read from any generation that has it', async () => {
    await save({ [picture]: svg('oldest') });
    const { load: find, own } = await load();
    expect(await sizeOf(find())).toBe(svgBytes('oldest').length);
    await own.cache.put(picture, svg('own, and longer'));
    expect(await sizeOf(find())).toBe(svgBytes('own, and longer').length);
    await save({ [q('q1')]: question('one'), [q('q2')]: question('two') });
    store.notify();
    await settle();
    expect(await sizeOf(find())).toBe(svgBytes('own, and longer').length);
    expect(network).not.toHaveBeenCalled();
  });

  it('is asked for alone, and no question waits for it', async () => {
    const { load: find, session, textOf } = await load();
    const asked: string[] = [];
    network.mockImplementation(async (address, init) => {
      asked.push(address);
      return address === q('q2') ? question('two') : silent(address, init);
    });
    const controller = new AbortController();
    const other = pictureAddress('q2', 'img-1.svg');
    session.loadImage(other, controller.signal);
    await settle();
    const waiting = find();
    expect(await textOf('q2')).toBe('two');
    expect(asked).toEqual([other, q('q2')]);
    network.mockImplementation(async () => svg('one'));
    controller.abort();
    expect(await sizeOf(waiting)).toBe(svgBytes('one').length);
  });

  it('is shown by its address where it can not be read', async () => {
    const { load: find, own } = await load();
    const opaque = Object.defineProperty(svg('one'), 'type', { value: 'opaque' });
    vi.spyOn(own.cache, 'match').mockResolvedValue(opaque);
    expect(await find()).toEqual({ address: picture });
  });

  it('is asked for once where the server does not have it', async () => {
    const { load: find } = await load();
    network.mockImplementation(async () => new Response('', { status: 404 }));
    expect(await find()).toBeUndefined();
    expect(network).toHaveBeenCalledOnce();
  });

  it('is asked for again after a failure, and given up after five', async () => {
    const { load: find, own } = await load();
    fakeTheClock();
    network.mockImplementationOnce(unreachable).mockImplementationOnce(async () => svg('one'));
    const [found] = await Promise.all([sizeOf(find()), vi.advanceTimersByTimeAsync(600)]);
    expect(found).toBe(svgBytes('one').length);
    network.mockClear();
    await own.cache.delete(picture);
    const [none] = await Promise.all([find(), vi.advanceTimersByTimeAsync(20_000)]);
    expect(none).toBeUndefined();
    expect(network).toHaveBeenCalledTimes(5);
  });

  it('is given up after 20 seconds', async () => {
    const { load: find } = await load();
    fakeTheClock();
    network.mockImplementation(silent);
    const seen = vi.fn();
    find().then(seen);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toHaveBeenCalledWith(undefined);
  });
});
