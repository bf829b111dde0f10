import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeValues, readAllValues, readValues } from '#storage/device-store.ts';
import { fakeTheClock, timed } from '#support/fake-clock.ts';
import {
  closeDatabases,
  holdStorage,
  resetDevice,
  stallStorage,
  stored,
  upgradeDatabase,
} from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const put = (value: unknown) => changeValues([], () => [['key', value]]);

it.each(['InvalidStateError', 'UnknownError'])(
  'a database that the browser has closed with %s is opened again',
  async (error) => {
    await put('before');
    closeDatabases(error);
    expect(await readValues(['key'])).toEqual(['before']);
    closeDatabases(error);
    await put('after');
    closeDatabases(error);
    expect(await readAllValues()).toEqual([['key', 'after']]);
  },
);

it('an old tab lets another one upgrade the database, and then goes on with it', async () => {
  await put('before');
  expect(upgradeDatabase()).toBe(true);
  await put('after');
  expect(await readValues(['key'])).toEqual(['after']);
  expect(upgradeDatabase(), 'the reopened database').toBe(true);
});

describe('a database that takes longer than three seconds', () => {
  const isStored = () =>
    put('late').then(
      () => true,
      () => false,
    );

  it('has changed nothing once that is said', async () => {
    stallStorage();
    expect(await timed(isStored)).toEqual({ value: false, after: 3000 });
    expect(stored.has('key')).toBe(false);
  });

  it('decides itself what came of what it is already writing', async () => {
    fakeTheClock();
    const release = holdStorage();
    const ended = vi.fn();
    const storing = isStored().then(ended);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).not.toHaveBeenCalled();
    release();
    await storing;
    expect(ended).toHaveBeenCalledWith(stored.has('key'));
  });
});
