import type { Locator, Page } from '@playwright/test';
import { expect, SITE, test } from '#support/fixtures.ts';
import { address, check, rows } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

/** A phone on its side, and windows that are small because the page is enlarged. */

const EXAM = 'Certified Solutions Architect - Associate (TE-C03)';
const stem =
  'A company has 120 servers for development and tests, spread over four accounts. Teams in five time zones use them at any hour of the week, and tests may not be interrupted. Metrics show that most use 6 percent of their processors and a fifth of their memory. Which measure lowers the cost the most?';
const option =
  'Change the size of each server to what the metrics of three months recommend for it.';
const options = Array.from({ length: 5 }, (_, place) => `${place + 1}. ${option}`);
const OTHER = 'Certified Developer - Associate (TE-C02)';
const questions = {
  long: plainQuestion(stem, { options, answers: options.slice(0, 1) }),
  short: plainQuestion('Which one?'),
};
const bank = bankOf(
  { id: 'small', name: EXAM, questions: { long: questions.long } },
  { id: 'other', name: OTHER, questions },
  { id: 'another', name: 'Another Exam', questions },
);
test.use({ serving: { site: SITE, bank }, hasTouch: true, isMobile: true });

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the screen`);
  return { ...box, bottom: box.y + box.height };
};

const open = async (page: Page, width: number, height: number) => {
  await page.setViewportSize({ width, height });
  await page.goto(address('aws', EXAM));
  await expect(rows(page)).toHaveCount(5);
};
const action = (page: Page) => page.getByRole('button', { name: /^(Check|See|Next)/ });

test('a phone in landscape shows a whole stem and the first options', async ({ page }) => {
  await open(page, 844, 390);
  const bar = await boxOf(action(page));
  expect((await boxOf(page.getByText(stem))).bottom).toBeLessThan(bar.y);
  expect((await boxOf(rows(page).nth(1))).y, 'the second option').toBeLessThan(bar.y - 20);
  const header = page.locator('main h1, main h1 ~ div > :is(p, button)');
  const middles = await header.evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .map(({ top, bottom }) => (top + bottom) / 2),
  );
  expect(middles).toHaveLength(4);
  expect(Math.max(...middles) - Math.min(...middles), 'one line').toBeLessThan(4);
  await rows(page).nth(1).click();
  await check(page);
  const verdict = await boxOf(page.locator('[role=status] [data-verdict]'));
  const next = await boxOf(action(page));
  expect(verdict.y).toBeGreaterThanOrEqual(next.y - 1);
  expect(verdict.bottom).toBeLessThanOrEqual(next.bottom + 1);
  expect(next, 'the button stays in its place').toMatchObject({ x: bar.x, y: bar.y });
});

test('the bar never covers the focused option', async ({ page }) => {
  for (const [width, height] of [
    [320, 256],
    [320, 640],
    [844, 390],
  ] as const) {
    const size = `${width} by ${height}`;
    await open(page, width, height);
    // Radio buttons of one name are a single Tab stop; the arrow keys move among them.
    await page.getByRole('radio').first().focus();
    for (const place of options.keys()) {
      if (place > 0) await page.keyboard.press('ArrowDown');
      const radio = page.getByRole('radio', { checked: true }).or(page.locator('input:focus'));
      const [letter, bar] = [
        await boxOf(radio.first().locator('xpath=following-sibling::*[1]')),
        await boxOf(action(page)),
      ];
      const isCovered = letter.bottom > bar.y - 8 && letter.y < bar.bottom + 8;
      expect(isCovered, `${size}, option ${place + 1}`).toBe(false);
      expect(letter.bottom, size).toBeLessThanOrEqual(height);
    }
  }
});

test('the main action stays on one line on the narrowest phone', async ({ page }) => {
  await open(page, 320, 640);
  await expect(action(page)).toHaveText('Check Answer');
  const lines = () =>
    action(page).evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
  expect(await lines()).toBe(1);

  await rows(page).nth(1).click();
  await check(page);
  await page.getByRole('button', { name: 'See Result' }).click();
  const name = page.getByRole('region', { name: 'Result' }).getByRole('link', { name: EXAM });
  const title = await boxOf(page.getByRole('heading', { name: 'Exam Complete!' }));
  const words = await boxOf(name.locator('[dir=auto]'));
  expect(words.height, 'a name of two lines').toBeGreaterThan(40);
  expect(title.y - words.bottom, 'apart from its title').toBeGreaterThanOrEqual(8);
});

test('an exam’s name has room beside how much of its mock exam is left', async ({ page }) => {
  for (const name of [OTHER, 'Another Exam']) {
    await page.goto(`${address('aws', name)}?minutes=130`);
    await rows(page).first().click();
    await page.getByRole('button', { name: 'Next Question' }).click();
    await expect(page.getByText('Question 2 of 2')).toBeVisible();
  }
  await page.goto('/');
  const others = page.getByRole('region', { name: 'Your other exams' });
  const button = others.getByRole('link', { name: /^Continue mock · 2:0\d:\d\d left$/ });
  await expect(button).toHaveCount(1);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const name = await boxOf(others.locator('[dir=auto]'));
    expect(name.width, `at ${width}`).toBeGreaterThan(width / 2);
    const { x, y, bottom } = await boxOf(button);
    expect(x >= name.x + name.width || y >= name.bottom || bottom <= name.y, `${width}`).toBe(true);
  }
});
