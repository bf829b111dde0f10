import type { Locator } from '@playwright/test';
import { findBrowser } from '#support/browser.ts';
import { rangeOf } from '#support/drawn.ts';
import { expect, SITE, test } from '#support/fixtures.ts';
import { expectRoom } from '#support/layout.ts';
import { address, answer, goOn } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

/** The narrowest phone whose browser has letters twice as large, which media queries notice, too. */

const NAME = 'AWS Certified Cloud Practitioner (CLF-C02)';
const exam = { id: 'clf', name: NAME, questions: manyQuestions(12) };
const executablePath = findBrowser();

test.use({
  serving: { site: SITE, bank: bankOf(exam) },
  viewport: { width: 320, height: 640 },
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: ['--blink-settings=defaultFontSize=32'],
  },
});

/** On how many lines a word of a heading is drawn. */
const linesOf = async (heading: Locator, word: string) =>
  (await rangeOf(heading, word)).evaluate(
    (range) => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size,
  );

test('words stay whole, and the bar leaves the window to the question', async ({ page }) => {
  const heading = page.getByRole('heading', { name: NAME });
  await page.goto('/exams/aws');
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  await expect(heading).toBeVisible();
  expect(await linesOf(heading, 'Practitioner'), 'in the list').toBe(1);
  await page.goto(`${address('aws', NAME)}?from=day`);
  await expect(page.getByText('Question 1 of 10')).toBeVisible();
  await expect(page.locator('[data-subject]')).toHaveCSS('position', 'relative');
  for (let number = 1; number <= 10; number += 1) {
    await answer(page, 1);
    if (number < 10) await goOn(page, number + 1, 10);
  }
  await page.getByRole('button', { name: 'See Result' }).click();
  await expect(page.getByText(/tomorrow\.$/)).toBeVisible();
  await expectRoom(page, 'the result');
  await page.goto('/');
  await expect(heading).toBeVisible();
  expect(await linesOf(heading, 'Practitioner'), 'at home').toBe(1);
});
