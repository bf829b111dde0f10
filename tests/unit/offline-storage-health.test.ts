import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

const unknown = { usage: undefined, free: undefined, isPersistent: false };

describe('what the browser says about its storage', () => {
  it('is what is used, what is free, and whether it is persistent', async () => {
    stubStorage({
      estimate: async () => ({ usage: 30, quota: 100 }),
      persisted: async () => true,
    });
    const listener = vi.fn();
    onTestFinished(subscribeToStorageHealth(listener));
    expect(await checkStorage()).toEqual({ usage: 30, free: 70, isPersistent: true });
    expect(readStorageHealth().free).toBe(70);
    expect(listener).toHaveBeenCalledOnce();
  });

  it.each([
    ['has no storage to ask', undefined],
    ['can’t tell', {}],
    ['tells nothing', { estimate: async () => ({}), persisted: async () => false }],
    [
      'refuses',
      {
        estimate: () => Promise.reject(new Error('No')),
        persisted: () => Promise.reject(new Error('No')),
      },
    ],
  ])('is nothing if it %s', async (_, storage) => {
    stubStorage(storage);
    expect(await checkStorage()).toEqual(unknown);
  });
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
