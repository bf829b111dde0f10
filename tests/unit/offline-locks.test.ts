import { describe, expect, it, vi } from 'vitest';
import { ifUnlocked, shareLock, withLock, withStolenLock } from '#offline/library/locks.ts';
import { fakeTheClock, timed } from '#support/fake-clock.ts';
import { createLocks } from '#support/offline-world.ts';
import { stubPage } from '#support/stubbed-page.ts';

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
  it('that is never released is waited for no longer than 25 seconds', async () => {
    stubLocks(isThere);
    fakeTheClock();
    withLock('held', never);
    expect(await timed(() => withLock('held', work))).toEqual({ value: 'done', after: 25_000 });
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
