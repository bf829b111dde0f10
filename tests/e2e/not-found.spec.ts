import { expect, outages, test, untilControlled } from '#support/offline-page.ts';

const typed = ['/nope.html', '/exams/%', '/icons/x', '/assets/x'];

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a typed address of no route gets the page of the app, and 404', async ({ page }) => {
    for (const address of typed) {
      const answer = await page.goto(address);
      expect(answer?.status()).toBe(404);
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
    }
  });
});

for (const [outage, cut] of Object.entries(outages)) {
  test(`the page of the app says so ${outage}, too`, async ({ page, context, server }) => {
    await page.goto('/');
    await untilControlled(page);
    await cut(context, server);
    for (const address of [...typed, '/api/x', '/data/x']) {
      await page.goto(address);
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
    }
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page.getByRole('heading', { name: 'CertDeck' })).toBeVisible();
  });
}

test('a worker asks the server for what may be a file', async ({ page, server }) => {
  await page.goto('/');
  await untilControlled(page);
  server.forgetRequests();
  const answer = await page.goto('/nope.html');
  expect(answer?.status()).toBe(404);
  expect(server.requests('/nope.html')).toHaveLength(1);
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
});

test('a worker leaves the word on the server’s health to the server', async ({ page }) => {
  await page.goto('/');
  await untilControlled(page);
  await page.goto('/health');
  await expect(page.getByText('The server is well.')).toBeVisible();
});
