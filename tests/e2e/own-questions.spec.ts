import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test, untilControlled } from '#support/offline-page.ts';
import { answer, rows } from '#support/runner-page.ts';

const NAME = 'Planets';
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="#c00"/></svg>';

/** A spreadsheet as people write it: usual headers, a picture beside it, and one row without a key. */
const table = [
  'Question,Option 1,Option 2,Option 3,Correct Answer,Category,Explanation',
  'Which planet is red?,Venus,Mars,Saturn,B,Inner planets,Iron rusts.',
  'Which planet has the widest rings?,Saturn,Jupiter,Uranus,A,Outer planets,They are ice.',
  '"What does this show? ![a red sign](sign.svg)",A sign,A ship,A shoe,A,Inner planets,',
  'Which of these orbits fastest?,Mercury,Earth,Mars,,Inner planets,',
].join('\n');

const fileOf = (name: string, text: string, mimeType = 'text/csv') => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});
const files = [fileOf(`${NAME}.csv`, table), fileOf('sign.svg', picture, 'image/svg+xml')];

const openSheet = async (page: Page) => {
  await page.getByRole('button', { name: 'Add your own questions' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add your own questions' });
  await expect(sheet).toBeVisible();
  return sheet;
};

const addPlanets = async (page: Page) => {
  await page.goto('/');
  await untilControlled(page);
  const sheet = await openSheet(page);
  await sheet.getByLabel('Files of questions').setInputFiles(files);
  await sheet.getByRole('button', { name: 'Add 3 questions' }).click();
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
};

test('a spreadsheet becomes an exam that works after a restart without the network', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/');
  await untilControlled(page);
  const sheet = await openSheet(page);
  await sheet.getByLabel('Files of questions').setInputFiles(files);
  await expect(sheet.getByRole('list', { name: 'How they will look' })).toContainText(
    'Which planet is red?',
  );
  await expect(sheet.getByRole('img', { name: 'a red sign' })).toBeVisible();
  await sheet.getByText('1 left out').click();
  await expect(sheet).toContainText(
    `${NAME}.csv:5: “Which of these orbits fastest?” names no right answer`,
  );
  await expect(sheet.getByLabel('Name')).toHaveValue(NAME);
  await sheet.getByLabel('Questions in a mock exam').fill('2');
  await sheet.getByLabel('Minutes').fill('5');
  await sheet.getByRole('button', { name: 'Add 3 questions' }).click();

  await expect(page).toHaveURL('/exams/My%20questions');
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  await expect(page.getByText(/^Available offline/)).toBeVisible();
  await context.setOffline(true);
  await page.goto(`/exams/My%20questions/${NAME}`);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('Question 1 of 3')).toBeVisible();
  await answer(page, 0);
  await expect(page.getByRole('heading', { name: 'Explanation' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Discussion/ })).toBeHidden();
  await page.goto('/');
  await expect(page.getByRole('link', { name: NAME, exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(NAME);
  expect(server.requests().filter((address) => /my.{1,3}questions/i.test(address))).toEqual([]);
});
