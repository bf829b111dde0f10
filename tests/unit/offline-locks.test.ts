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

/** Somebody holds every name and never lets go. */
const heldByOthers = {
  request: (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
};

it.each([
  ['with Web Locks', heldByOthers],
  ['without them', undefined],
])('a lock that is never released is not waited for without end, %s', async (_, locks) => {
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
])('who has gone does no work any more, %s', async (_, locks) => {
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

it('work that throws after a long time is not done again, either', async () => {
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
])('works under one name wait for each other, %s', async (_, locks) => {
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

describe('a lock that is stolen', () => {
  it('is had at once, and its holder learns of it', async () => {
    stubNavigator(createLocks());
    const holder = withLock('stolen', never).catch(({ name }) => name);
    expect(await withStolenLock('stolen', async () => 'done')).toBe('done');
    expect(await holder).toBe('AbortError');
  });

  it('lets who is stolen from in turn finish', async () => {
    stubNavigator(createLocks());
    const gate = createGate();
    const first = withStolenLock('stolen twice', async () => {
      await gate.opened;
      return 'first';
    });
    const second = withStolenLock('stolen twice', async () => 'second');
    gate.open();
    expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  });
});

describe('a lock that is shared', () => {
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

  it('is held by several until each lets go, and keeps others out meanwhile', async () => {
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

  it('is waited for half a second only', async () => {
    fakeTheClock();
    stubNavigator(createLocks());
    withLock('shared', never);
    const seen = share(new AbortController().signal);
    await turn(499);
    expect(seen.isHeld).toBe(false);
    await turn(1);
    expect(seen).toEqual({ isHeld: true, isReleased: false });
  });
});

describe('work that is done only if nobody has the lock', () => {
  const work = async () => 'done';

  it('is not waited for', async () => {
    stubNavigator(createLocks());
    expect(await ifUnlocked('free', work)).toBe('done');
    withLock('held', never);
    expect(await ifUnlocked('held', work)).toBeUndefined();
  });
});
