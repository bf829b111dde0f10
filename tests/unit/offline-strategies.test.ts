import { beforeEach, describe, expect, it, vi } from 'vitest';
import { examsAddress, FILES_MARK } from '#contract/addresses.ts';
import { SEEN_CACHE } from '#contract/caches.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { SITE } from '#support/memory-caches.ts';
import { detailOf } from '#support/saved-exam.ts';
import { answerOf, portalPage, silent, stubPage, unreachable } from '#support/stubbed-page.ts';
import { type RequestClass, respond } from '#worker/strategies.ts';

const address = `${SITE}/api/exams?provider=aws`;
const exams = (name: string) => ({ exams: [{ name, questionCount: 1 }] });

let network: ReturnType<typeof stubPage>;
beforeEach(() => {
  network = stubPage();
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

  it('any request bypasses the browser’s cache from an invalid answer to a valid one', async () => {
    const modes: unknown[] = [];
    for (const answer of [page, page, json({ exams: [] }), json({ exams: [] })]) {
      await ask('exams', `${SITE}/api/exams?provider=other`, answer);
      modes.push(network.mock.lastCall?.[1].cache);
    }
    expect(modes).toEqual(['default', 'reload', 'reload', 'default']);
  });

  it('a list leaves an equal copy alone, and replaces another', async () => {
    await ask('exams', address, json(exams('one')));
    const cache = await caches.open(SEEN_CACHE);
    const put = vi.spyOn(cache, 'put');
    await ask('exams', address, json(exams('one')));
    expect(put).not.toHaveBeenCalled();
    await ask('exams', address, json(exams('two')));
    expect(put).toHaveBeenCalledOnce();
    expect(await ask('exams', address)).toContain('two');
  });

  it('any request ends when the page aborts it', async () => {
    network.mockImplementation(silent);
    const controller = new AbortController();
    const { answer } = respond('exams', new Request(address, { signal: controller.signal }));
    controller.abort();
    expect((await answer).type).toBe('error');
  });

  it('any request keeps the worker alive until a late answer is cached', async () => {
    fakeTheClock();
    await ask('exams', address, json(exams('old')));
    network.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5000));
      return Response.json(exams('new'));
    });
    const { answer, whole } = respond('exams', new Request(address));
    await vi.advanceTimersByTimeAsync(3000);
    expect(await (await answer).text()).toContain('old');
    await Promise.all([whole, vi.advanceTimersByTimeAsync(2000)]);
    expect(await ask('exams', address)).toContain('new');
  });
});
