import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ifUnlocked, shareLock, withLock, withStolenLock } from '#offline/library/locks.ts';
import { fakeTheClock } from '#support/fake-clock.ts';
import { createGate } from '#support/gate.ts';
import { createLocks } from '#support/offline-world.ts';

const never = () => new Promise<never>(() => undefined);

const stubNavigator = (locks: unknown) => {
  vi.stubGlobal('navigator', { locks });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
};

/** Another tab holds every lock and never releases it. */
const heldByOthers = {
  request: (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};

it.each([
  ['with Web Locks', heldByOthers],
  ['without them', undefined],
])('a lock that is never released is not waited for forever, %s', async (_, locks) => {
  fakeTheClock();
  stubNavigator(locks);
  const name = `held ${locks}`;
  if (!locks) withLock(name, never);
  const work = vi.fn(async () => 'done');
  const worked = withLock(name, work);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await worked).toBe('done');
});

it.each([
  ['with Web Locks', heldByOthers],
  ['without them', undefined],
])('an aborted caller does no work, %s', async (_, locks) => {
  fakeTheClock();
  stubNavigator(locks);
  const name = `left ${locks}`;
  if (!locks) withLock(name, never);
  const controller = new AbortController();
  const work = vi.fn(async () => 'done');
  const outcome = withLock(name, work, controller.signal).catch(({ name: error }) => error);
  controller.abort();
  expect(await outcome).toBe('AbortError');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).not.toHaveBeenCalled();
});

it('work that throws after a long time is not repeated', async () => {
  fakeTheClock();
  stubNavigator(createLocks());
  const work = vi.fn(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    throw new Error('spoilt');
  });
  await expect(withLock('long', work)).rejects.toThrow('spoilt');
  expect(work).toHaveBeenCalledOnce();
});

it.each([
  ['with Web Locks', createLocks()],
  ['without them', undefined],
])('callers with the same lock take turns, %s', async (_, locks) => {
  stubNavigator(locks);
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
  await withLock('another name', async () => log.push('other'));
  first.end();
  await first.worked;
  await vi.waitFor(() => expect(log).toContain('second begins'));
  const third = perform('third');
  third.end();
  await new Promise((resolve) => setImmediate(resolve));
  second.end();
  await third.worked;
  expect(log.filter((line) => line !== 'other')).toEqual([
    'first begins',
    'first ends',
    'second begins',
    'second ends',
    'third begins',
    'third ends',
  ]);
  expect(log.indexOf('other')).toBeLessThan(log.indexOf('first ends'));
});

describe('a stolen lock', () => {
  it('is held at once, and its former holder’s call rejects', async () => {
    stubNavigator(createLocks());
    const holder = withLock('stolen', never).catch(({ name }) => name);
    expect(await withStolenLock('stolen', async () => 'done')).toBe('done');
    expect(await holder).toBe('AbortError');
  });
});

describe('a shared lock', () => {
  const share = (signal: AbortSignal) => {
    const seen = { isHeld: false, isReleased: false };
    const released = () => {
      seen.isReleased = true;
    };
    shareLock('shared', signal, released).then(() => {
      seen.isHeld = true;
    });
    return seen;
  };
  const turn = (time = 0) => vi.advanceTimersByTimeAsync(time);

  it('is held by several callers, and keeps others out until all have released it', async () => {
    fakeTheClock();
    stubNavigator(createLocks());
    const controllers = [new AbortController(), new AbortController()];
    const [one, other] = controllers.map(({ signal }) => share(signal));
    await turn();
    expect([one, other]).toEqual(Array(2).fill({ isHeld: true, isReleased: false }));
    const work = vi.fn();
    await ifUnlocked('shared', work);
    controllers[0]?.abort();
    await turn();
    expect([one?.isReleased, other?.isReleased]).toEqual([true, false]);
    await ifUnlocked('shared', work);
    expect(work).not.toHaveBeenCalled();
    controllers[1]?.abort();
    await turn();
    await ifUnlocked('shared', work);
    expect(work).toHaveBeenCalledOnce();
  });
});

describe('work that needs a free lock', () => {
  const work = async () => 'done';

  it('is skipped if the lock is held', async () => {
    stubNavigator(createLocks());
    expect(await ifUnlocked('free', work)).toBe('done');
    withLock('held', never);
    expect(await ifUnlocked('held', work)).toBeUndefined();
  });
});
