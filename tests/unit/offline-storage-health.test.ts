import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createObservable } from '#offline/observable.ts';
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

describe('what the browser says of its storage', () => {
  it('is what is used and free, and whether it is kept', async () => {
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

  it('is never less than no room', async () => {
    stubStorage({ estimate: async () => ({ usage: 130, quota: 100 }) });
    expect(await checkStorage()).toEqual({ usage: 130, free: 0, isPersistent: false });
    stubStorage({ estimate: async () => ({ quota: 100 }) });
    expect(await checkStorage()).toMatchObject({ usage: undefined, free: 100 });
  });

  it.each([
    ['has no storage to ask', undefined],
    ['can not tell', {}],
    ['tells nothing', { estimate: async () => ({}), persisted: async () => false }],
    [
      'refuses',
      {
        estimate: () => Promise.reject(new Error('No')),
        persisted: () => Promise.reject(new Error('No')),
      },
    ],
  ])('is nothing where it %s', async (_, storage) => {
    stubStorage(storage);
    expect(await checkStorage()).toEqual(unknown);
  });
});

it('the browser is asked once to keep the site’s data, however often an exam starts', async () => {
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
