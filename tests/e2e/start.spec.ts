import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import {
  cardOf,
  expect,
  outages,
  seeWholeExam,
  test,
  untilAvailable,
  untilControlled,
  WITH_BUNDLES,
} from '#support/offline-page.ts';
import { answer, rows } from '#support/runner-page.ts';
import { questionCall, smallExam, smallExamPage } from '#support/small-exam.ts';

test.use(WITH_BUNDLES);

const bundle = /\/api\/exam\?/;
const prefetched = /\/api\/questions?\?/;

const start = (page: Page) =>
  cardOf(page, smallExam.name).getByRole('link', { name: 'Start', exact: true });

const untilIdle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

/**
 * Opens the list; resolves when both its exams have been prefetched with their first question, and the
 * larger one with that of its next set.
 */
const openList = async (page: Page) => {
  const answered = new Set<string>();
  page.on('requestfinished', (request) => {
    if (prefetched.test(request.url())) answered.add(request.url());
  });
  await page.goto('/exams/aws');
  await expect.poll(() => answered.size).toBeGreaterThanOrEqual(4);
  await untilIdle(page);
};

/** From now on, notes whether a text or an element of some kind was ever on the page. */
const watchFor = (page: Page, selector: string, text = '') =>
  page.evaluate(
    ([wanted, words]) => {
      const look = () => {
        const found = [...document.querySelectorAll(wanted)];
        if (!found.some(({ textContent }) => textContent?.includes(words))) return;
        Object.assign(globalThis, { wasSeen: true });
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    },
    [selector, text] as const,
  );

const wasSeen = (page: Page) =>
  page.evaluate(() => (globalThis as { wasSeen?: boolean }).wasSeen ?? false);

test('Start shows the question at once and saves one bundle', async ({ page, context, server }) => {
  await openList(page);
  await watchFor(page, '[data-placeholder]');
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  await untilAvailable(page);
  expect(await wasSeen(page)).toBe(false);
  const sent = server
    .requests(bundle)
    .map((asked) => [asked.status, asked.headers['if-none-match']]);
  expect(sent).toEqual([[200, undefined]]);
  expect(server.requests(questionCall('01'))).toHaveLength(1);
  await untilControlled(page);
  await context.setOffline(true);
  await page.reload();
  await seeWholeExam(page);
});

test('a set shows its first question at once, another one each time', async ({ page, server }) => {
  const practice = cardOf(page, smallExam.name).getByRole('link', { name: 'Practice 10' });
  const asked = async () => (await page.getByRole('article').textContent()) ?? '';
  await page.goto('/exams/aws');
  const firsts = new Set<string>();
  for (let round = 0; round < 6; round += 1) {
    await practice.waitFor();
    // What the set needs is there once all is quiet.
    await page.waitForLoadState('networkidle');
    await untilIdle(page);
    if (round === 0) {
      server.faults.set(/^\/api\//, fault.hold());
      await watchFor(page, '[data-placeholder]');
    }
    await practice.click();
    await expect(page.getByText('Question 1 of 10')).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    if (round === 0) expect(await wasSeen(page)).toBe(false);
    server.faults.clear();
    firsts.add(await asked());
    await page.goBack();
  }
  expect(firsts.size).toBeGreaterThan(1);
});

for (const [outage, lose] of Object.entries(outages)) {
  test(`${outage}, Start shows the prefetched question`, async ({ page, context, server }) => {
    await openList(page);
    await lose(context, server);
    await start(page).click();
    await expect(rows(page)).toHaveCount(4);
    await answer(page, 0);
    await context.setOffline(false);
    await server.accept();
    await page.reload();
    await untilAvailable(page);
    await page.getByRole('button', { name: 'Continue at question 2 of 12' }).click();
    await expect(page.getByText(/^Score: [01]\/1$/)).toBeVisible();
  });
}

test('Start silently repeats a failed prefetch', async ({ page, server }) => {
  server.faults.set(/\/api\/questions\?/, fault.status(503));
  const failed: string[] = [];
  page.on('response', (response) => response.status() === 503 && failed.push(response.url()));
  await page.goto('/exams/aws');
  await expect.poll(() => failed.length).toBeGreaterThan(1);
  server.faults.clear();
  await untilIdle(page);
  await watchFor(page, 'body', 'could not be loaded');
  await start(page).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  expect(await wasSeen(page)).toBe(false);
});

test('Start opens an exam that another tab is saving', async ({ page, context, server }) => {
  await openList(page);
  const held = fault.hold();
  server.faults.set(bundle, held);
  const other = await context.newPage();
  await other.goto(smallExamPage);
  await server.requestCount(bundle, 1);
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  held.release();
  await untilAvailable(other);
  await untilAvailable(page);
  await seeWholeExam(page);
});

test('an exam left before it opened opens again', async ({ page }) => {
  await openList(page);
  await start(page).click();
  await page.goBack();
  await expect(start(page)).toBeVisible();
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  await untilAvailable(page);
  await seeWholeExam(page);
});
