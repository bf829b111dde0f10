import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { SEEN_CACHE } from '#contract/caches.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createMemoryCaches, SITE } from '#support/memory-caches.ts';
import {
  type Network,
  silent,
  stalledAfter,
  stubPage,
  unreachable,
} from '#support/stubbed-page.ts';
import { respond } from '#worker/strategies.ts';

const url = `${SITE}/api/exams?provider=aws`;
/** When a copy serves, and when the request is aborted. */
const COPY_AFTER = 3000;
const GIVE_UP_AFTER = 20_000;
const NEW = '{"exams":[{"name":"new","questionCount":1}]}';
const OLD = '{"exams":[{"name":"old","questionCount":1}]}';

const anyCase = fc.record({
  /** When the headers come. */
  after: fc.integer({ min: 0, max: 25_000 }).filter((time) => time % 1000 !== 0),
  says: fc.constantFrom(NEW, 'rubbish', 'silence', 'half', 'refusal'),
  copy: fc.constantFrom(OLD, undefined),
  canFind: fc.boolean(),
  canPut: fc.boolean(),
});
const json = (text: string) =>
  new Response(text, { headers: { 'content-type': 'application/json' } });
const networks: Record<string, Network> = {
  silence: silent,
  half: stalledAfter('{"exams":'),
  refusal: unreachable,
};

it('a request gets the newest valid answer in time, whatever network and caches do', async () => {
  fakeTheClock();
  const network = stubPage();
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ after, says, copy, canFind, canPut }) => {
      const began = Date.now();
      let isOpen = true;
      const memory = createMemoryCaches(() => canPut || isOpen);
      const cache = await memory.open(SEEN_CACHE);
      if (copy) await cache.put(url, json(copy));
      isOpen = false;
      const failing = () => Promise.reject(new DOMException('Lost', 'UnknownError'));
      vi.stubGlobal('caches', canFind ? memory : { ...memory, open: failing });
      network.mockImplementation(async (_, { signal }) =>
        Promise.race([
          silent('', { signal }),
          new Promise<void>((resolve) => setTimeout(resolve, after)).then(
            () => networks[says]?.('', { signal }) ?? json(says),
          ),
        ]),
      );
      let isDone = false;
      const { answer, whole } = respond('exams', new Request(url));
      whole.then(() => {
        isDone = true;
      });
      const answered = answer.then(async (response) => ({
        text: response.type === 'error' ? 'error' : await response.text(),
        at: Date.now() - began,
      }));
      await vi.advanceTimersByTimeAsync(30_000);

      const comes = [NEW, 'rubbish'].includes(says) && after < GIVE_UP_AFTER;
      const isNew = comes && says === NEW;
      const found = canFind ? copy : undefined;
      const { text, at } = await answered;
      const isInTime = isNew && after < COPY_AFTER;
      expect(text).toBe(isInTime ? NEW : (found ?? (comes ? says : 'error')));
      const saved = await (await cache.match(url))?.text();
      expect(saved).toBe(isNew && canFind && canPut ? NEW : copy);
      expect(isDone).toBe(true);
      const ends = comes || says === 'refusal' ? after : GIVE_UP_AFTER;
      const latest = Math.min(ends, GIVE_UP_AFTER);
      expect(at).toBe(found ? Math.min(latest, COPY_AFTER) : latest);
    }),
    { numRuns: 300 },
  );
});
