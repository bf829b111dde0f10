import { expect, it, onTestFinished, vi } from 'vitest';
import {
  askForPersistence,
  checkStorage,
  readStorageHealth,
  subscribeToStorageHealth,
} from '#offline/page/storage-health.ts';

const stubStorage = (storage: object | undefined) => {
  vi.stubGlobal('navigator', { storage });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
};
const answering = (estimate: object, isPersistent: boolean) => ({
  estimate: async () => estimate,
  persisted: async () => isPersistent,
});
const refuse = () => Promise.reject(new Error('No'));
const unknown = { usage: undefined, free: undefined, isPersistent: false };
const full = { usage: 130, free: 0, isPersistent: true };
const known = { usage: 30, free: 70, isPersistent: true };

it.each([
  ['tells everything', answering({ usage: 30, quota: 100 }, true), known],
  ['tells of more than it allows', answering({ usage: 130, quota: 100 }, true), full],
  ['has no storage to ask', undefined, unknown],
  ['can’t tell', {}, unknown],
  ['tells nothing', answering({}, false), unknown],
  ['refuses', { estimate: refuse, persisted: refuse }, unknown],
])('what is known about storage if the browser %s', async (_, storage, expected) => {
  stubStorage(storage);
  const listener = vi.fn();
  onTestFinished(subscribeToStorageHealth(listener));
  await checkStorage();
  expect(readStorageHealth()).toEqual(expected);
  expect(listener).toHaveBeenCalledOnce();
});

it('the browser is asked for persistent storage only once', async () => {
  let isPersistent = false;
  const persist = vi.fn(async () => {
    isPersistent = true;
    throw new Error('It was asked before');
  });
  stubStorage({ persist, persisted: async () => isPersistent });
  await askForPersistence();
  expect(readStorageHealth().isPersistent).toBe(true);
  await askForPersistence();
  expect(persist).toHaveBeenCalledOnce();
});
