import { beforeEach, expect, it, vi } from 'vitest';
import { changeValues, readAllValues, readValues } from '#storage/device-store.ts';
import { closeDatabases, resetDevice, upgradeDatabase } from '#support/memory-store.ts';

vi.mock('idb-keyval', async () => (await import('#support/memory-store.ts')).memoryStore);

beforeEach(resetDevice);

const put = (value: unknown) => changeValues([], () => [['key', value]]);

it('a database that the browser has closed is opened again', async () => {
  await put('before');
  closeDatabases();
  expect(await readValues(['key'])).toEqual(['before']);
  closeDatabases();
  await put('after');
  closeDatabases();
  expect(await readAllValues()).toEqual([['key', 'after']]);
});

it('an old tab lets another one upgrade the database, and then goes on with it', async () => {
  await put('before');
  expect(upgradeDatabase()).toBe(true);
  await put('after');
  expect(await readValues(['key'])).toEqual(['after']);
  expect(upgradeDatabase(), 'the reopened database').toBe(true);
});
