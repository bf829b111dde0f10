import { describe, expect, it, vi } from 'vitest';
import { ifUnlocked, shareLock, withLock, withStolenLock } from '#offline/library/locks.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createGate } from '#support/gate.ts';
import { createLocks } from '#support/offline-world.ts';
import { flush, stubPage } from '#support/stubbed-page.ts';

const never = () => new Promise<never>(() => undefined);
const work = vi.fn(async () => 'done');

const stubLocks = (isThere = true) => {
  work.mockClear();
  stubPage(undefined, { locks: isThere ? createLocks() : undefined });
};

describe.each([
  ['with Web Locks', true],
  ['without them', false],
])('a lock %s', (_, isThere) => {
  it('that is never released is not waited for forever', async () => {
    fakeTheClock();
    stubLocks(isThere);
    withLock('held', never);
    const worked = withLock('held', work);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await worked).toBe('done');
  });

  it('does no work for an aborted caller', async () => {
    fakeTheClock();
    stubLocks(isThere);
    withLock('left', never);
    const controller = new AbortController();
    const outcome = withLock('left', work, controller.signal).catch(({ name }) => name);
    controller.abort();
    expect(await outcome).toBe('AbortError');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(work).not.toHaveBeenCalled();
  });

  it('makes its callers take turns, and only its own', async () => {
    stubLocks(isThere);
    const log: string[] = [];
    const perform = (name: string) => {
      const gate = createGate();
      const worked = withLock('queue', async () => {
        log.push(`${name} begins`);
        await gate.opened;
        log.push(`${name} ends`);
      });
      return { worked, end: gate.open };
    };
    const [first, second] = [perform('first'), perform('second')];
    await withLock('another', async () => log.push('other'));
    expect(log).toEqual(['first begins', 'other']);
    first.end();
    await first.worked;
    await vi.waitFor(() => expect(log).toContain('second begins'));
    const third = perform('third');
    third.end();
    await flush();
    expect(log.slice(2)).toEqual(['first ends', 'second begins']);
    second.end();
    await third.worked;
    expect(log.slice(4)).toEqual(['second ends', 'third begins', 'third ends']);
  });
});

it('work that throws after a long time is not repeated', async () => {
  fakeTheClock();
  stubLocks();
  const slow = vi.fn(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    throw new Error('spoilt');
  });
  await expect(withLock('long', slow)).rejects.toThrow('spoilt');
  expect(slow).toHaveBeenCalledOnce();
});

it('a stolen lock is held at once, and its former holder’s call rejects', async () => {
  stubLocks();
  const holder = withLock('stolen', never).catch(({ name }) => name);
  expect(await withStolenLock('stolen', work)).toBe('done');
  expect(await holder).toBe('AbortError');
});

it('a shared lock is held by several, and skips the work of others until all have released it', async () => {
  fakeTheClock();
  stubLocks();
  const sharers = [new AbortController(), new AbortController()].map((controller) => {
    const released = vi.fn();
    return { controller, released, held: shareLock('shared', controller.signal, released) };
  });
  await Promise.all(sharers.map(({ held }) => held));
  for (const { controller, released } of sharers) {
    expect(await ifUnlocked('shared', work)).toBeUndefined();
    expect(released).not.toHaveBeenCalled();
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(released).toHaveBeenCalledOnce();
  }
  expect(await ifUnlocked('shared', work)).toBe('done');
  expect(work).toHaveBeenCalledOnce();
});
