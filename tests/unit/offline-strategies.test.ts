import { beforeEach, describe, expect, it, vi } from 'vitest';
import { examsAddress, FILES_MARK } from '#contract/addresses.ts';
import { findInExam, openExamCache, readGeneration } from '#offline/library/exam-cache.ts';
import { addressOfQuestion } from '#offline/library/saved-manifest.ts';
import { type RequestClass, respond } from '#offline/strategies.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { detailOf, examKey, pictureAddress } from '#support/saved-exam.ts';
import { answerOf, portalPage, silent, stubPage, unreachable } from '#support/stubbed-page.ts';

const address = addressOfQuestion(examKey, 'q1');

let network: ReturnType<typeof stubPage>;
beforeEach(() => {
  network = stubPage();
});

const save = async (generation: number, url: string, text: string) =>
  (await openExamCache(examKey, generation)).put(url, new Response(text));

describe('the caches of saved exams', () => {
  it.each(['', 'not JSON', '{}', '<!doctype html>'])(
    'hold no exam if their manifest reads %j',
    async (text) => {
      await save(1, '/certdeck-manifest', text);
      expect(await readGeneration(examKey, 1)).toBeUndefined();
      // A look at an exam that is gone does not create it.
      expect(await readGeneration(examKey, 2)).toBeUndefined();
      expect(await caches.keys()).toHaveLength(1);
    },
  );

  it('answer from the oldest generation that has it, the one in use', async () => {
    await openExamCache(examKey, 8);
    await save(10, address, 'being built');
    await save(9, address, 'in use');
    expect(await (await findInExam(examKey, address))?.text()).toBe('in use');
    expect(await findInExam({ ...examKey, examId: 'saa' }, address)).toBeUndefined();
  });
});

describe('the strategy for', () => {
  const json = (body: unknown) => async () => Response.json(body);
  const none = async () => Response.json({ error: 'none' }, { status: 404 });
  const page = async () => portalPage(404);
  const ask = async (kind: RequestClass, url: string, answer = unreachable) => {
    network.mockImplementation(answer);
    const response = respond(kind, new Request(url));
    await response.whole;
    const answered = await response.answer;
    return answered.type === 'error' ? 'error' : answered.text();
  };

  it.each([
    ['question', address],
    ['image', pictureAddress('q1', 'a.png')],
  ] as const)('a saved %s is its cache, without the network', async (kind, url) => {
    await save(1, url, 'saved');
    expect(await ask(kind, url)).toBe('saved');
    expect(network).not.toHaveBeenCalled();
  });

  it('another question is the network, then the last answer, even after a 404', async () => {
    expect(await ask('question', address, json(answerOf('seen')))).toContain('seen');
    expect(await caches.keys()).toEqual(['certdeck/seen']);
    for (const answer of [unreachable, none]) {
      expect(await ask('question', address, answer)).toContain('seen');
    }
  });

  it.each([
    ['providers', `${SITE}/api/providers`, { providerData: [] }, false],
    ['exams', `${SITE}/api/exams?provider=aws`, { exams: [] }, true],
    ['questions', `${SITE}/api/questions?providerId=aws&examId=clf`, detailOf(['q1']), true],
  ] as const)(
    'the list of %s is the last valid one, until the server says there is none',
    async (kind, url, list, mayBeGone) => {
      const busy = async () => new Response('busy', { status: 503 });
      for (const answer of [json(list), page, busy, json(answerOf('?')), unreachable]) {
        expect(JSON.parse(await ask(kind, url, answer))).toEqual(list);
      }
      if (!mayBeGone) return;
      expect(JSON.parse(await ask(kind, url, none))).toEqual({ error: 'none' });
      expect(await ask(kind, url)).toBe('error');
    },
  );

  it('a list on a host of files takes a 404 page to mean that there is none', async () => {
    const url = examsAddress(SITE + FILES_MARK, 'aws');
    await ask('exams', url, json({ exams: [] }));
    expect(await ask('exams', url, page)).toContain('Log in');
    expect(await ask('exams', url)).toBe('error');
  });

  it('an image keeps the newest bytes, even if they are no text', async () => {
    const image = pictureAddress('q1', 'a.svg');
    const drawn = (byte: number) =>
      new Blob(['<svg><!--', new Uint8Array([byte]), '--></svg>'], { type: 'image/svg+xml' });
    for (const byte of [0xfe, 0xff])
      await ask('image', image, async () => new Response(drawn(byte)));
    network.mockImplementation(unreachable);
    const bytes = await (await respond('image', new Request(image)).answer).arrayBuffer();
    expect(new Uint8Array(bytes)).toEqual(new Uint8Array(await drawn(0xff).arrayBuffer()));
  });

  it('any request bypasses the browser’s cache from an invalid answer to a valid one', async () => {
    const modes: unknown[] = [];
    for (const answer of [page, page, json({ exams: [] }), json({ exams: [] })]) {
      await ask('exams', `${SITE}/api/exams?provider=other`, answer);
      modes.push(network.mock.lastCall?.[1].cache);
    }
    expect(modes).toEqual(['default', 'reload', 'reload', 'default']);
  });

  it('any request ends when the page aborts it', async () => {
    network.mockImplementation(silent);
    const controller = new AbortController();
    const { answer } = respond('question', new Request(address, { signal: controller.signal }));
    controller.abort();
    expect((await answer).type).toBe('error');
  });

  it('any request keeps the worker alive until a late answer is cached', async () => {
    fakeTheClock();
    await ask('question', address, json(answerOf('old')));
    network.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      return Response.json(answerOf('new'));
    });
    const { answer, whole } = respond('question', new Request(address));
    await vi.advanceTimersByTimeAsync(4000);
    expect(await (await answer).text()).toContain('old');
    await Promise.all([whole, vi.advanceTimersByTimeAsync(1000)]);
    expect(await ask('question', address)).toContain('new');
  });
});
