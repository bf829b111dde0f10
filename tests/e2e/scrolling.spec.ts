import type { Page } from '@playwright/test';
import { expect, SITE, test } from '#support/fixtures.ts';
import { rows } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

/** A new screen begins at its top; Back leads to where a screen was left. */

const exams = Array.from({ length: 12 }, (_, place) => ({
  id: `exam-${place}`,
  name: `Exam ${place}`,
  questions: manyQuestions(12),
}));
test.use({
  serving: { site: SITE, bank: bankOf(...exams) },
  viewport: { width: 390, height: 640 },
});

/** Cards that were never on screen have an estimated height, which their first look corrects. */
const NEAR = 40;

const top = (page: Page) => page.evaluate(() => scrollY);
const scrollDown = async (page: Page, to: number) => {
  await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), to);
  await expect.poll(() => top(page)).toBe(to);
};

test('a new screen begins at its top, Back restores the place', async ({ page }) => {
  await page.goto('/');
  const provider = page.getByRole('link', { name: /^Amazon/ });
  await expect(page.getByRole('link', { name: /^Exam 3/ })).toBeVisible();
  // What comes below last makes the page tall enough.
  await expect(page.getByRole('button', { name: 'Add your own questions' })).toBeAttached();
  const home = await provider.evaluate((link) => Math.floor(link.getBoundingClientRect().top - 20));
  await scrollDown(page, home);
  await provider.click();
  const start = page.getByRole('listitem').filter({ hasText: 'Exam 7' }).getByText('Start', {
    exact: true,
  });
  await expect(start).toBeAttached();
  expect(await top(page)).toBe(0);
  await start.scrollIntoViewIfNeeded();
  const list = await top(page);
  expect(list).toBeGreaterThan(640);
  const y = (await start.boundingBox())?.y ?? 0;
  await start.click();
  await expect(rows(page)).toHaveCount(4);
  expect(await top(page)).toBe(0);
  await page.goBack();
  await expect(start).toBeInViewport();
  await expect
    .poll(async () => Math.abs(((await start.boundingBox())?.y ?? 0) - y))
    .toBeLessThan(NEAR);
  await page.goBack();
  await expect(provider).toBeInViewport();
  await expect.poll(() => top(page)).toBe(home);
  await page.goForward();
  await expect
    .poll(async () => Math.abs(((await start.boundingBox())?.y ?? 0) - y))
    .toBeLessThan(NEAR);
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await expect(provider).toBeAttached();
  expect(await top(page)).toBe(0);
});
