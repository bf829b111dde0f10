import type { Locator, Page } from '@playwright/test';
import { openExamPage } from '#support/exam-page.ts';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { openExam, rows, untilReady } from '#support/runner-page.ts';

/** Presses Tab until the target has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} is not reached by Tab`);
};

const open = async (page: Page, target: Locator) => {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
};

test('a whole exam by keyboard alone, the focus where the eye is', async ({ page }) => {
  const { keyboard } = page;
  const question = (text: string) => page.getByRole('article').getByText(text).locator('..');
  const verdict = page.getByRole('status').filter({ hasText: /correct/i });
  const isFocused = (locator: Locator) =>
    expect
      .poll(() => locator.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true);

  await page.goto('/');
  await open(page, page.getByRole('link', { name: 'Amazon Web Services' }));
  await expect(page.getByRole('main')).toBeFocused();
  await tabTo(page, page.getByRole('searchbox', { name: 'Search exams' }));
  await keyboard.type('v1.2 fn?');
  await expect(page.getByRole('searchbox')).toHaveValue('v1.2 fn?');
  for (const _ of ' fn?') await keyboard.press('Backspace');
  await expect(page.getByRole('link', { name: 'Start', exact: true })).toHaveCount(1);
  await open(page, page.getByRole('link', { name: 'Start', exact: true }));
  await expect(page.getByRole('heading', { level: 1, name: 'v1.2' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(rows(page)).toHaveCount(4);

  await keyboard.press('Alt+1');
  await keyboard.press('Control+1');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await keyboard.press('1');
  await expect(page.getByRole('radio').nth(0)).toBeChecked();
  await keyboard.press('b');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await keyboard.press('Enter');
  await expect(verdict).toContainText('Not quite');
  await isFocused(verdict);
  await untilReady(page);
  await keyboard.press('Enter');
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await isFocused(question('What is it?'));

  await keyboard.press('ArrowLeft');
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  await keyboard.press('n');
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await keyboard.press('p');
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
  await keyboard.press('ArrowRight');
  await isFocused(question('What is it?'));
  await keyboard.press('f');
  await expect(page.getByRole('button', { name: /^Question 2, .*flagged/ })).toBeVisible();

  await keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await isFocused(help);
  await keyboard.press('1');
  await keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await isFocused(question('What is it?'));
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);

  await keyboard.press('1');
  await keyboard.press('Enter');
  await expect(verdict).toContainText(/^Correct/);
  await expect(page.getByText('Exam Complete!')).toBeVisible();
  await untilReady(page);
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Exam Complete!' })).toBeFocused();
  await open(page, page.getByRole('button', { name: /^Practice \d+ wrong answers?$/ }));
  await expect(page.getByText('Question 1 of 1')).toBeVisible();
  await expect(page.getByRole('article').getByText('About v1.2?')).toBeVisible();
});

test('a screen that loads late keeps the focus', async ({ page, server }) => {
  const code = fault.hold();
  server.faults.set(/^\/assets\/exam-routes/, code);
  await page.goto('/');
  await open(page, page.getByRole('link', { name: 'Amazon Web Services' }));
  await expect(page.getByRole('main', { name: 'aws' })).toBeFocused();
  code.release();
  await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

for (const [what, enter] of [
  ['after a tap', (page: Page) => page.getByRole('link', { name: 'Amazon Web Services' }).click()],
  ['at its address', (page: Page) => page.goto('/exams/aws', { waitUntil: 'commit' })],
] as const) {
  test(`keeps a search typed before the list is there, ${what}`, async ({ page, server }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Amazon Web Services' })).toBeVisible();
    const code = fault.hold();
    server.faults.set(/^\/assets\/exam-routes/, code);
    await enter(page);
    await tabTo(page, page.getByRole('searchbox'));
    await page.keyboard.type('v1');
    code.release();
    await expect(page.getByRole('link', { name: 'Start', exact: true })).toHaveCount(1);
    await page.keyboard.type('.2');
    await expect(page.getByRole('searchbox')).toHaveValue('v1.2');
    await expect(page.getByRole('searchbox')).toBeFocused();
  });
}

test('radio buttons and Check Answer work with the browser’s own keys', async ({ page }) => {
  await openExam(page, 'v1.2');
  const radios = page.getByRole('radio');
  await page.keyboard.press('Tab');
  await radios.first().focus();
  await expect(rows(page).first().locator('..')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('ArrowDown');
  await expect(radios.nth(1)).toBeFocused();
  await expect(radios.nth(1)).toBeChecked();
  await radios.nth(2).focus();
  await page.keyboard.press('Space');
  await expect(radios.nth(2)).toBeChecked();
  await page.getByRole('button', { name: 'Check Answer' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not quite')).toBeVisible();
});

test('Escape closes the sheet and returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExam(page, 'v1.2');
  const opener = page.getByRole('button', { name: 'Show progress and all questions' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a mock exam by keyboard alone, from the list to the result', async ({ page }) => {
  const { keyboard } = page;
  await page.goto('/exams/aws');
  await open(page, page.getByRole('link', { name: 'v1.2' }));
  const shown = page.getByRole('dialog', { name: 'v1.2' });
  await expect(shown.getByRole('heading', { name: 'v1.2' })).toBeFocused();
  await open(page, shown.getByRole('button', { name: 'Start mock exam' }));
  await expect(page.getByRole('timer')).toContainText('left');
  await expect(rows(page)).toHaveCount(4);
  await keyboard.press('1');
  await expect(page.getByRole('radio').nth(0)).toBeChecked();
  await untilReady(page);
  await keyboard.press('Enter');
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await keyboard.press('Shift+F');
  await expect(page.getByRole('button', { name: 'Flag', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(rows(page)).toHaveCount(4);
  const finish = page.getByRole('button', { name: 'Finish Exam' });
  await expect(finish).toBeEnabled();
  await open(page, finish);
  const last = page.getByRole('dialog', { name: 'Finish the exam?' });
  await expect(last).toContainText('Flagged (1)');
  await expect(last).toContainText('Blank (1)');
  await open(page, last.getByRole('button', { name: 'Finish now' }));
  await expect(page.getByRole('heading', { name: 'Mock exam complete' })).toBeFocused();
  await expect(page.getByText('Final Score: 1/2 (50%)')).toBeVisible();
  await open(page, page.getByRole('button', { name: 'Review answers' }));
  await open(page, page.getByRole('region', { name: 'Answers' }).getByRole('button').first());
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
});

test('the focus stays where a button was that is gone once it was pressed', async ({
  page,
  server,
}) => {
  // What keeps it comes with the toasts, after the first screen.
  const untilKept = () => expect(page.locator('[role=status][data-theme]')).toBeAttached();
  const shown = await openExamPage(page, 'v1.2');
  await untilKept();
  const offline = shown.getByRole('region', { name: 'Offline' });
  await offline.getByRole('button', { name: 'Save offline' }).press('Enter');
  await expect(offline.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(offline.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(offline.getByRole('button').first()).toBeFocused();

  server.faults.set('/api/exams', fault.status(500));
  await page.goto('/exams/aws');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await untilKept();
  server.faults.clear();
  await retry.press('Enter');
  await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});
