import { expect, test } from '#support/fixtures.ts';
import { address, rows } from '#support/runner-page.ts';

test('a question is answered without a mouse', async ({ page }) => {
  await page.goto(address('aws', 'v1.2'));
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('radio', { name: 'wrong' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio', { name: 'wrong' })).toBeChecked();
  await page.getByRole('button', { name: 'Check Answer' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not correct')).toBeVisible();
});

test('the arrow keys move the choice among radio buttons', async ({ page }) => {
  await page.goto(address('aws', 'v1.2'));
  await expect(rows(page)).toHaveCount(4);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio').nth(1)).toBeFocused();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});

test('the focused option is marked', async ({ page }) => {
  await page.goto(address('aws', 'v1.2'));
  await expect(rows(page)).toHaveCount(4);
  await page.keyboard.press('Tab');
  await page.getByRole('radio').first().focus();
  const row = rows(page).first().locator('..');
  await expect(row).toHaveCSS('outline-style', 'solid');
});

test('Escape closes the sheet and gives the focus back', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address('aws', 'v1.2'));
  await expect(rows(page)).toHaveCount(4);
  const opener = page.getByRole('button', { name: 'Show progress and all questions' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});
