import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { readStoredRun } from '#support/offline-page.ts';
import { practiced } from '#support/practiced.ts';
import { address, answer, goOn, jumpTo, rows } from '#support/runner-page.ts';
import { recordOf } from '#support/stored-runs.ts';

const EXAM = address('aws', 'A Long Exam');

const open = async (page: Page) => {
  await page.goto(EXAM);
  await expect(rows(page)).toHaveCount(4);
};

/** Resolves when so many answers of the run over the whole exam are stored. */
const untilStored = (page: Page, answers: number) =>
  expect.poll(async () => (await readStoredRun(page, 'A Long Exam')).results.length).toBe(answers);

/** Answers from the question on screen on. */
const answerFrom = async (page: Page, first: number, last: number) => {
  for (let number = first; number <= last; number += 1) {
    if (number > first) await goOn(page, number, 45);
    await answer(page, 0);
  }
  await untilStored(page, last);
};

/** Headless, every tab counts as visible, so the page is told otherwise. */
const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      value: visibilityState,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const continueInAnotherTab = async (context: BrowserContext, number: number) => {
  const page = await context.newPage();
  await open(page);
  await page.getByRole('button', { name: `Continue at question ${number} of 45` }).click();
  await expect(page.getByText(`Question ${number} of 45`)).toBeVisible();
  return page;
};

test('an old tab undoes nothing when hidden, reloaded, or left', async ({ page, context }) => {
  await open(page);
  await answerFrom(page, 1, 1);
  const newer = await continueInAnotherTab(context, 2);
  await answerFrom(newer, 2, 4);
  await newer.close();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide')));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Continue at question 5 of 45' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'aws' })).toBeVisible();
  await untilStored(page, 4);
});

test('an old tab catches up when it comes to the front', async ({ page, context }) => {
  await open(page);
  await answerFrom(page, 1, 1);
  await setVisibility(page, 'hidden');
  const newer = await continueInAnotherTab(context, 2);
  await answerFrom(newer, 2, 3);
  await newer.close();
  await expect(page.getByText('Score: 1/1')).toBeVisible();
  await setVisibility(page, 'visible');
  await expect(page.getByText('Score: 3/3')).toBeVisible();
  await expect(page.getByText('Question 3 of 45')).toBeVisible();
});

test('two tabs side by side keep each other’s answers', async ({ page, context }) => {
  await open(page);
  await answerFrom(page, 1, 1);
  const other = await continueInAnotherTab(context, 2);
  await jumpTo(other, 20);
  await expect(other.getByText('Question 20 of 45')).toBeVisible();
  await goOn(page, 2, 45);
  await Promise.all([answer(page, 0), answer(other, 1)]);
  await expect(page.getByText('Score: 2/3')).toBeVisible();
  await expect(other.getByText('Score: 2/3')).toBeVisible();
  await expect(page.getByText('Question 2 of 45')).toBeVisible();
  await untilStored(page, 3);
});

test('keeps a flag and a choice when the page is left', async ({ page }) => {
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
  const flag = page.getByRole('button', { name: 'Flag', exact: true });
  await answer(page, 0);
  await goOn(page, 2, 45);
  await flag.click();
  await rows(page).nth(2).click();
  await page.goto('/exams/aws');
  expect(await page.evaluate(() => sessionStorage.getItem('begun'))).toBeNull();
  await open(page);
  await page.getByRole('button', { name: 'Continue at question 2 of 45' }).click();
  await expect(flag).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
});

test('without a database the learner is told once and can export', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Denied on demand', 'SecurityError');
    };
  });
  await open(page);
  const notice = page.getByText('Your answers can’t be saved on this device right now');
  await expect(notice).toHaveCount(0);
  await answer(page, 0);
  await expect(notice).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await downloading).path();
  const { exams } = JSON.parse(await readFile(file, 'utf8'));
  expect(exams[0].runs[0].results).toHaveLength(1);
  await goOn(page, 2, 45);
  await answer(page, 0);
  await expect(notice).toHaveCount(0);
});

test('an answer counts before the code for spaced review has loaded', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set(/assets\/review-/, held);
  await open(page);
  await answer(page, 1);
  await untilStored(page, 1);
  await page.goto('/');
  await expect(page.getByText('1 of 20 today')).toBeVisible();
  await page.goto(`${EXAM}?from=wrong`);
  await expect(page.getByText('Question 1 of 1')).toBeVisible();
  held.release();
});

test('counts an answer that the page could not store', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('The page is being left', 'InvalidStateError');
    };
  });
  await answer(page, 1);
  await page.goto('/');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByText('1 of 20 today')).toBeVisible();
  await expect(today.getByText('Whole exam, at 2 of 45')).toBeVisible();
  await page.goto('/exams/aws');
  await expect(page.getByText('1 of 45 seen')).toBeVisible();
});

test('a note written in one tab is continued in another', async ({ page, context }) => {
  await open(page);
  await answerFrom(page, 1, 1);
  const other = await continueInAnotherTab(context, 2);
  await jumpTo(other, 1);
  await page.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByRole('textbox', { name: 'Your note' });
  await note.pressSequentially('Mind the region');
  await expect(other.getByText('Mind the region')).toBeVisible();
  await other.getByRole('button', { name: 'Edit note' }).click();
  const there = other.getByRole('textbox', { name: 'Your note' });
  await there.press('End');
  await there.pressSequentially('!');
  await expect(there).toHaveValue('Mind the region!');
  await expect(note).toHaveValue('Mind the region!');
});

test('a run that a new one replaced is a tap away', async ({ page }) => {
  await open(page);
  await answerFrom(page, 1, 2);
  await open(page);
  await answer(page, 1);
  await expect(page.getByText('New run started.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue at 3', exact: true }).click();
  await expect(page.getByText('Score: 2/2')).toBeVisible();
  await expect(page.getByText('Question 3 of 45')).toBeVisible();
  await answer(page, 0);
  await untilStored(page, 3);
});

test('leaves data of a newer version alone and says so', async ({ page }) => {
  await practiced(page, 'A Long Exam', { history: [recordOf('old')] });
  const read = (version?: number) =>
    page.evaluate(
      (newer) =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('certdeck');
          opening.onerror = reject;
          opening.onsuccess = () => {
            const store = opening.result.transaction('learner', 'readwrite').objectStore('learner');
            const key = ['history', encodeURIComponent(location.origin), 'aws', 'A%20Long%20Exam'];
            const value = { version: newer, runs: 'in another shape' };
            if (newer) store.put(value, key.join('/'));
            const reading = store.get(key.join('/'));
            reading.onsuccess = () => {
              opening.result.close();
              resolve(reading.result);
            };
          };
        }),
      version,
    );
  const before = await read(99);
  await open(page);
  await expect(page.getByText('Saved by a newer CertDeck. Reload to update.')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 45);
  expect(await read()).toEqual(before);
});
