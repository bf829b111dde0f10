import type { Page } from '@playwright/test';
import { crashTab } from '#support/device.ts';
import {
  cardOf,
  clearHttpCache,
  expect,
  readStoredRun,
  test,
  untilAvailable,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo, rows } from '#support/runner-page.ts';
import { practice } from '#support/short-run.ts';
import { otherExam, smallExam, smallExamPage } from '#support/small-exam.ts';

const examPage = '/exams/aws/Another%20Exam';

const seeFeedback = async (page: Page) => {
  await expect(page.getByRole('status').filter({ hasText: 'Not quite' })).toBeVisible();
  await page.getByRole('button', { name: 'Why not the others?' }).click();
  for (const note of ['It is.', 'It is not.', 'Nearly, though.', 'Not even close.']) {
    await expect(page.getByText(note, { exact: true })).toBeVisible();
  }
  const teaching = page.getByRole('region', { name: 'Explanation' });
  await expect(teaching.getByText('It says so on the option.')).toBeVisible();
};

test('a run survives a reload and a crash, and ends offline', async ({ device, server }) => {
  const before = await device.open();
  await before.page.goto('/exams/aws');
  await cardOf(before.page, otherExam.name)
    .getByRole('link', { name: 'Start', exact: true })
    .click();
  await answer(before.page, 1);
  await before.page.getByRole('button', { name: 'Flag', exact: true }).click();
  await before.page.reload();
  await before.page.getByRole('button', { name: 'Continue at question 2 of 3' }).click();
  await jumpTo(before.page, 1);
  await seeFeedback(before.page);
  await expect(before.page.getByRole('button', { name: 'Flag', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await goOn(before.page, 2, 3);
  await untilAvailable(before.page);
  await rows(before.page).nth(2).click();
  await before.page.reload();
  await before.page.getByRole('button', { name: 'Continue at question 2 of 3' }).click();
  await expect(before.page.getByRole('radio').nth(2)).toBeChecked();
  await clearHttpCache(before.page);
  await crashTab(before.page);
  await device.close();
  await server.refuse();

  const { page, context } = await device.open();
  await context.setOffline(true);
  await page.goto(examPage);
  await page.getByRole('button', { name: 'Continue at question 2 of 3' }).click();
  await expect(page.getByText('Score: 0/1')).toBeVisible();
  await jumpTo(page, 1);
  await seeFeedback(page);
  await goOn(page, 2, 3);
  await answer(page, 0);
  await goOn(page, 3, 3);
  await answer(page, 0);

  const end = page.getByRole('region', { name: 'Result' });
  await expect(end.getByText('Final Score: 2/3 (67%)')).toBeVisible();
  await expect(end.getByRole('region', { name: 'By domain' })).toContainText('First Domain');
  await end.getByRole('button', { name: 'Review answers' }).click();
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers.getByText(/^\d\d:\d\d, \d+ seconds a question$/)).toBeVisible();
  await answers.getByRole('button', { name: /Flagged$/ }).click();
  await seeFeedback(page);
  await page.goBack();
  await expect(answers).toBeVisible();
  await page.getByRole('link', { name: 'Back to result' }).click();
  await expect(end.getByText('Final Score: 2/3 (67%)')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page.getByText('3 of 3 seen')).toBeVisible();
  await expect(page.getByText('Done for today').first()).toBeVisible();
});

test('a killed browser loses no stored answer', async ({ device }) => {
  const { page } = await device.open();
  await page.goto(smallExamPage);
  for (let number = 1; number <= 3; number += 1) {
    if (number > 1) await goOn(page, number, 12);
    await answer(page, 0);
  }
  // The verdict is drawn before the transaction ends, which a busy machine may delay.
  const countStored = async () => (await readStoredRun(page, smallExam.name)).results.length;
  await expect.poll(countStored).toBe(3);
  await device.kill();
  const again = await device.open();
  await again.page.goto(smallExamPage);
  await again.page.getByRole('button', { name: 'Continue at question 4 of 12' }).click();
  await expect(again.page.getByText('Score: 3/3')).toBeVisible();
});

test('exports, deletes, and imports a learner’s data', async ({ page }, testInfo) => {
  const score = page.getByText('3 of 3 seen');
  const sheet = page.getByRole('dialog', { name: 'Back up or move progress' });
  const openData = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Back up or move progress' }).click();
  };
  const file = testInfo.outputPath('mine.json');

  await practice(page);
  await openData();
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export' }).click();
  await (await downloading).saveAs(file);
  await sheet.getByRole('button', { name: 'Delete all' }).click();
  await sheet.getByRole('button', { name: 'Delete everything' }).click();
  await expect(sheet.getByText(/^Deleted\./)).toBeVisible();
  await page.goto('/exams/aws');
  await expect(page.getByRole('heading', { name: otherExam.name })).toBeVisible();
  await expect(score).toHaveCount(0);

  await openData();
  const choosing = page.waitForEvent('filechooser');
  await sheet.getByRole('button', { name: 'Import', exact: true }).click();
  await (await choosing).setFiles(file);
  await expect(sheet.getByText('Imported the data of 1 exam.')).toBeVisible();
  await page.goto('/exams/aws');
  await expect(score).toBeVisible();
});
