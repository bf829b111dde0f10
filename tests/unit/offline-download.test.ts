import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { questionAddress } from '#contract/addresses.ts';
import { downloadExam } from '#offline/download/exam-download.ts';
import { measureExam } from '#offline/library/exam-document.ts';
import { putDocument, readDocument, readExam } from '#offline/library/exam-library.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import {
  answerOf,
  jsonQuestion,
  type Network,
  stubPage,
  svgAnswer,
  unreachable,
} from '#support/stubbed-page.ts';

const many = (count: number) => Array.from({ length: count }, (_, place) => `q${place}`);
const q = (id: string) => questionAddress(SITE, 'aws', 'clf', id);
const isList = (address: string) => address.includes('/api/questions?');

/** An API without bundles. Returns the requested addresses of questions, and the exam's list. */
const stubApi = (
  ids: string[],
  respond: Network = async () => jsonQuestion('?'),
  mayPut = () => true,
) => {
  const requested: string[] = [];
  const api = { ids, requested };
  stubPage(
    async (address, init) => {
      if (address.includes('/api/exam?')) return new Response('', { status: 404 });
      if (isList(address)) return Response.json(detailOf(api.ids));
      requested.push(address);
      return respond(address, init);
    },
    { mayPut },
  );
  return api;
};

const download = async (changes: Partial<Parameters<typeof downloadExam>[0]> = {}) => {
  const signal = new AbortController().signal;
  const saved = await readExam(examKey);
  const job = { key: examKey, saved, isRefresh: false, isRetry: false, signal, ...changes };
  return downloadExam({ onProgress: () => undefined, ...job });
};

const readCompleteness = async () => {
  const saved = await readExam(examKey);
  return saved && measureExam(examKey, saved);
};

describe('the download of an exam', () => {
  it('saves questions whatever their ids, and requests none of them again', async () => {
    const ids = ['__proto__', 'constructor', 'a/b', "it's", '100%'];
    const { requested } = stubApi(ids);
    expect(await download()).toBeUndefined();
    expect(await download()).toBeUndefined();
    expect(requested.sort()).toEqual(ids.map(q).sort());
    expect(await readCompleteness()).toMatchObject({ done: 5, missing: 0 });
  });

  it('saves questions that are held out, too, and is not whole without them', async () => {
    const heldOut = { questionIds: ['h1'], questionDomains: [''], questionTasks: [''] };
    let isThere = false;
    stubPage(async (address) => {
      if (address.includes('/api/exam?')) return new Response('', { status: 404 });
      if (isList(address)) return Response.json({ ...detailOf(['q1']), heldOut });
      if (address === q('h1') && !isThere) return new Response('', { status: 404 });
      return jsonQuestion('?');
    });
    await download();
    expect(await readCompleteness()).toMatchObject({
      done: 1,
      total: 2,
      missing: 1,
      unavailable: 1,
    });
    isThere = true;
    await download({ isRetry: true });
    expect(await readCompleteness()).toMatchObject({ done: 2, total: 2, missing: 0 });
  });

  it('has at most four requests in progress', async () => {
    fakeTheClock();
    let [busy, mostBusy] = [0, 0];
    stubApi(many(12), async () => {
      busy += 1;
      mostBusy = Math.max(mostBusy, busy);
      await new Promise((resolve) => setTimeout(resolve, 50));
      busy -= 1;
      return jsonQuestion('?');
    });
    await Promise.all([download(), vi.runAllTimersAsync()]);
    expect(mostBusy).toBe(4);
  });

  it('fetches at most 20 questions again after it was killed', async () => {
    let count = 0;
    const dead = new Promise<never>(() => undefined);
    stubApi(many(60), async () => {
      count += 1;
      return count <= 50 ? jsonQuestion('?') : dead;
    });
    // Or it would go on in the caches of the next test.
    const killed = new AbortController();
    onTestFinished(() => killed.abort());
    download({ signal: killed.signal }).catch(() => undefined);
    await vi.waitFor(async () =>
      expect((await readDocument(examKey))?.questions.size).toBeGreaterThanOrEqual(30),
    );
  });

  it.each<[string, Network, string | undefined, object]>([
    ['the network is gone', unreachable, 'interrupted', { done: 0 }],
    ['one is gone', async () => new Response('', { status: 404 }), undefined, { unavailable: 12 }],
    ['answers are bad', async () => Response.json({ question: 1 }), 'faulty', { done: 0 }],
  ])('ends and says why if %s', async (_, network, end, completeness) => {
    fakeTheClock();
    stubApi(many(12), network);
    const [shortfall] = await Promise.all([download(), vi.runAllTimersAsync()]);
    expect(shortfall).toBe(end);
    expect(await readCompleteness()).toMatchObject({ total: 12, ...completeness });
  });

  it('removes images that neither a question nor its former version names', async () => {
    let images: string[] = [];
    stubApi(['q1'], async (address) =>
      address.includes('/images/') ? svgAnswer('?') : Response.json(answerOf('?', images)),
    );
    const isThere = async (file: string) =>
      (await readExam(examKey))?.present.has(pictureAddress('q1', file));
    for (const file of ['old.svg', 'newer.svg', 'newest.svg']) {
      images = [file];
      await download({ isRefresh: file !== 'old.svg' });
    }
    const there = await Promise.all(['newest.svg', 'newer.svg', 'old.svg'].map(isThere));
    expect(there).toEqual([true, true, false]);
  });

  it('begins again with a list that has changed in the meantime', async () => {
    const api = stubApi(['q1', 'q2'], async () => {
      api.ids = ['q2', 'q3'];
      return jsonQuestion('?');
    });
    await download();
    expect((await readDocument(examKey))?.detail.questionIds).toEqual(['q2', 'q3']);
    expect(api.requested.sort()).toEqual(['q1', 'q2', 'q3'].map(q));
  });

  it('rejects when there is no room, and keeps what is there', async () => {
    let room = 1;
    stubApi(many(60), undefined, () => {
      room -= 1;
      return room >= 0;
    });
    await expect(download()).rejects.toMatchObject({ name: 'QuotaExceededError' });
    expect((await readCompleteness())?.done).toBeGreaterThan(0);
  });

  it('of a whole exam replaces nothing before all that changed is there', async () => {
    fakeTheClock();
    const api = stubApi(['q1', 'q2']);
    await Promise.all([download(), vi.runAllTimersAsync()]);
    const before = await readDocument(examKey);
    api.ids = ['q1', 'q2', 'q3'];
    vi.mocked(fetch).mockImplementation(async (address) =>
      isList(`${address}`) ? Response.json(detailOf(api.ids)) : unreachable('', {}),
    );
    await Promise.all([download({ isRefresh: true }), vi.runAllTimersAsync()]);
    expect(await readDocument(examKey)).toEqual(before);
  });

  it('notes when the server confirmed it, though not more than once an hour', async () => {
    fakeTheClock();
    const key = { ...examKey, apiUrl: `${SITE}/with-bundles` };
    const bundle = {
      exam: detailOf(['q1']),
      questions: [{ id: 'q1', answer: answerOf('?') }],
      images: [],
    };
    stubPage(async (_, { headers }) =>
      headers
        ? new Response(null, { status: 304 })
        : Response.json(bundle, { headers: { etag: '"1"' } }),
    );
    const checkAt = async (time: number, isRefresh = true) => {
      vi.setSystemTime(time);
      await download({ key, isRefresh, saved: await readExam(key) });
      return (await readDocument(key))?.checkedAt;
    };
    const HOUR = 60 * 60 * 1000;
    expect(await checkAt(10 * HOUR, false)).toBe(10 * HOUR);
    expect(await checkAt(11 * HOUR - 1)).toBe(10 * HOUR);
    expect(await checkAt(11 * HOUR)).toBe(11 * HOUR);
  });

  it('takes from one answer only the questions that the exam lists', async () => {
    const key = { ...examKey, apiUrl: `${SITE}/other-bundles` };
    const questions = ['q1', 'stray'].map((id) => ({ id, answer: answerOf(id) }));
    stubPage(async () => Response.json({ exam: detailOf(['q1']), questions, images: [] }));
    await download({ key });
    expect([...((await readDocument(key))?.questions.keys() ?? [])]).toEqual(['q1']);
  });

  it('that was removed in the meantime ends without a trace of it in the document', async () => {
    const controller = new AbortController();
    stubApi(many(30), async (address) => {
      if (address === q('q20')) controller.abort('removed');
      return jsonQuestion('?');
    });
    await expect(download({ signal: controller.signal })).rejects.toBe('removed');
    expect((await readDocument(examKey))?.questions.size ?? 0).toBeLessThanOrEqual(20);
  });
});

it('a saved document that can not be read counts as none', async () => {
  stubPage();
  const cache = await caches.open('certdeck/exam/x/y/z');
  await cache.put('/certdeck-document', new Response('not JSON'));
  const key = { apiUrl: 'x', providerId: 'y', examId: 'z' };
  expect(await readExam(key)).toBeUndefined();
  // A look at an exam that is gone does not create it.
  await caches.delete('certdeck/exam/x/y/z');
  expect(await readExam(key)).toBeUndefined();
  expect(await caches.keys()).toEqual([]);
  await expect(putDocument(key, {} as never)).rejects.toThrow();
});
