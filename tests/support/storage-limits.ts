import type { Page } from '@playwright/test';

/** Keeps the site's storage to what it holds now and so many bytes more; `lift` ends it. */
export const limitStorage = async (page: Page, more: number) => {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  const used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: used + more });
  return {
    lift: async () => {
      await session.send('Storage.overrideQuotaForOrigin', { origin });
      await session.detach();
    },
  };
};

/** Deletes every cache whose name is meant, as a browser short of space may. */
export const evictCaches = (page: Page, part = '') =>
  page.evaluate(async (text) => {
    const names = (await caches.keys()).filter((name) => name.includes(text));
    await Promise.all(names.map((name) => caches.delete(name)));
  }, part);

/** Deletes every database and what localStorage holds. */
export const evictDatabases = (page: Page) =>
  page.evaluate(async () => {
    localStorage.clear();
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    await Promise.all(
      names.map(
        (name) =>
          new Promise((resolve, reject) => {
            const request = indexedDB.deleteDatabase(name);
            request.onsuccess = resolve;
            request.onerror = reject;
          }),
      ),
    );
  });

/** Deletes one stored answer, from whichever exam's cache has it. */
export const evictEntry = (page: Page, address: string) =>
  page.evaluate(async (path) => {
    for (const name of await caches.keys()) {
      if (!name.startsWith('certdeck/exam/')) continue;
      await (await caches.open(name)).delete(path, { ignoreVary: true });
    }
  }, address);
