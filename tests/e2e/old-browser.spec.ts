import { expect, test } from '#support/fixtures.ts';

test('a browser that lacks what the app needs says so, and does not blame the server', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => {
    Object.assign(AbortSignal, { any: undefined });
  });
  await page.goto('/');
  await expect(page.getByText('This browser is too old for CertDeck')).toBeVisible();
  await expect(page.getByText('due to an error on our side')).toHaveCount(0);
  expect(server.requests('/sw.js')).toEqual([]);
});

test('a browser that has it all is told nothing', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Amazon Web Services' })).toBeVisible();
  await expect(page.getByText('This browser is too old')).toBeHidden();
});

test('a start asks once for the configuration', async ({ page, server }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Amazon Web Services' })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await server.requestCount('/config.json', 2);
  server.forgetRequests();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Amazon Web Services' })).toBeVisible();
  expect(server.requests('/config.json')).toHaveLength(1);
});
