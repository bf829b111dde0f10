import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDownload, type DownloadEnd } from '#offline/download/exam-download.ts';
import { saveOnce } from '#offline/fetch-answer.ts';
import { listPresent, openExamCache, readManifest } from '#offline/library/exam-cache.ts';
import { openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion, emptyManifest } from '#offline/library/saved-manifest.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';

const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
const q = (questionId: string) => addressOfQuestion(examKey, questionId);
const answer = { question: { question: '?', options: ['a'], answers: ['a'] }, images: [] };

type Respond = (address: string) => Response | Promise<Response> | undefined;

/** A browser without Web Locks, and an API without bundles unless `respond` has one. */
const stubBrowser = (respond: Respond = () => undefined, mayPut?: () => boolean) => {
  const requested: string[] = [];
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('caches', createMemoryCaches(mayPut));
  vi.stubGlobal('fetch', async (address: string) => {
    const given = await respond(address);
    if (!given && address.includes('/api/exam?')) return new Response('', { status: 404 });
    requested.push(address);
    return given ?? Response.json(answer);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return requested;
};

const begin = async (listed = ids, key = examKey) => {
  const cache = await openExamCache(key, 1);
  const manifest = (await readManifest(cache)) ?? emptyManifest(detailOf(listed), 0);
  const controller = new AbortController();
  const download = createDownload({
    store: openStore(key),
    target: { number: 1, cache, manifest, present: await listPresent(cache) },
    previous: undefined,
    isListOnly: false,
    isWatched: () => false,
    onProgress: () => undefined,
    signal: controller.signal,
  });
  return { cache, download, abort: () => controller.abort() };
};

const isWhole = ({ target }: DownloadEnd) => target && openStore(examKey).isWhole(target);

describe('the download of an exam', () => {
  it.each(['__proto__', 'constructor', 'a/b', "it's", '100%'])(
    'saves a question with the id %j, and knows it after a restart',
    async (id) => {
      const requested = stubBrowser();
      const { download } = await begin([id, 'q2']);
      expect(isWhole(await download.run())).toBe(true);
      requested.length = 0;
      const again = await begin([id, 'q2']);
      expect(isWhole(await again.download.run())).toBe(true);
      expect(requested).toEqual([]);
    },
  );

  it('has at most four requests in progress', async () => {
    fakeTheClock();
    let busy = 0;
    let mostBusy = 0;
    stubBrowser(async () => {
      busy += 1;
      mostBusy = Math.max(mostBusy, busy);
      await new Promise((resolve) => setTimeout(resolve, 50));
      busy -= 1;
      return Response.json(answer);
    });
    const { download } = await begin();
    await Promise.all([download.run(), vi.runAllTimersAsync()]);
    expect(mostBusy).toBe(4);
  });

  it('fetches the question on screen before the rest', async () => {
    const screen: { show: (questionId: string) => void } = { show: () => undefined };
    const requested = stubBrowser((address) => {
      if (address === q('q1')) screen.show('q6');
      return undefined;
    });
    const { download } = await begin();
    screen.show = download.prefer;
    await download.run();
    expect(requested.indexOf(q('q6'))).toBeLessThan(requested.indexOf(q('q5')));
  });

  it('does not take a missing exam for an API without bundles', async () => {
    let bundles = 0;
    stubBrowser((address) => {
      if (address.includes('/api/exam?')) bundles += 1;
      return new Response('', { status: 404 });
    });
    // Earlier tests have taught this page that the other API has no bundles.
    const key = { ...examKey, apiUrl: 'https://missing.example' };
    for (const _ of [1, 2]) {
      await createDownload({
        store: openStore(key),
        target: undefined,
        previous: undefined,
        isListOnly: false,
        isWatched: () => false,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }).run();
    }
    expect(bundles).toBe(2);
  });
});

describe('the download of a large exam', () => {
  const many = Array.from({ length: 300 }, (_, place) => `q${place}`);

  /** Each put blocks the page for 5 ms. Counts the puts, and the longest row of them. */
  const beginSlowly = async () => {
    stubBrowser((address) => {
      if (!address.includes('/api/exam?')) return undefined;
      const exam = { ...detailOf(many), name: examKey.examId };
      const questions = many.map((id) => ({ id, answer }));
      return Response.json({ exam, questions, images: [] });
    });
    const begun = await begin(many, { ...examKey, apiUrl: 'https://bundles.example' });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const counted = { puts: 0, longest: 0, onHundred: () => {} };
    let inRow = 0;
    const { put } = begun.cache;
    vi.spyOn(begun.cache, 'put').mockImplementation((address, response) => {
      now += 5;
      counted.puts += 1;
      inRow += 1;
      counted.longest = Math.max(counted.longest, inRow);
      if (counted.puts === 100) counted.onHundred();
      return put(address, response);
    });
    const turn = () => {
      inRow = 0;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    onTestFinished(() => clearImmediate(next));
    return { ...begun, counted };
  };

  it('lets taps in between', async () => {
    const { download, counted } = await beginSlowly();
    await download.run();
    expect(counted.puts).toBeGreaterThan(many.length);
    expect(counted.longest).toBeLessThanOrEqual(20);
  });

  it('saves hardly anything more once it is aborted', async () => {
    const { download, counted, abort } = await beginSlowly();
    counted.onHundred = abort;
    await expect(download.run()).rejects.toMatchObject({ name: 'AbortError' });
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
    expect(counted.puts).toBeLessThan(120);
  });
});

describe('an address that several callers need at once', () => {
  const { signal } = new AbortController();

  it('is fetched once, even without Web Locks', async () => {
    const requested = stubBrowser();
    const cache = await caches.open('any');
    const save = () => saveOnce(cache, 'question', q('q2'), signal);
    const saved = await Promise.all([save(), save(), save()]);
    expect(saved.map(({ kind }) => kind)).toEqual(['valid', 'present', 'present']);
    expect(requested).toEqual([q('q2')]);
  });

  it('is shown although there is no room for it', async () => {
    stubBrowser(undefined, () => false);
    const saved = await saveOnce(await caches.open('any'), 'question', q('q2'), signal);
    expect(saved.kind).toBe('unsaved');
    expect('answer' in saved && (await saved.answer.json())).toEqual(answer);
  });
});
