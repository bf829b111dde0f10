import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createWorkQueue, type WorkOutcome } from '#offline/download/work-queue.ts';
import { fakeTheClock } from '#support/fake-clock.ts';

const done: WorkOutcome = { kind: 'done' };
const refused: WorkOutcome = { kind: 'failed', isUnreachable: false };
const unreachable: WorkOutcome = { kind: 'failed', isUnreachable: true };

const always = new AbortController().signal;
const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
const itemsUpTo = (count: number) => Array.from({ length: count }, (_, place) => `${place}`);

it.each([
  ['is gone after eight unreachable items', unreachable, true],
  ['is not gone if the eighth is done', done, false],
  ['is not gone if the eighth is refused', refused, false],
])('for a queue the network %s', async (_, eighth, isGone) => {
  fakeTheClock();
  let count = 0;
  const queue = createWorkQueue<string>(async () => {
    count += 1;
    return count % 8 === 0 ? eighth : unreachable;
  });
  queue.add(itemsUpTo(8));
  const ended = vi.fn();
  queue.run(1, () => 1, always).then(ended);
  await vi.advanceTimersByTimeAsync(0);
  expect(count).toBe(8);
  expect(ended).toHaveBeenCalledTimes(isGone ? 1 : 0);
  await vi.runAllTimersAsync();
});

const anyOutcome = fc.oneof(
  { weight: 3, arbitrary: fc.constant(done) },
  fc.constantFrom(refused, unreachable),
  fc.nat({ max: 90_000 }).map((retryAfter): WorkOutcome => ({ ...refused, retryAfter })),
);
const anyItem = fc.record({
  outcomes: fc.array(anyOutcome, { maxLength: 6 }),
  duration: fc.nat({ max: 3000 }),
  images: fc.nat({ max: 3 }),
});

it('a queue does or gives up each item once, in its lanes, unless the network is gone', async () => {
  fakeTheClock();
  const property = fc.asyncProperty(
    fc.array(anyItem, { maxLength: 20 }),
    fc.integer({ min: 1, max: 5 }),
    async (items, lanes) => {
      const finished: string[] = [];
      const tries = new Map<string, number>();
      let busy = 0;
      const queue = createWorkQueue<string>(async (work, add) => {
        const item = items[Number(work)];
        const tried = tries.get(work) ?? 0;
        expect(tried).toBeLessThan(5);
        tries.set(work, tried + 1);
        busy += 1;
        expect(busy).toBeLessThanOrEqual(lanes);
        await wait(item?.duration ?? 0);
        busy -= 1;
        const outcome = item?.outcomes[tried] ?? done;
        if (outcome.kind !== 'done') return outcome;
        finished.push(work);
        add(itemsUpTo(item?.images ?? 0).map((number) => `${work} image ${number}`));
        return done;
      });
      queue.add(itemsUpTo(items.length));
      const running = queue.run(lanes, () => lanes, always);
      const [end] = await Promise.all([running, vi.runAllTimersAsync()]);
      expect(busy).toBe(0);
      const ended = [...finished, ...end.givenUp];
      expect(new Set(ended).size).toBe(ended.length);
      const images = items
        .filter((_, place) => finished.includes(`${place}`))
        .map((item) => item.images);
      const all = images.reduce((sum, count) => sum + count, items.length);
      if (end.isNetworkGone) expect(ended.length).toBeLessThanOrEqual(all);
      else expect(ended).toHaveLength(all);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});
