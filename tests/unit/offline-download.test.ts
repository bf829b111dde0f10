import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDownload } from '#offline/download/exam-download.ts';
import { listPresent, openExamCache, readManifest } from '#offline/library/exam-cache.ts';
import { openStore } from '#offline/library/exam-store.ts';
import { addressOfQuestion, emptyManifest } from '#offline/library/saved-manifest.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { detailOf, examKey } from '#support/saved-exam.ts';
import { answerOf, flush, jsonQuestion, type Network, stubPage } from '#support/stubbed-page.ts';

const ids = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
const q = (questionId: string) => addressOfQuestion(examKey, questionId);
const isBundle = (address: string) => address.includes('/api/exam?');

/** A browser without Web Locks, whose API has no bundles. Returns the addresses of the questions. */
const stubBrowser = (respond: Network = async () => jsonQuestion('?')) => {
  const requested: string[] = [];
  stubPage(async (address, init) => {
    if (isBundle(address)) return new Response('', { status: 404 });
    requested.push(address);
    return respond(address, init);
  }, {});
  return requested;
};

const begin = async (listed: string[], key = examKey) => {
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
  const run = async () => {
    const end = await download.run();
    return end.target && openStore(key).isWhole(end.target);
  };
  return { cache, run, prefer: download.prefer, abort: () => controller.abort() };
};

describe('the download of an exam', () => {
  it('saves questions whatever their ids, and knows them after a restart', async () => {
    const listed = ['__proto__', 'constructor', 'a/b', "it's", '100%'];
    const requested = stubBrowser();
    expect(await (await begin(listed)).run()).toBe(true);
    expect(requested).toHaveLength(listed.length);
    expect(await (await begin(listed)).run()).toBe(true);
    expect(requested).toHaveLength(listed.length);
  });

  it('has at most four requests in progress', async () => {
    fakeTheClock();
    let busy = 0;
    let mostBusy = 0;
    stubBrowser(async () => {
      busy += 1;
      mostBusy = Math.max(mostBusy, busy);
      await new Promise((resolve) => setTimeout(resolve, 50));
      busy -= 1;
      return jsonQuestion('?');
    });
    const { run } = await begin(ids);
    await Promise.all([run(), vi.runAllTimersAsync()]);
    expect(mostBusy).toBe(4);
  });

  it('fetches the question on screen before the rest', async () => {
    let show: (questionId: string) => void = () => undefined;
    const requested = stubBrowser(async (address) => {
      if (address === q('q1')) show('q6');
      return jsonQuestion('?');
    });
    const { run, prefer } = await begin(ids);
    show = prefer;
    await run();
    expect(requested.indexOf(q('q6'))).toBeLessThan(requested.indexOf(q('q5')));
  });
});

describe('the download of a large exam', () => {
  const many = Array.from({ length: 300 }, (_, place) => `q${place}`);
  const questions = many.map((id) => ({ id, answer: answerOf('?') }));

  /** Each put blocks the page for 5 ms. Counts the puts, and the longest row of them. */
  const beginSlowly = async () => {
    const exam = { ...detailOf(many), name: examKey.examId };
    stubPage(async () => Response.json({ exam, questions, images: [] }), {});
    const begun = await begin(many, { ...examKey, apiUrl: 'https://bundles.example' });
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const counted = { puts: 0, inRow: 0, longest: 0, onHundred: () => {} };
    const { put } = begun.cache;
    vi.spyOn(begun.cache, 'put').mockImplementation((address, response) => {
      now += 5;
      counted.puts += 1;
      counted.inRow += 1;
      counted.longest = Math.max(counted.longest, counted.inRow);
      if (counted.puts === 100) counted.onHundred();
      return put(address, response);
    });
    const turn = () => {
      counted.inRow = 0;
      next = setImmediate(turn);
    };
    let next = setImmediate(turn);
    onTestFinished(() => clearImmediate(next));
    return { ...begun, counted };
  };

  it('lets taps in between', async () => {
    const { run, counted } = await beginSlowly();
    await run();
    expect(counted.puts).toBeGreaterThan(many.length);
    expect(counted.longest).toBeLessThanOrEqual(20);
  });

  it('saves hardly anything more once it is aborted', async () => {
    const { run, counted, abort } = await beginSlowly();
    counted.onHundred = abort;
    await expect(run()).rejects.toMatchObject({ name: 'AbortError' });
    await flush();
    expect(counted.puts).toBeLessThan(120);
  });
});
