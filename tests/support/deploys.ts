import type { BrowserContext, Page } from '@playwright/test';
import { makeBuild, removeBuild } from './next-build.ts';
import { builtSite, expect, test as offlineTest } from './offline-page.ts';

type Deploys = {
  /** Serves another build from now on. What the last one had and this one has not is gone. */
  deploy: (build: string) => Promise<void>;
};

export const test = offlineTest.extend<Deploys>({
  deploy: async ({ server }, use) => {
    const folders: string[] = [];
    await use(async (build) => {
      const folder = await makeBuild(builtSite, build);
      folders.push(folder);
      await server.site.use(folder);
    });
    await Promise.all(folders.map(removeBuild));
  },
});

/** Resolves when the page runs the build of that name; the first one has none. */
export const expectBuild = (page: Page, build: string | undefined) =>
  build === undefined
    ? expect(page.locator('html')).not.toHaveAttribute('data-build')
    : expect(page.locator('html')).toHaveAttribute('data-build', build);

/** Has the app look for another version, as it does when the network returns. */
export const loseNetworkForAMoment = async (context: BrowserContext) => {
  await context.setOffline(true);
  await context.setOffline(false);
};

export const updateNotice = (page: Page) => page.getByText('A new version is ready');

export const updateNow = (page: Page) => page.getByRole('button', { name: 'Update now' }).click();

/** Resolves when no worker is on its way, waits, or is being installed: the last one has settled. */
export const untilUpToDate = (page: Page) =>
  page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (
      registration?.active?.state === 'activated' &&
      !registration.waiting &&
      !registration.installing
    );
  });

/** Leaves a trace in the document, which a reload would wipe out. */
export const markDocument = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset.marked = 'yes';
  });

export const expectNotReloaded = (page: Page) =>
  expect(page.locator('html')).toHaveAttribute('data-marked', 'yes');

export { expect };
