import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#support/fixtures.ts';
import { answer, openExam, rows } from '#support/runner-page.ts';

/** Words can be selected, to copy or look them up, and a drag that selects them is no tap. */

const selected = (page: Page) => page.evaluate(() => `${getSelection()}`);

/** Drags over the words with the mouse; gives what is then selected. */
const drag = async (page: Page, words: Locator) => {
  const box = await words.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right, top, height } = range.getBoundingClientRect();
    return { left, right, y: top + height / 2 };
  });
  await page.mouse.move(box.left + 1, box.y);
  await page.mouse.down();
  await page.mouse.move((box.left + box.right) / 2, box.y);
  await page.mouse.move(box.right, box.y);
  await page.mouse.up();
  return (await selected(page)).trim();
};

test('text can be selected before and after the check', async ({ page }) => {
  await openExam(page, 'v1.2');
  const option = rows(page).nth(3).getByText('far off');
  expect(await drag(page, page.getByText('About v1.2?'))).toBe('About v1.2?');
  expect(await drag(page, option)).toBe('far off');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await option.click();
  await expect(page.getByRole('radio', { name: 'far off' })).toBeChecked();
  await answer(page, 1);
  expect(await drag(page, option)).toBe('far off');
  expect(await drag(page, page.getByText('It is not.'))).toBe('It is not.');
  const explanation = page.getByText('It says so on the option.');
  expect(await drag(page, explanation)).toBe('It says so on the option.');
});

test('text of home’s sample can be selected', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('radio').first()).toBeEnabled();
  expect(await drag(page, page.getByText('AWS Budgets'))).toBe('AWS Budgets');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a finger that selects text chooses nothing', async ({ page }) => {
    await openExam(page, 'v1.2');
    const words = rows(page).nth(3).getByText('far off');
    await expect(words).toHaveCSS('user-select', 'auto');
    // What a long press selects, and a finger that then drags an end of it.
    await words.evaluate((element) => getSelection()?.selectAllChildren(element));
    const at = await words.boundingBox();
    if (!at) throw new Error('The option is not on the screen');
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      client.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: x === undefined ? [] : [{ x, y: at.y + 5 }],
      });
    await touch('touchStart', at.x + 200);
    for (const x of [150, 100, 50]) await touch('touchMove', at.x + x);
    await touch('touchEnd');
    await expect(page.getByText('Question 1 of 2')).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await rows(page).nth(3).tap();
    await expect(page.getByRole('radio', { name: 'far off' })).toBeChecked();
  });

  test('a long press that strikes an option out selects nothing', async ({ page }) => {
    await openExam(page, 'v1.2', '?minutes=60');
    await expect(rows(page).nth(3).getByText('far off')).toHaveCSS('user-select', 'none');
  });
});
