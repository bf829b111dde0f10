import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { fakeTheClock } from '#support/fake-clock.ts';
import { type Network, silent, stalledAfter, unreachable } from '#support/stubbed-page.ts';
import { answerNetworkFirst } from '#worker/strategies.ts';

const timeouts = { copyAfter: 4000, giveUpAfter: 20_000 };
const NEW = 'valid new';
const OLD = 'valid old';

const anyCase = fc.record({
  /** When the headers come. */
  after: fc.integer({ min: 0, max: 25_000 }).filter((time) => time % 1000 !== 0),
  says: fc.constantFrom(NEW, 'rubbish', 'silence', 'half', 'refusal'),
  copy: fc.constantFrom(OLD, undefined),
  canFind: fc.boolean(),
  canPut: fc.boolean(),
});
const networks: Record<string, Network> = {
  silence: silent,
  half: stalledAfter('val'),
  refusal: unreachable,
};
const failing = async () => {
  throw new DOMException('No room', 'QuotaExceededError');
};

it('a request gets the newest valid answer in time, whatever network and caches do', async () => {
  fakeTheClock();
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ after, says, copy, canFind, canPut }) => {
      const began = Date.now();
      let saved: string | undefined = copy;
      let isDone = false;
      const { answer, whole } = answerNetworkFirst(
        {
          ask: (signal) =>
            Promise.race([
              silent('', { signal }),
              new Promise<void>((resolve) => setTimeout(resolve, after)).then(
                () => networks[says]?.('', { signal }) ?? new Response(says),
              ),
            ]),
          isValid: async (response) => (await response.text()).startsWith('valid'),
          findCopy: canFind ? async () => (saved ? new Response(saved) : undefined) : failing,
          putCopy: canPut
            ? async (response) => {
                saved = await response.text();
              }
            : failing,
        },
        timeouts,
      );
      whole.then(() => {
        isDone = true;
      });
      const answered = answer.then(async (response) => ({
        text: response.type === 'error' ? 'error' : await response.text(),
        at: Date.now() - began,
      }));
      await vi.advanceTimersByTimeAsync(30_000);

      const comes = [NEW, 'rubbish'].includes(says) && after < timeouts.giveUpAfter;
      const isNew = comes && says === NEW;
      const found = canFind ? copy : undefined;
      const { text, at } = await answered;
      const isInTime = isNew && after < timeouts.copyAfter;
      expect(text).toBe(isInTime ? NEW : (found ?? (comes ? says : 'error')));
      expect(saved).toBe(isNew && canPut ? NEW : copy);
      expect(isDone).toBe(true);
      const ends = comes || says === 'refusal' ? after : timeouts.giveUpAfter;
      const latest = Math.min(ends, timeouts.giveUpAfter);
      expect(at).toBe(found ? Math.min(latest, timeouts.copyAfter) : latest);
    }),
    { numRuns: 300 },
  );
});
