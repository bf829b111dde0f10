import { expect, it, onTestFinished, vi } from 'vitest';
import { withLock } from '#offline/locks.ts';
import { fakeTheClock } from '#support/fake-clock.ts';

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

it('what the work itself throws is passed on, and the work not done again', async () => {
  stubNavigator(undefined);
  const work = vi.fn(() => Promise.reject(new Error('spoilt')));
  await expect(withLock('thrown', work)).rejects.toThrow('spoilt');
  expect(work).toHaveBeenCalledOnce();
});
