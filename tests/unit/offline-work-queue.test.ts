import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createWorkQueue, type WorkOutcome } from '#offline/download/work-queue.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createGate } from '#support/gate.ts';

const done: WorkOutcome = { kind: 'done' };
const stop: WorkOutcome = { kind: 'stop' };
const refused: WorkOutcome = { kind: 'failed', isUnreachable: false };
const unreachable: WorkOutcome = { kind: 'failed', isUnreachable: true };

const always = new AbortController().signal;
const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

type Perform = Parameters<typeof createWorkQueue<string>>[0];

/** A queue that notes what it performed, when, and how much of it at once. */
const observe = (perform: Perform) => {
  const seen = { works: [] as string[], times: [] as number[], busy: 0, mostBusy: 0 };
  const queue = createWorkQueue<string>(async (work, add) => {
    seen.works.push(work);
    seen.times.push(Date.now());
    seen.busy += 1;
    seen.mostBusy = Math.max(seen.mostBusy, seen.busy);
    try {
      return await perform(work, add);
    } finally {
      seen.busy -= 1;
    }
  });
  return { queue, seen };
};

const names = (count: number) => Array.from({ length: count }, (_, place) => `work ${place}`);

/** Runs to the end on the fake clock. */
const finish = async <T>(running: Promise<T>) => {
  const [result] = await Promise.all([running, vi.runAllTimersAsync()]);
  return result;
};

describe('a queue of work', () => {
  it('does each piece once, in order, and ends', async () => {
    const { queue, seen } = observe(async () => done);
    queue.add(['a', 'b', 'c']);
    const end = await queue.run(1, () => 1, always);
    expect(seen.works).toEqual(['a', 'b', 'c']);
    expect(end).toEqual({ givenUp: [], isNetworkGone: false, isStopped: false });
  });

  it('ends at once when there is nothing to do', async () => {
    const { queue, seen } = observe(async () => done);
    await queue.run(4, () => 4, always);
    expect(seen.works).toEqual([]);
  });

  it('uses all of its lanes and no more', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async () => {
      await wait(10);
      return done;
    });
    queue.add(names(10));
    await finish(queue.run(4, () => 4, always));
    expect(seen.mostBusy).toBe(4);
    expect(seen.works).toHaveLength(10);
  });

  it('leaves lanes free while it is told to, and takes them when it may', async () => {
    fakeTheClock();
    let lanes = 3;
    const { queue, seen } = observe(async () => {
      await wait(400);
      return done;
    });
    queue.add(names(40));
    const running = queue.run(4, () => lanes, always);
    await vi.advanceTimersByTimeAsync(1500);
    expect(seen.mostBusy).toBe(3);
    lanes = 4;
    await vi.advanceTimersByTimeAsync(1500);
    expect(seen.mostBusy).toBe(4);
    await finish(running);
    expect(new Set(seen.works).size).toBe(40);
  });

  it('takes pieces that join it at the front', async () => {
    const { queue, seen } = observe(async (work, add) => {
      if (work === 'question 1') add(['picture 1', 'picture 2']);
      return done;
    });
    queue.add(['question 1', 'question 2']);
    await queue.run(1, () => 1, always);
    expect(seen.works).toEqual(['question 1', 'picture 1', 'picture 2', 'question 2']);
  });

  it('keeps its lanes for pieces that may still join it', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async (work, add) => {
      await wait(5000);
      if (work === 'question') add(['picture 1', 'picture 2', 'picture 3']);
      return done;
    });
    queue.add(['question']);
    await finish(queue.run(4, () => 4, always));
    expect(seen.works).toHaveLength(4);
    expect(seen.mostBusy).toBeGreaterThanOrEqual(3);
  });

  it('begins what joins it at once where a lane is free, and ends with the last piece', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async (work, add) => {
      await wait(300);
      if (work === 'question') add(['picture']);
      await wait(300);
      return done;
    });
    queue.add(['question']);
    const began = Date.now();
    const running = queue.run(3, () => 2, always).then(() => Date.now());
    expect((await finish(running)) - began).toBe(900);
    expect(seen.times.map((time) => time - began)).toEqual([0, 300]);
  });

  it('brings what is preferred to the front and keeps the order of the rest', async () => {
    const { queue, seen } = observe(async (work) => {
      if (work === 'a') queue.prefer((other) => other.startsWith('preferred'));
      return done;
    });
    queue.add(['a', 'b', 'preferred 1', 'c', 'preferred 2']);
    await queue.run(1, () => 1, always);
    expect(seen.works).toEqual(['a', 'preferred 1', 'preferred 2', 'b', 'c']);
  });
});

describe('a piece of work that fails', () => {
  it('is tried five times with growing waits, and then given up', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async () => refused);
    queue.add(['a']);
    const end = await finish(queue.run(4, () => 4, always));
    expect(seen.works).toHaveLength(5);
    expect(end).toEqual({ givenUp: ['a'], isNetworkGone: false, isStopped: false });
    const waits = seen.times.slice(1).map((time, place) => time - (seen.times[place] ?? 0));
    waits.forEach((time, place) => {
      expect(time).toBeGreaterThanOrEqual(250 * 2 ** place);
      expect(time).toBeLessThanOrEqual(500 * 2 ** place + 20);
    });
  });

  it('is done when a later try succeeds', async () => {
    fakeTheClock();
    let tries = 0;
    const { queue } = observe(async () => {
      tries += 1;
      return tries < 5 ? refused : done;
    });
    queue.add(['a']);
    expect((await finish(queue.run(1, () => 1, always))).givenUp).toEqual([]);
    expect(tries).toBe(5);
  });

  it('does not hold up the others', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async (work) => (work === 'a' ? refused : done));
    queue.add(['a', 'b', 'c']);
    const began = Date.now();
    const end = await finish(queue.run(1, () => 1, always));
    expect(seen.works.slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(seen.times[2]).toBe(began);
    expect(end.givenUp).toEqual(['a']);
  });

  it('comes back no sooner than the server asks for', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async () =>
      seen.works.length === 1 ? { kind: 'failed', isUnreachable: false, retryAfter: 30_000 } : done,
    );
    queue.add(['a']);
    const began = Date.now();
    await finish(queue.run(1, () => 1, always));
    expect(seen.times[1]).toBeGreaterThanOrEqual(began + 30_000);
    expect(seen.times[1]).toBeLessThan(began + 31_100);
  });
});

describe('a queue that can not go on', () => {
  it('ends on a full device, with what is under way', async () => {
    fakeTheClock();
    const { queue, seen } = observe(async (work) => {
      await wait(10);
      return work === 'work 2' ? stop : done;
    });
    queue.add(names(20));
    const end = await finish(queue.run(3, () => 3, always));
    expect(end).toEqual({ givenUp: [], isNetworkGone: false, isStopped: true });
    expect(seen.works.length).toBeLessThanOrEqual(5);
    expect(seen.busy).toBe(0);
  });

  it('takes the network for gone after eight unreachable answers in a row', async () => {
    const { queue, seen } = observe(async () => unreachable);
    queue.add(names(20));
    const end = await queue.run(1, () => 1, always);
    expect(end.isNetworkGone).toBe(true);
    expect(seen.works).toHaveLength(8);
  });

  it('does not take the network for gone when anything else comes between', async () => {
    fakeTheClock();
    for (const between of [done, refused]) {
      const { queue, seen } = observe(async (work) =>
        Number(work.slice(5)) % 8 === 7 ? between : unreachable,
      );
      queue.add(names(16));
      const running = queue.run(1, () => 1, always);
      await vi.advanceTimersByTimeAsync(0);
      expect(seen.works).toHaveLength(16);
      await finish(running);
    }
  });

  it('ends when it is aborted, however long the wait would be', async () => {
    fakeTheClock();
    const controller = new AbortController();
    const { queue, seen } = observe(async () => ({
      kind: 'failed',
      isUnreachable: false,
      retryAfter: 60_000,
    }));
    queue.add(['a']);
    const running = queue.run(4, () => 4, controller.signal);
    await vi.advanceTimersByTimeAsync(100);
    controller.abort();
    await running;
    expect(seen.works).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects when a piece throws, and starts no other one then', async () => {
    fakeTheClock();
    const gate = createGate();
    const { queue, seen } = observe(async (work) => {
      if (work === 'work 0') throw new Error('No room for the list');
      await gate.opened;
      return done;
    });
    queue.add(names(10));
    const running = queue.run(2, () => 2, always);
    const outcome = running.catch((error) => error.message);
    await vi.advanceTimersByTimeAsync(5000);
    gate.open();
    expect(await outcome).toBe('No room for the list');
    await vi.advanceTimersByTimeAsync(5000);
    expect(seen.works).toEqual(['work 0', 'work 1']);
    expect(seen.busy).toBe(0);
  });
});

describe('a queue, whatever happens', () => {
  const anyOutcome = fc.oneof(
    { weight: 3, arbitrary: fc.constant(done) },
    fc.constant(refused),
    fc.constant(unreachable),
    fc
      .nat({ max: 90_000 })
      .map((retryAfter): WorkOutcome => ({ kind: 'failed', isUnreachable: false, retryAfter })),
  );
  const anyPiece = fc.record({
    outcomes: fc.array(anyOutcome, { maxLength: 6 }),
    duration: fc.nat({ max: 3000 }),
    pictures: fc.nat({ max: 3 }),
  });

  it('does or gives up each piece once, with at most so many at a time, or finds the network gone', async () => {
    fakeTheClock();
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyPiece, { maxLength: 20 }),
        fc.integer({ min: 1, max: 5 }),
        async (pieces, lanes) => {
          const finished = new Map<string, number>();
          const tries = new Map<string, number>();
          const { queue, seen } = observe(async (work, add) => {
            const piece = pieces[Number(work)];
            const tried = tries.get(work) ?? 0;
            tries.set(work, tried + 1);
            await wait(piece?.duration ?? 0);
            const outcome = piece?.outcomes[tried] ?? done;
            if (outcome.kind !== 'done') return outcome;
            finished.set(work, (finished.get(work) ?? 0) + 1);
            add(Array.from({ length: piece?.pictures ?? 0 }, (_, n) => `${work} picture ${n}`));
            return done;
          });
          queue.add(pieces.map((_, place) => `${place}`));
          const end = await finish(queue.run(lanes, () => lanes, always));
          expect(seen.mostBusy).toBeLessThanOrEqual(lanes);
          expect(seen.busy).toBe(0);
          expect([...finished.values()].every((times) => times === 1)).toBe(true);
          expect([...tries.values()].every((times) => times <= 5)).toBe(true);
          expect(end.givenUp.some((work) => finished.has(work))).toBe(false);
          const pictures = pieces.reduce(
            (sum, piece, place) => sum + (finished.has(`${place}`) ? piece.pictures : 0),
            0,
          );
          const ended = finished.size + end.givenUp.length;
          if (end.isNetworkGone) expect(ended).toBeLessThanOrEqual(pieces.length + pictures);
          else expect(ended).toBe(pieces.length + pictures);
        },
      ),
      { numRuns: 60 },
    );
  });
});
