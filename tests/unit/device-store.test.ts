import { beforeEach, expect, it, vi } from 'vitest';
import { changeValues, readAllValues, readValues } from '#storage/device-store.ts';
import { closeDatabases, resetDevice, upgradeDatabase } from '#support/memory-store.ts';

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
