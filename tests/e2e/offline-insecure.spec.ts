import { findBrowser } from '#support/browser.ts';
import { expect, savedLine, test } from '#support/offline-page.ts';
import { NO_STORAGE, practice } from '#support/short-run.ts';

const executablePath = findBrowser();

test.use({
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: ['--host-resolver-rules=MAP certdeck.test 127.0.0.1'],
  },
  baseURL: async ({ server }, use) => use(`http://certdeck.test:${server.port}`),
});

test('without https, an exam works online and says it can’t be saved', async ({ page }) => {
  await practice(page);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await expect(savedLine(page)).toHaveText(NO_STORAGE);
});
