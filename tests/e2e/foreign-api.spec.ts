import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { savedLine, untilControlled } from '#support/offline-page.ts';
import { answer, goOn, picturesSettled } from '#support/runner-page.ts';
import { startStaticServer } from '#support/static-server.ts';

/** Goes through a run with images, from the home screen to the end. */
const practice = async (page: Page, site: string) => {
  await page.goto(site);
  await page.getByRole('link', { name: /Amazon Web Services/ }).click();
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: '50%2F', exact: true }) });
  await card.getByRole('link', { name: 'Start', exact: true }).click();
  await expect(page.getByText('About 50%2F?')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 2);
  await expect(page.getByRole('img', { name: 'A blue box' })).toBeVisible();
  await picturesSettled(page);
  const widths = await page.evaluate(() => [...document.images].map((img) => img.naturalWidth));
  expect(widths).toEqual([160, 160]);
  await answer(page, 1);
  await expect(page.getByText('Final Score: 1/2 (50%)')).toBeVisible();
};

test('the site on any static server works with an API on another origin', async ({ page, api }) => {
  const site = await startStaticServer(SITE, { config: { apiUrl: `${api.address}/` } });
  try {
    await practice(page, `${site.address}/`);
    await page.reload();
    await expect(page.getByText(/^Final Score: /)).toBeVisible();
    expect(api.requests('/api/*').length).toBeGreaterThan(3);
  } finally {
    await site.stop();
  }
});

test('our content policy allows the configured API and its images', async ({
  page,
  api,
  server,
}) => {
  server.site.configure({ apiUrl: api.address });
  await practice(page, server.address);
  // Requested from the default API before the configuration has loaded; the answer is dropped.
  const early = server.requests('/api/*').map(({ url }) => url);
  expect(early).toEqual(['/api/providers']);
  expect(server.requests('/images/*')).toEqual([]);
});

test('an image blocked by CORS says so, and the run goes on', async ({ page, api, server }) => {
  server.site.configure({ apiUrl: api.address });
  api.faults.set('/images/*', fault.withoutCors());
  // A bundle would bring the pictures along.
  api.faults.set('/api/exam', fault.status(404));
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto('/exams/aws/50%252F');
  await expect(page.getByText('About 50%2F?')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 2);
  const words = 'This picture can’t be shown: its server does not allow it (CORS).';
  await expect(page.getByRole('img', { name: `A blue box. ${words}` })).toHaveText(
    `A blue box. ${words}`,
  );
  await answer(page, 1);
  await expect(page.getByText('Final Score: 1/2 (50%)')).toBeVisible();
  expect(logged).toContain(`${api.address} must allow its images by CORS.`);

  await page.goto('/exams/aws');
  await expect(savedLine(page, '50%2F')).toContainText(
    'Partly saved: 1 of 2, 1 could not be read from the server.',
  );
});

test.describe('with a worker', () => {
  test.use(WITH_WORKER);

  test('the default API is not asked again for the worker', async ({ page, api, server }) => {
    server.site.configure({ apiUrl: api.address });
    await page.goto('/');
    await untilControlled(page);
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    await server.requestCount('/config.json', 2);
    // Once this has been answered, so has what was requested before it.
    await page.evaluate(() => fetch('/health').then((response) => response.text()));
    expect(server.requests('/api/providers')).toHaveLength(1);
  });
});
