import { expect, test } from '#support/fixtures.ts';
import { test as offlineTest, outages, untilControlled } from '#support/offline-page.ts';
import { address, answer, goOn, picturesSettled } from '#support/runner-page.ts';
import { awkwardNames } from '#support/test-bank.ts';

test('odd exam names survive every address', async ({ page, server }) => {
  for (const name of awkwardNames) {
    await test.step(name, async () => {
      server.forgetRequests();
      await page.goto('/exams/aws');
      const card = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name, exact: true }) });
      await card.getByRole('link', { name: 'Start', exact: true }).click();
      await expect(page.getByText(`About ${name}?`)).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(address('aws', name));

      await page.reload();
      await expect(page.getByText(`About ${name}?`)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

      await answer(page, 0);
      await goOn(page, 2, 2);
      await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
      await picturesSettled(page);
      const widths = await page.evaluate(() => [...document.images].map((img) => img.naturalWidth));
      expect(widths).toEqual([160, 160]);
      const asked = server.requests('/images/*').map(({ url }) => url);
      expect(asked).toContain(`/images/aws/${encodeURIComponent(name)}/pictured/img-1.png`);
      // This server has no bundles.
      const calls = server.requests(/^\/api\//).filter(({ url }) => !url.startsWith('/api/exam?'));
      expect(calls.map(({ status }) => status)).not.toContain(404);

      await page.goBack();
      await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible();
      await page.goForward();
      await expect(page.getByText(`About ${name}?`)).toBeVisible();
    });
  }
});

test('names with slashes survive everywhere', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: /A or B/ }).click();
  await expect(page).toHaveURL(/\/exams\/a%2Fb$/);
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(/\/exams\/a%2Fb\/a%2Fb$/);
  await page.reload();
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
  await picturesSettled(page);
  expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(160);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page).toHaveURL(/\/exams\/a%2Fb$/);
});

const unknown = ['/nope.html', '/exams/%', '/icons/x', '/assets/x'];

test('an unknown address gets the app’s 404 page', async ({ page }) => {
  for (const path of unknown) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
  }
  await page.goto('/exams/aws');
  await page.evaluate(() => {
    history.pushState(null, '', '/exams/aws/100%');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
});

for (const [outage, cut] of Object.entries(outages)) {
  offlineTest(
    `an unknown address gets the 404 page ${outage}`,
    async ({ page, context, server }) => {
      await page.goto('/');
      await untilControlled(page);
      await cut(context, server);
      for (const path of [...unknown, '/api/x', '/data/x']) {
        await page.goto(path);
        await expect(page.getByText('Oops! Page not found')).toBeVisible();
      }
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await expect(page.getByRole('heading', { name: 'CertDeck' })).toBeVisible();
    },
  );
}

offlineTest(
  'a worker leaves possible files and /health to the server',
  async ({ page, server }) => {
    await page.goto('/');
    await untilControlled(page);
    server.forgetRequests();
    const response = await page.goto('/nope.html');
    expect(response?.status()).toBe(404);
    expect(server.requests('/nope.html')).toHaveLength(1);
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    const health = await page.goto('/health');
    expect(health?.status()).toBe(200);
    expect(server.requests('/health')).toHaveLength(1);
    await expect(page.getByText('OK')).toBeVisible();
    await expect(page.getByText('Oops! Page not found')).toBeHidden();
  },
);

offlineTest('a browser that is too old is told so', async ({ page, server }) => {
  await page.addInitScript(() => {
    Object.assign(AbortSignal, { any: undefined });
  });
  await page.goto('/');
  await expect(page.getByText('This browser is too old for CertDeck')).toBeVisible();
  await expect(page.getByText('due to an error on our side')).toHaveCount(0);
  expect(server.requests('/sw.js')).toEqual([]);
});

offlineTest('a launch requests the configuration once', async ({ page, server }) => {
  const provider = page.getByRole('link', { name: 'Amazon Web Services' });
  await page.goto('/');
  await expect(provider).toBeVisible();
  await expect(page.getByText('This browser is too old')).toBeHidden();
  await untilControlled(page);
  // The worker asks for what loaded before it controlled the page.
  await server.requestCount('/config.json', 2);
  server.forgetRequests();
  await page.reload();
  await expect(provider).toBeVisible();
  expect(server.requests('/config.json')).toHaveLength(1);
});
