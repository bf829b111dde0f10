import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import {
  cardOf,
  expect,
  outages,
  savedLine,
  seeWholeExam,
  test,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, rows } from '#support/runner-page.ts';
import { questionCall, smallExam, smallExamPage } from '#support/small-exam.ts';

test.use({ hasBundles: true });

const bundle = /\/api\/exam\?/;
const prefetched = /\/api\/questions?\?/;

const start = (page: Page) => cardOf(page, smallExam.name).getByRole('link', { name: 'Start' });

/** Opens the list; resolves when the first question of both its exams has been prefetched. */
const openList = async (page: Page) => {
  const requests: Promise<unknown>[] = [];
  page.on('requestfinished', (request) => {
    if (prefetched.test(request.url())) requests.push(request.response());
  });
  await page.goto('/exams/aws');
  await expect.poll(() => requests.length).toBe(4);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
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

test('Start shows the question at once, and all of the exam is saved from one bundle', async ({
  page,
  context,
  server,
}) => {
  await openList(page);
  await watchFor(page, '[data-placeholder]');
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  await untilAvailable(page);
  expect(await wasSeen(page)).toBe(false);
  expect(server.requests(bundle)).toHaveLength(1);
  expect(server.requests(questionCall('01'))).toHaveLength(1);
  await untilControlled(page);
  await context.setOffline(true);
  await page.reload();
  await seeWholeExam(page);
});

test('a double click on Start begins one run, with nothing chosen', async ({ page }) => {
  await openList(page);
  await start(page).dblclick();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('Question 1 of 12')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await untilAvailable(page);
  await page.goBack();
  await expect(start(page)).toBeVisible();
  await expect(savedLine(page, smallExam.name)).toHaveText(/^Available offline/);
});

for (const [outage, lose] of Object.entries(outages)) {
  test(`${outage}, Start shows the question that was prefetched, and the rest comes later`, async ({
    page,
    context,
    server,
  }) => {
    await openList(page);
    await lose(context, server);
    await start(page).click();
    await expect(rows(page)).toHaveCount(4);
    await answer(page, 0);
    await context.setOffline(false);
    await server.accept();
    await page.reload();
    await untilAvailable(page);
    await page.getByRole('button', { name: 'Continue at question 1 of 12' }).click();
    await expect(page.locator('[data-verdict]').first()).toBeVisible();
  });
}

test('a prefetch that failed is repeated at Start, and the learner sees no error', async ({
  page,
  server,
}) => {
  server.faults.set(/\/api\/questions\?/, fault.status(503));
  await page.goto('/exams/aws');
  for (const { ended } of await server.requestCount(/\/api\/questions\?/, 2)) await ended;
  server.faults.clear();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await watchFor(page, 'body', 'Retry');
  await start(page).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  expect(await wasSeen(page)).toBe(false);
});

test('Start opens an exam that another tab is saving, and both have it whole', async ({
  page,
  context,
  server,
}) => {
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

test('an exam that is left before it is open opens again', async ({ page }) => {
  await openList(page);
  await start(page).click();
  await page.goBack();
  await expect(start(page)).toBeVisible();
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  await untilAvailable(page);
  await seeWholeExam(page);
});
