import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createWorkQueue, type WorkOutcome } from '#offline/download/work-queue.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createGate } from '#support/gate.ts';

const done: WorkOutcome = { kind: 'done' };
const refused: WorkOutcome = { kind: 'failed', isUnreachable: false };
const unreachable: WorkOutcome = { kind: 'failed', isUnreachable: true };

const always = new AbortController().signal;
const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

it('a queue takes the network for gone after eight unreachable answers in a row', async () => {
  fakeTheClock();
  for (const [between, isNetworkGone] of [
    [unreachable, true],
    [done, false],
    [refused, false],
  ] as const) {
    let count = 0;
    const queue = createWorkQueue<number>(async () => {
      count += 1;
      return count % 8 === 0 ? between : unreachable;
    });
    queue.add(Array.from({ length: 8 }, (_, place) => place));
    const running = queue.run(1, () => 1, always);
    await vi.advanceTimersByTimeAsync(0);
    expect(count).toBe(8);
    const controlled = Promise.race([running, Promise.resolve({ isNetworkGone: false })]);
    expect(await controlled).toMatchObject({ isNetworkGone });
    await vi.runAllTimersAsync();
  }
});

it('a queue rejects with what an item throws, once the others in progress have ended', async () => {
  fakeTheClock();
  const gate = createGate();
  const begun: string[] = [];
  const queue = createWorkQueue<string>(async (work) => {
    begun.push(work);
    if (work === 'a') throw new Error('No room for the list');
    await gate.opened;
    return done;
  });
  queue.add(['a', 'b', 'c', 'd']);
  const outcome = queue.run(2, () => 2, always).catch((error) => error.message);
  await vi.advanceTimersByTimeAsync(5000);
  gate.open();
  expect(await outcome).toBe('No room for the list');
  expect(begun).toEqual(['a', 'b']);
});

const anyOutcome = fc.oneof(
  { weight: 3, arbitrary: fc.constant(done) },
  fc.constant(refused),
  fc.constant(unreachable),
  fc
    .nat({ max: 90_000 })
    .map((retryAfter): WorkOutcome => ({ kind: 'failed', isUnreachable: false, retryAfter })),
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
      const finished = new Map<string, number>();
      const tries = new Map<string, number>();
      let busy = 0;
      const queue = createWorkQueue<string>(async (work, add) => {
        const item = items[Number(work)];
        const tried = tries.get(work) ?? 0;
        tries.set(work, tried + 1);
        busy += 1;
        expect(busy).toBeLessThanOrEqual(lanes);
        await wait(item?.duration ?? 0);
        busy -= 1;
        const outcome = item?.outcomes[tried] ?? done;
        if (outcome.kind !== 'done') return outcome;
        finished.set(work, (finished.get(work) ?? 0) + 1);
        add(Array.from({ length: item?.images ?? 0 }, (_, n) => `${work} image ${n}`));
        return done;
      });
      queue.add(items.map((_, place) => `${place}`));
      const running = queue.run(lanes, () => lanes, always);
      const [end] = await Promise.all([running, vi.runAllTimersAsync()]);
      expect(busy).toBe(0);
      expect([...finished.values()].every((times) => times === 1)).toBe(true);
      expect([...tries.values()].every((times) => times <= 5)).toBe(true);
      expect(end.givenUp.some((work) => finished.has(work))).toBe(false);
      const images = items.reduce(
        (sum, item, place) => sum + (finished.has(`${place}`) ? item.images : 0),
        0,
      );
      const ended = finished.size + end.givenUp.length;
      if (end.isNetworkGone) expect(ended).toBeLessThanOrEqual(items.length + images);
      else expect(ended).toBe(items.length + images);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});
