import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { address, answer, goOn, jumpTo, rows } from '#support/runner-page.ts';

const EXAM = address('aws', 'A Long Exam');

/** How many answers of the whole exam's run lie on the device. */
const countKept = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('certdeck');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const reading = opening.result
            .transaction('learner')
            .objectStore('learner')
            .get(`run/${encodeURIComponent(location.origin)}/aws/A%20Long%20Exam/all`);
          reading.onerror = reject;
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result?.results.length ?? 0);
          };
        };
      }),
  );

const open = async (page: Page) => {
  await page.goto(EXAM);
  await expect(rows(page)).toHaveCount(4);
};

const answerFrom = async (page: Page, first: number, count: number) => {
  for (let number = first; number < first + count; number += 1) {
    if (number > first) await goOn(page, number, 45);
    await answer(page, 0);
  }
};

/** Hides the page, or brings it to the front; without a screen every tab is in front. */
const look = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: visibilityState,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const goOnInAnotherTab = async (context: BrowserContext, number: number) => {
  const page = await context.newPage();
  await open(page);
  await page.getByRole('button', { name: `Continue at question ${number} of 45` }).click();
  await expect(page.getByText(`Question ${number} of 45`)).toBeVisible();
  return page;
};

test('an old tab undoes nothing when it is hidden, reloaded, or left', async ({
  page,
  context,
}) => {
  await open(page);
  await answerFrom(page, 1, 2);
  await expect.poll(() => countKept(page)).toBe(2);
  const newer = await goOnInAnotherTab(context, 2);
  await goOn(newer, 3, 45);
  await answerFrom(newer, 3, 6);
  await expect.poll(() => countKept(newer)).toBe(8);
  await newer.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue at question 8 of 45' })).toBeVisible();
  expect(await countKept(page)).toBe(8);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible();
  expect(await countKept(page)).toBe(8);
});

test('an old tab takes the newer run over when it comes to the front', async ({
  page,
  context,
}) => {
  await open(page);
  await answerFrom(page, 1, 1);
  await expect.poll(() => countKept(page)).toBe(1);
  await look(page, 'hidden');
  const newer = await goOnInAnotherTab(context, 1);
  await goOn(newer, 2, 45);
  await answerFrom(newer, 2, 3);
  await expect.poll(() => countKept(newer)).toBe(4);
  await newer.close();
  await expect(page.getByText('Score: 1/1')).toBeVisible();
  await look(page, 'visible');
  await expect(page.getByText('Score: 4/4')).toBeVisible();
  await expect(page.getByText('Question 4 of 45')).toBeVisible();
});

test('two tabs side by side lose no answer of each other', async ({ page, context }) => {
  await open(page);
  await answerFrom(page, 1, 1);
  await expect.poll(() => countKept(page)).toBe(1);
  const other = await goOnInAnotherTab(context, 1);
  await jumpTo(other, 20);
  await expect(other.getByText('Question 20 of 45')).toBeVisible();
  await goOn(page, 2, 45);
  await Promise.all([answer(page, 0), answer(other, 1)]);
  await expect(page.getByText('Score: 2/3')).toBeVisible();
  await expect(other.getByText('Score: 2/3')).toBeVisible();
  await expect(page.getByText('Question 2 of 45')).toBeVisible();
  expect(await countKept(page)).toBe(3);
});

test('a page that goes begins no transaction, and loses neither its flag nor its time', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const begin = IDBDatabase.prototype.transaction;
    let isLeaving = false;
    addEventListener('pagehide', () => {
      isLeaving = true;
    });
    IDBDatabase.prototype.transaction = function (...given) {
      if (isLeaving) sessionStorage.setItem('begun', 'yes');
      return begin.apply(this, given);
    };
  });
  await open(page);
  await page.getByRole('button', { name: 'Flag', exact: true }).click();
  await rows(page).nth(2).click();
  await page.goto('/exams/aws');
  expect(await page.evaluate(() => sessionStorage.getItem('begun'))).toBeNull();
  await open(page);
  await page.getByRole('button', { name: 'Continue at question 1 of 45' }).click();
  await expect(page.getByRole('button', { name: 'Flag', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
});

test('a set takes no place of a run over the whole exam', async ({ page }) => {
  await open(page);
  await answerFrom(page, 1, 3);
  await page.goto(`${EXAM}?questions=10`);
  await expect(rows(page)).toHaveCount(4);
  await answer(page, 0);
  await open(page);
  await page.getByRole('button', { name: 'Continue one of 2 runs' }).click();
  const list = page.getByRole('dialog', { name: 'Continue' });
  await expect(list.getByRole('listitem')).toHaveText([/^Whole exam/, /^Set of 10/]);
  await list.getByRole('button', { name: 'Continue at question 3 of 45' }).click();
  await expect(page.getByText('Score: 3/3')).toBeVisible();
});

test('without a database the learner is told once, and can export', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Denied', 'SecurityError');
    };
  });
  await open(page);
  const words = page.getByText("Your answers can't be saved on this device right now");
  await expect(words).toHaveCount(0);
  await answer(page, 0);
  await expect(words).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await downloading).path();
  const { exams } = JSON.parse(await readFile(file, 'utf8'));
  expect(exams[0].runs[0].results).toHaveLength(1);
  await goOn(page, 2, 45);
  await answer(page, 0);
  await expect(words).toHaveCount(0);
});

test('an answer counts at once, while the library of spaced review is still on its way', async ({
  page,
  server,
}) => {
  const held = fault.hold();
  server.faults.set(/assets\/review-/, held);
  await open(page);
  await answer(page, 1);
  await expect.poll(() => countKept(page)).toBe(1);
  await page.goto('/');
  await expect(page.getByText('Practiced on 1 of the last 7 days')).toBeVisible();
  await page.getByRole('link', { name: '1 to review · about 1 min' }).click();
  await expect(page.getByText('Question 1 of 1')).toBeVisible();
  held.release();
});

test('an answer whose write the page took with it counts in the lists before its exam is opened again', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The page is going', 'InvalidStateError');
    };
  });
  await answer(page, 1);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Continue · question 1 of 45' })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 to review · about 1 min' })).toBeVisible();
  await page.goto('/exams/aws');
  await expect(page.getByRole('button', { name: 'Progress: A Long Exam' })).toBeEnabled();
});
