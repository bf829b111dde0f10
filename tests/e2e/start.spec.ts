import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import {
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

const bundle = /\/api\/exam\?/;

const start = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ hasText: smallExam.name })
    .getByRole('link', { name: 'Start' });

/** Resolves when the list has read ahead what its exams begin with. */
const untilPrepared = async (page: Page) => {
  await page.goto('/exams/aws');
  await page.waitForFunction(() => globalThis.prefetchedAnswers?.size === 4);
  await page.evaluate(async () => {
    const answers = [...(globalThis.prefetchedAnswers?.values() ?? [])];
    await Promise.all(answers.map(async (early) => (await early.answer).clone().text()));
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
};

/** Counts the placeholders that are ever on the page from now on. */
const watchPlaceholders = (page: Page) =>
  page.evaluate(() => {
    Object.assign(globalThis, { placeholders: 0 });
    new MutationObserver(() => {
      if (!document.querySelector('[data-placeholder]')) return;
      (globalThis as unknown as { placeholders: number }).placeholders += 1;
    }).observe(document, { childList: true, subtree: true });
  });

const readPlaceholders = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { placeholders: number }).placeholders);

test('Start shows the question at once, and all of the exam is saved in one answer', async ({
  page,
  context,
  server,
}) => {
  await untilPrepared(page);
  await watchPlaceholders(page);
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  await untilAvailable(page);
  expect(await readPlaceholders(page)).toBe(0);
  expect(server.requests(bundle)).toHaveLength(1);
  expect(server.requests(questionCall('01'))).toHaveLength(1);
  await untilControlled(page);
  await context.setOffline(true);
  await page.reload();
  await seeWholeExam(page);
});

test('a double click on Start begins one run, with nothing chosen', async ({ page }) => {
  await untilPrepared(page);
  await start(page).dblclick();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('Question 1 of 12')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await untilAvailable(page);
  await page.goBack();
  await expect(start(page)).toBeVisible();
  await expect(savedLine(page, smallExam.name)).toHaveText(/^Available offline/);
});

for (const [how, lose] of Object.entries(outages)) {
  test(`Start shows the question that is there already, ${how}; the rest comes later`, async ({
    page,
    context,
    server,
  }) => {
    await untilPrepared(page);
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

test('what failed while the list was shown is asked for again, and nobody learns of it', async ({
  page,
  server,
}) => {
  const list = /\/api\/questions\?/;
  server.faults.set(list, fault.status(503));
  const failed: string[] = [];
  page.on('response', (response) => response.status() === 503 && failed.push(response.url()));
  await page.goto('/exams/aws');
  await expect.poll(() => failed.length).toBeGreaterThan(1);
  server.faults.clear();
  await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    new MutationObserver(() => {
      if (document.body.textContent?.includes('Retry')) document.documentElement.id = 'failed';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await start(page).focus();
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await expect(page.locator('#failed')).toHaveCount(0);
});

test('Start opens what another tab is saving, and both have it whole', async ({
  page,
  context,
  server,
}) => {
  await untilPrepared(page);
  const held = fault.hold();
  server.faults.set(bundle, held);
  const other = await context.newPage();
  await other.goto(smallExamPage);
  await expect.poll(() => server.requests(bundle).length).toBe(1);
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  held.release();
  await untilAvailable(other);
  await untilAvailable(page);
  await seeWholeExam(page);
});

test('an exam that is left before it is open opens again', async ({ page }) => {
  await untilPrepared(page);
  await start(page).click();
  await page.goBack();
  await expect(start(page)).toBeVisible();
  await start(page).click();
  await expect(rows(page)).toHaveCount(4);
  await untilAvailable(page);
  await seeWholeExam(page);
});
