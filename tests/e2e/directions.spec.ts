import type { Locator } from '@playwright/test';
import { rangeOf } from '#support/drawn.ts';
import { openExamPage } from '#support/exam-page.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { expectApart } from '#support/layout.ts';
import { answer, openExam } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

/** Text is laid out by its own direction wherever it stands; code is always written from the left. */

const EXAM = 'Two Directions';
const FIRST = 'מה מציגה הפקודה';
const bank = bankOf({
  id: 'directions',
  name: EXAM,
  questions: {
    hebrew: plainQuestion(
      `\`az vm\` ${FIRST}?\nThis line is English.\n\`\`\`\naz vm list --all\n\`\`\``,
      {
        options: ['רשימה', 'שם', 'אזור', 'Only English'],
        answers: ['רשימה'],
        optionNotes: ['כן.', 'לא.', 'לא.', 'לא.'],
        explanation: 'הפקודה `az vm list` מציגה רשימה.',
      },
    ),
  },
});
test.use({ serving: { site: SITE, bank }, ...WITH_WORKER });

/** Whether the words begin at the right edge of the box they are in, at the left, or in between. */
const startOf = async (words: Locator, text: string) =>
  (await rangeOf(words.first(), text)).evaluate((range) => {
    let box = range.startContainer.parentElement as HTMLElement;
    while (getComputedStyle(box).display.startsWith('inline')) {
      box = box.parentElement as HTMLElement;
    }
    const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    const { paddingLeft, paddingRight } = getComputedStyle(box);
    const left = inner.left - outer.left - Number.parseFloat(paddingLeft);
    const right = outer.right - inner.right - Number.parseFloat(paddingRight);
    return Math.abs(left) < 2 ? 'left' : Math.abs(right) < 2 ? 'right' : `${left} ${right}`;
  });

test('text follows its own script, and code starts at the left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openExam(page, EXAM);
  const article = page.getByRole('article');
  const code = article.locator('code').first();
  expect(await code.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
  const [codeBox, words] = [await code.boundingBox(), article.getByText(FIRST)];
  const right = await words.evaluate((element) => element.getBoundingClientRect().right);
  expect(right - (codeBox?.x ?? 0) - (codeBox?.width ?? 0), 'code begins the line').toBeLessThan(3);
  expect(await startOf(article, 'This line is English.')).toBe('left');
  expect(await startOf(article, 'az vm list --all')).toBe('left');
  expect(await startOf(article, 'רשימה')).toBe('right');
  expect(await startOf(article, 'Only English')).toBe('left');
  await answer(page, 1);
  expect(await startOf(article, 'כן.')).toBe('right');
  await page.getByRole('button', { name: 'See Result' }).click();
  const wrong = page.getByRole('region', { name: 'Wrong answers' });
  await expect(wrong.getByText(FIRST)).toBeVisible();
  for (const text of ['רשימה', 'שם']) {
    await expect(wrong.locator('bdi').getByText(text)).toHaveCSS('direction', 'rtl');
  }

  // Only what is saved can be searched.
  await page.locator('[data-status=available]').waitFor({ state: 'attached' });
  const found = await openExamPage(page, EXAM, 'search');
  await found.getByRole('searchbox').fill('רשימה');
  await expect(found.locator('bdi').getByText('רשימה')).toHaveCSS('direction', 'rtl');
});

test('a page from right to left is laid out and points the other way', async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.dir = 'rtl';
    }),
  );
  await page.setViewportSize({ width: 844, height: 390 });
  await openExam(page, EXAM);
  const parts = 'header a, header [data-slot=theme], main h1, main h1 ~ div > :is(p, button)';
  await expectApart(page, 'header', parts);
  const back = page.getByRole('link', { name: 'Back to Exams' });
  const arrow = back.locator('svg');
  await expect(arrow).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)');
  await back.locator('span').evaluate((words) => {
    words.textContent = 'Back to Exams, in a language of long words';
  });
  await expectApart(page, 'translated header', parts);
  await page.getByRole('button', { name: 'Show progress and all questions' }).click();
  const panel = await page.getByRole('dialog', { name: 'Questions' }).boundingBox();
  expect(panel?.x, 'the panel comes from the end of the lines').toBe(0);
});

test('a struck option keeps its direction', async ({ page }) => {
  await openExam(page, EXAM, '?minutes=60');
  const words = page.getByRole('article').locator('label [dir=auto]').filter({ hasText: 'רשימה' });
  await words.click({ button: 'right' });
  await expect(words).toContainText('Struck out');
  await expect(words).toHaveCSS('direction', 'rtl');
});
