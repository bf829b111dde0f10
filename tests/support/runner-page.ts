import { expect, type Page } from '@playwright/test';

/** What a learner does in the exam runner of a real browser. */

export const address = (providerId: string, examName: string) =>
  `/exams/${encodeURIComponent(providerId)}/${encodeURIComponent(examName)}`;

/** The rows of the options once the app shows them; the whole row takes the tap. */
export const rows = (page: Page) =>
  page
    .locator('main:has([aria-label="Position in the exam"]) label')
    .filter({ has: page.locator('input:is([type=radio], [type=checkbox])') });

/** Opens an exam of provider 'aws' whose first question has four options, and waits for them. */
export const openExam = async (page: Page, examName: string, query = '') => {
  await page.goto(address('aws', examName) + query);
  await expect(rows(page)).toHaveCount(4);
};

const choose = async (page: Page, ...places: number[]) => {
  for (const place of places) await rows(page).nth(place).click();
};

export const check = (page: Page) => page.getByRole('button', { name: 'Check Answer' }).click();

/** Chooses, checks, and waits until the result is there. */
export const answer = async (page: Page, ...places: number[]) => {
  await choose(page, ...places);
  await check(page);
  await expect(page.locator('[data-verdict]').first()).toBeVisible();
};

/** Resolves when the verdict has been on screen for long enough to go on from it. */
export const untilReady = (page: Page) =>
  expect(page.getByRole('button', { name: /^(Next Question|See Result)$/ })).toBeEnabled();

export const goOn = async (page: Page, number: number, total: number) => {
  await page.getByRole('button', { name: 'Next Question' }).click();
  await expect(page.getByText(`Question ${number} of ${total}`)).toBeVisible();
};

/** Opens a question of the grid, in the panel or in the sheet. */
export const jumpTo = async (page: Page, number: number) => {
  const open = page.getByRole('button', { name: 'Show progress and all questions' });
  const grid = page.getByRole('navigation', { name: 'Questions' });
  const question = grid.getByRole('button', { name: new RegExp(`^Question ${number}, `) });
  // The first question is painted before either of them is there, and the window may only just have
  // become wide enough for the grid.
  await expect(async () => {
    if (!(await grid.isVisible())) await open.click({ timeout: 1000 });
    await expect(grid).toBeVisible({ timeout: 1000 });
  }).toPass();
  while (!(await question.isVisible()))
    await grid.getByRole('button', { name: 'Next page' }).click();
  await question.click();
};

/** Resolves when every picture of the page has come or failed. */
export const picturesSettled = (page: Page) =>
  page.waitForFunction(() => [...document.images].every((image) => image.complete));
