import { inflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { untilAvailable } from '#support/offline-page.ts';
import { answer, goOn, jumpTo, openExam } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';

/** A checked question and a result on paper: dark on white, whole, without what can only be tapped. */

const EXAM = 'A Printed Exam';
const COUNT = 8;
const stemOf = (number: number) =>
  `Question number ${number} tells a story that takes more than two lines of the list. `.repeat(6);
const questions = Object.fromEntries(
  Array.from({ length: COUNT }, (_, place) => [`q${place}`, plainQuestion(stemOf(place + 1))]),
);
const LONG = 'A Long Printed Exam';
const long = { id: 'long', name: LONG, questions: manyQuestions(25) };
test.use({
  serving: { site: SITE, bank: bankOf({ id: 'printed', name: EXAM, questions }, long) },
  viewport: { width: 794, height: 700 },
});

/** What on the page is not fit for paper. */
const findUnfit = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightOf = (color: string) => {
      if (!canvas) throw new Error('There is no canvas');
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return parts.reduce(
        (sum, part, place) => sum + part * ([0.2126, 0.7152, 0.0722][place] ?? 0),
        0,
      );
    };
    const all = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.checkVisibility() && !element.closest('.visually-hidden, svg'),
    );
    const nameOf = ({ outerHTML }: Element) => outerHTML.slice(0, 90);
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node instanceof Text && node.data.trim());
    const pale = all.filter((element) => {
      const back = all.findLast(
        (other) => other.contains(element) && !/0\)$/.test(getComputedStyle(other).backgroundColor),
      );
      const [ink, ground] = [
        lightOf(getComputedStyle(element).color),
        back ? lightOf(getComputedStyle(back).backgroundColor) : 1,
      ];
      const contrast = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
      return hasText(element) && contrast < 4.5;
    });
    const stuck = all.filter((element) => /sticky|fixed/.test(getComputedStyle(element).position));
    const controls = all.filter(
      (element) =>
        element.matches('button, select, textarea, a:not([target=_blank]), input:not([name])') &&
        !element.closest('[aria-labelledby=wrong-answers], [href*="?exam="]'),
    );
    const cut = all.filter(
      (element) =>
        !/visible|clip/.test(getComputedStyle(element).overflowY) &&
        element.scrollHeight > element.clientHeight + 2,
    );
    return {
      paper: [document.documentElement, document.body].map(
        (element) => getComputedStyle(element).backgroundColor,
      ),
      pale: pale.map(nameOf),
      stuck: stuck.map(nameOf),
      controls: controls.map(nameOf),
      cut: cut.map(nameOf),
    };
  });

const expectFit = async (page: Page) => {
  await page.emulateMedia({ media: 'print' });
  const { paper, ...unfit } = await findUnfit(page);
  expect(unfit).toEqual({ pale: [], stuck: [], controls: [], cut: [] });
  expect(paper[0]).toBe('rgb(255, 255, 255)');
  await expect(page.locator('[data-verdict]').first()).toHaveCSS('break-inside', 'avoid');
};

/** How many pieces of text stand on the first page of that height. */
const countOnFirst = async (page: Page, height: number) => {
  const pdf = await page.pdf({ width: '800px', height: `${height}px`, pageRanges: '1' });
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n(x[\s\S]*?)\r?\nendstream/g);
  const operators = [...streams].flatMap(([, stream = '']) =>
    inflateSync(Buffer.from(stream, 'latin1'))
      .toString('latin1')
      .match(/\bT[jJ]\b/g),
  );
  return operators.filter(Boolean).length;
};

for (const theme of ['dark', 'light']) {
  test(`prints a question and the wrong answers from the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await openExam(page, EXAM);
    await answer(page, 1);
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('textbox', { name: 'Your note' }).fill('Remember this');
    await page.getByRole('button', { name: 'Edit note' }).click();
    await expectFit(page);
    for (const text of [stemOf(1).trim(), 'It is.', 'Not quite.', 'Remember this'])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    const reference = page.getByRole('link', { name: /^The documentation/ });
    const shown = await reference.evaluate((link) => getComputedStyle(link, '::after').content);
    expect(shown).toBe('"https://docs.example.com/right"');
    // Its address is shown nowhere.
    await expect(page.getByRole('link', { name: /^Discussion/ })).toHaveCount(0);
    expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(5000);

    await page.emulateMedia({ media: 'screen' });
    for (let number = 2; number <= COUNT; number += 1) {
      await goOn(page, number, COUNT);
      await answer(page, 1);
    }
    await page.getByRole('button', { name: 'See Result' }).click();
    const wrong = page.getByRole('region', { name: 'Wrong answers' });
    await expect(wrong.getByText(/^Question number 5/)).toBeVisible();
    await expect(wrong.getByText(/^Question number 6/)).toBeHidden();
    await expect(wrong.getByText(/^Question number 8/)).toBeAttached();
    await expectFit(page);
    await expect(page.getByText('Final Score: 0/8 (0%)')).toBeVisible();
    for (let number = 1; number <= COUNT; number += 1)
      await expect(wrong.getByText(stemOf(number).trim())).toBeVisible();
    const counts: number[] = [];
    for (let height = 1600; height <= 2000; height += 50)
      counts.push(await countOnFirst(page, height));
    // More fits on a higher page.
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });
}

test.describe('of a saved exam', () => {
  test.use(WITH_WORKER);

  test('prints all answers, also those that were never in sight', async ({ page }) => {
    await openExam(page, LONG, '?minutes=30');
    await untilAvailable(page);
    await jumpTo(page, 25);
    await page.getByRole('button', { name: 'Finish Exam' }).click();
    await page.getByRole('button', { name: 'Finish now' }).click();
    await page.getByRole('button', { name: 'Review answers' }).click();
    const answers = page.getByRole('region', { name: 'Answers' });
    await expect(answers.getByText('What is question 20?')).toBeAttached();
    await expect(answers.getByText('What is question 21?')).toHaveCount(0);
    // The browser takes its picture right after this event.
    const printed = await answers.evaluate((list) => {
      dispatchEvent(new Event('beforeprint'));
      return [...list.querySelectorAll('li')].map(({ textContent }) => textContent);
    });
    expect(printed.filter((text) => /What is question/.test(text))).toHaveLength(25);
  });
});
