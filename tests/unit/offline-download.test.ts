import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ExamDetail } from '#contract/wire.ts';
import { createDownload, type DownloadEnd } from '#offline/download/exam-download.ts';
import { storeOnce } from '#offline/fetch-answer.ts';
import { listPresent, openExamCache, readManifest } from '#offline/library/exam-cache.ts';
import { openStore } from '#offline/library/exam-store.ts';
import {
  addressOfQuestion,
  emptyManifest,
  measureCoverage,
  type SavedManifest,
} from '#offline/library/saved-manifest.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import { svgBytes } from '#support/test-images.ts';

const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
const q = (questionId: string) => addressOfQuestion(examKey, questionId);

const question = (...images: string[]) =>
  Response.json({ question: { question: '?', options: ['a'], answers: ['a'] }, images });
const picture = () =>
  new Response(svgBytes('one'), { headers: { 'content-type': 'image/svg+xml' } });

/** Every odd question has a picture. */
const answerFor = (address: string) => {
  const { pathname, searchParams } = new URL(address);
  if (pathname.startsWith('/images/')) return picture();
  const id = searchParams.get('questionId') ?? '';
  return Number(id.slice(1)) % 2 === 1 ? question(`aws/clf/${id}/img-1.svg`) : question();
};

type Instead = (address: string) => Response | Promise<Response> | undefined;

/** A browser that has a Cache API and a network, and no Web Locks. */
const stubBrowser = (instead: Instead = () => undefined, mayPut?: (address: string) => boolean) => {
  const asked: string[] = [];
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', new URL(SITE));
  vi.stubGlobal('caches', createMemoryCaches(mayPut));
  vi.stubGlobal('fetch', async (address: string) => {
    const other = await instead(address);
    // An API without bundles, unless the test has one.
    if (!other && address.includes('/api/exam?')) return new Response('', { status: 404 });
    asked.push(address);
    return other ?? answerFor(address);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return asked;
};

/** A download into the first generation; `known` is its manifest when it is not the first one. */
const begin = async (known?: SavedManifest, listed = ids, key = examKey) => {
  const cache = await openExamCache(key, 1);
  const manifest = known ?? emptyManifest(detailOf(listed), 0);
  const target = { number: 1, cache, manifest, present: await listPresent(cache) };
  const seen = { reports: 0 };
  const controller = new AbortController();
  const download = createDownload({
    store: openStore(key),
    target,
    previous: undefined,
    isListOnly: false,
    isWatched: () => false,
    onProgress: () => {
      seen.reports += 1;
    },
    signal: controller.signal,
  });
  return { cache, manifest, seen, download, abort: () => controller.abort() };
};

const wholeExam = [
  ...ids.map(q),
  ...['q1', 'q3', 'q5'].map((id) => pictureAddress(id, 'img-1.svg')),
];

const coverageOf = ({ target }: DownloadEnd) => {
  if (!target) throw new Error('Nothing was filled');
  return measureCoverage(examKey, target.manifest, target.present);
};

const isWhole = (end: DownloadEnd) =>
  coverageOf(end).done > 0 && coverageOf(end).done === coverageOf(end).total;

const finish = async <T>(running: Promise<T>) => {
  const [result] = await Promise.all([running, vi.runAllTimersAsync()]);
  return result;
};

describe('the download of an exam', () => {
  it('asks for each address once, pictures included, and stores all of them', async () => {
    const asked = stubBrowser();
    const { cache, download } = await begin();
    const end = await download.run();
    expect(isWhole(end)).toBe(true);
    expect(end).toMatchObject({ isFull: false, isNetworkGone: false });
    expect(asked.toSorted()).toEqual(wholeExam.toSorted());
    const present = await listPresent(cache);
    expect(wholeExam.every((address) => present.has(address))).toBe(true);
  });

  it('leaves a manifest from which the same is known after a restart', async () => {
    stubBrowser();
    const { cache, manifest, download } = await begin();
    await download.run();
    expect(await readManifest(cache)).toEqual(manifest);
    expect(manifest.questions.q1?.pictures).toEqual([
      {
        address: pictureAddress('q1', 'img-1.svg'),
        bytes: svgBytes('one').length,
        isVerified: true,
      },
    ]);
  });

  it('goes on with only what is missing', async () => {
    const asked = stubBrowser();
    const { cache, download } = await begin();
    await download.run();
    await cache.delete(q('q2'));
    await cache.delete(pictureAddress('q5', 'img-1.svg'));
    asked.length = 0;
    const again = await begin(await readManifest(cache));
    const end = await again.download.run();
    expect(isWhole(end)).toBe(true);
    expect(asked.toSorted()).toEqual([q('q2'), pictureAddress('q5', 'img-1.svg')].toSorted());
  });

  it.each(['__proto__', 'constructor', 'half of \ud83d', 'a/b', "it's", '100%'])(
    'is whole with a question called %j, after a restart too',
    async (id) => {
      stubBrowser(() => question());
      const { cache, manifest, download } = await begin(undefined, [id, 'q2']);
      expect(isWhole(await download.run())).toBe(true);
      expect((await readManifest(cache))?.questions).toEqual(manifest.questions);
      const again = await begin(await readManifest(cache), [id, 'q2']);
      expect(isWhole(await again.download.run())).toBe(true);
    },
  );

  it('never has more than four requests under way', async () => {
    fakeTheClock();
    let busy = 0;
    let mostBusy = 0;
    stubBrowser(async (address) => {
      busy += 1;
      mostBusy = Math.max(mostBusy, busy);
      await new Promise((resolve) => setTimeout(resolve, 50));
      busy -= 1;
      return answerFor(address);
    });
    const { download } = await begin();
    await finish(download.run());
    expect(mostBusy).toBe(4);
  });

  it.each([404, 410])('asks once for what the server does not have: %i', async (status) => {
    const asked = stubBrowser((address) =>
      address === q('q4') || address === pictureAddress('q1', 'img-1.svg')
        ? new Response('', { status })
        : undefined,
    );
    const { download } = await begin();
    const end = await download.run();
    expect(coverageOf(end)).toMatchObject({ done: 4, total: 6, unavailable: 2 });
    expect(asked.filter((address) => address === q('q4'))).toHaveLength(1);
  });

  it.each<[string, () => Response]>([
    ['a portal’s page', () => new Response('<h1>Log in</h1>')],
    ['a page that says it is JSON', () => Response.json('<h1>Log in</h1>')],
    ['a 500', () => new Response('', { status: 500 })],
    ['a 503', () => new Response('', { status: 503 })],
    ['another shape', () => Response.json({ exams: [] })],
    ['a picture', picture],
  ])('stores nothing of %s and gives it up after five tries', async (_, answer) => {
    fakeTheClock();
    const asked = stubBrowser((address) => (address === q('q2') ? answer() : undefined));
    const { cache, download } = await begin();
    const end = await finish(download.run());
    expect(coverageOf(end)).toMatchObject({ done: 5, total: 6, questionIds: ['q2'] });
    expect(asked.filter((address) => address === q('q2'))).toHaveLength(5);
    expect((await listPresent(cache)).has(q('q2'))).toBe(false);
  });

  it.each<[string, () => BodyInit]>([
    ['a portal’s page', () => '<h1>Log in</h1>'],
    ['half a picture', () => svgBytes('one').slice(0, 100)],
    ['an empty picture', () => ''],
  ])('stores nothing of %s in place of a picture', async (_, body) => {
    fakeTheClock();
    const address = pictureAddress('q3', 'img-1.svg');
    const headers = { 'content-type': 'image/svg+xml' };
    const asked = stubBrowser((other) =>
      other === address ? new Response(body(), { headers }) : undefined,
    );
    const { cache, download } = await begin();
    const end = await finish(download.run());
    expect(coverageOf(end)).toMatchObject({ done: 5, images: [{ questionId: 'q3', address }] });
    expect(asked.filter((other) => other === address)).toHaveLength(5);
    expect((await listPresent(cache)).has(address)).toBe(false);
  });

  it('gets in the end what fails at first', async () => {
    fakeTheClock();
    const failures = new Map<string, number>();
    stubBrowser((address) => {
      const count = failures.get(address) ?? 0;
      failures.set(address, count + 1);
      return count < 2 ? new Response('', { status: 503 }) : undefined;
    });
    const { download } = await begin();
    expect(isWhole(await finish(download.run()))).toBe(true);
  });

  it('waits as long as a busy server asks for', async () => {
    fakeTheClock();
    const times: number[] = [];
    stubBrowser((address) => {
      if (address !== q('q2')) return undefined;
      times.push(Date.now());
      const headers = { 'retry-after': '20' };
      return times.length === 1 ? new Response('', { status: 429, headers }) : undefined;
    });
    const { download } = await begin();
    await finish(download.run());
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  it('stops on a full device and keeps what is there', async () => {
    let room = 4;
    const asked = stubBrowser(
      () => undefined,
      () => {
        room -= 1;
        return room >= 0;
      },
    );
    const many = Array.from({ length: 40 }, (_, index) => `q${index}`);
    const { cache, download } = await begin(undefined, many);
    const end = await download.run();
    expect(end.isFull).toBe(true);
    expect(isWhole(end)).toBe(false);
    expect((await listPresent(cache)).size).toBe(4);
    expect(asked.length).toBeLessThan(many.length / 2);
  });

  it('ends when the network is gone, without giving anything up', async () => {
    fakeTheClock();
    stubBrowser(() => Promise.reject(new TypeError('Failed to fetch')));
    const { download } = await begin();
    const end = await finish(download.run());
    expect(end).toMatchObject({ isNetworkGone: true, isFull: false });
    expect(coverageOf(end)).toMatchObject({ done: 0, unavailable: 0 });
  });

  it('does not take an exam that is gone for an API without bundles', async () => {
    let bundles = 0;
    stubBrowser((address) => {
      if (address.includes('/api/exam?')) bundles += 1;
      return new Response('', { status: 404 });
    });
    const runAnew = () =>
      createDownload({
        store: openStore(examKey),
        target: undefined,
        previous: undefined,
        isListOnly: false,
        isWatched: () => false,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }).run();
    await runAnew();
    bundles = 0;
    await runAnew();
    expect(bundles).toBe(1);
  });

  it('rejects when it is aborted and writes nothing afterwards', async () => {
    fakeTheClock();
    const asked = stubBrowser();
    const { cache, download, abort } = await begin();
    abort();
    const outcome = download.run().then(
      () => 'ended',
      (error) => error.name,
    );
    expect(await finish(outcome)).toBe('AbortError');
    expect(asked).toEqual([]);
    expect(await readManifest(cache)).toBeUndefined();
  });

  it('fetches what the learner looks at before the rest', async () => {
    const look: { prefer: (questionId: string) => void } = { prefer: () => undefined };
    const asked = stubBrowser((address) => {
      if (address === q('q1')) look.prefer('q6');
      return undefined;
    });
    const { download } = await begin();
    look.prefer = download.prefer;
    await download.run();
    expect(asked.indexOf(q('q6'))).toBeLessThan(asked.indexOf(q('q5')));
  });
});

describe('the download of a large exam', () => {
  const many = Array.from({ length: 300 }, (_, place) => `q${place * 2}`);
  const wholeBundle = () =>
    Response.json({
      exam: { ...detailOf(many), name: examKey.examId },
      questions: many.map((id) => ({
        id,
        answer: { question: { question: '?', options: ['a'], answers: ['a'] }, images: [] },
      })),
      images: [],
    });

  /** Each answer takes the page 5 ms to store. Counts what is stored without a break. */
  const beginSlowly = async () => {
    stubBrowser((address) => (address.includes('/api/exam?') ? wholeBundle() : undefined));
    // That the other API has no bundles is known by now.
    const key = { ...examKey, apiUrl: 'https://bundles.example' };
    const begun = await begin(undefined, many, key);
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const counted = { puts: 0, longest: 0, onHundred: () => {} };
    let inTurn = 0;
    const { put } = begun.cache;
    vi.spyOn(begun.cache, 'put').mockImplementation((address, answer) => {
      now += 5;
      counted.puts += 1;
      inTurn += 1;
      counted.longest = Math.max(counted.longest, inTurn);
      if (counted.puts === 100) counted.onHundred();
      return put(address, answer);
    });
    const turn = () => {
      inTurn = 0;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    onTestFinished(() => clearImmediate(next));
    return { ...begun, counted };
  };

  it('lets a tap in again and again', async () => {
    const { download, counted } = await beginSlowly();
    await download.run();
    // The manifest is written once, or more often on a slow machine.
    expect(counted.puts).toBeGreaterThan(many.length);
    expect(counted.longest).toBeLessThanOrEqual(20);
  });

  it('stores hardly anything more once it is aborted', async () => {
    const { download, counted, abort } = await beginSlowly();
    counted.onHundred = abort;
    await expect(download.run()).rejects.toMatchObject({ name: 'AbortError' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(counted.puts).toBeLessThan(120);
  });

  it('writes its manifest the more rarely the longer that takes', async () => {
    fakeTheClock();
    let spent = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => Date.now() + spent);
    stubBrowser(async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return question();
    });
    let written = 0;
    const toJSON = () => {
      written += 1;
      spent += 200;
      return detailOf(many);
    };
    const { download } = await begin(emptyManifest({ ...detailOf(many), toJSON } as ExamDetail, 0));
    await finish(download.run());
    // The download takes 8 seconds.
    expect(written).toBeLessThanOrEqual(6);
  });
});

describe('an address that several ask for at once', () => {
  it('is fetched once, without Web Locks too', async () => {
    const asked = stubBrowser();
    const cache = await caches.open('any');
    const { signal } = new AbortController();
    const stored = await Promise.all(
      [1, 2, 3].map(() => storeOnce(cache, 'question', q('q2'), signal)),
    );
    expect(stored.map(({ kind }) => kind)).toEqual(['valid', 'present', 'present']);
    expect(asked).toEqual([q('q2')]);
  });

  it('is shown though there is no room for it', async () => {
    stubBrowser(
      () => undefined,
      () => false,
    );
    const cache = await caches.open('any');
    const stored = await storeOnce(cache, 'question', q('q2'), new AbortController().signal);
    expect(stored.kind).toBe('unstorable');
    expect('answer' in stored && (await stored.answer.json()).question.options).toEqual(['a']);
  });

  it('is asked for with revalidation, and without cookies', async () => {
    const inits: (RequestInit | undefined)[] = [];
    stubBrowser();
    vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
      inits.push(init);
      return question();
    });
    const cache = await caches.open('any');
    await storeOnce(cache, 'question', q('q2'), new AbortController().signal);
    expect(inits).toMatchObject([{ cache: 'no-cache', credentials: 'omit' }]);
  });
});
