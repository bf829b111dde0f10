import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { dayOf, nameOfDay } from '#exam/day/calendar-day.ts';
import { openExamPage } from '#support/exam-page.ts';
import { expect, SITE, test } from '#support/fixtures.ts';
import { address, answer, goOn, rows } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { manyQuestions } from '#support/test-questions.ts';

/** Ten days on a phone, from Start to the day after the exam: every screen names the same number. */

const EXAM = 'A Long Exam';
const COUNT = 90;
const bank = bankOf({ id: 'long', name: EXAM, questions: manyQuestions(COUNT) });
test.use({ serving: { site: SITE, bank }, viewport: { width: 390, height: 844 } });

const DAY = 24 * 60 * 60 * 1000;
const FIRST = new Date(2026, 10, 2, 18).getTime();
/** The day of the exam. */
const LAST = 9;

const BUTTON = /^(Practice \d+|Continue · \d+ left|\d+ more)$/;
const OTHER_NUMBER = /\d+ (of \d+ today|left|new|due|to review)\b/;

const today = (part: Page | Locator) => part.getByRole('region', { name: 'Today' });

const expectPart = async (part: Locator, button: string) => {
  await expect(part.getByRole('link', { name: BUTTON })).toHaveText([button]);
  const isDone = button.endsWith(' more');
  await expect(part.getByText('Done for today')).toHaveCount(isDone ? 1 : 0);
  if (isDone) await expect(part).not.toContainText(OTHER_NUMBER);
};

/** The day's button, which list, exam page and home have alike, and what the app's icon shows. */
const expectDay = async (page: Page, button: string, left: number) => {
  await page.goto('/exams/aws');
  const heading = page.getByRole('heading', { name: EXAM });
  await expectPart(page.getByRole('listitem').filter({ has: heading }), button);
  await expect(page.getByText(/\bwaits?\b/)).toHaveCount(0);
  await expectPart(today(await openExamPage(page, EXAM)), button);
  await page.goto('/');
  await expectPart(today(page), button);
  await expect(page.getByText(/\bwaits?\b/)).toHaveCount(0);
  await expect.poll(() => page.evaluate('window.badge')).toBe(left);
};

/** Answers with keys: after a tap, the next one at its place has to wait. */
const answerAll = async (page: Page, from: number, to: number, of: number) => {
  for (let number = from; number <= to; number += 1) {
    await expect(page.getByText(`Question ${number} of ${of}`)).toBeVisible();
    await expect(rows(page)).toHaveCount(4);
    await page.keyboard.press(`${1 + (number % 3)}`);
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-verdict]').first()).toBeVisible();
    if (number < of) await page.keyboard.press('n');
  }
};

/** Sets the exam's date on its page, and reads how many questions its reminders name from which day on. */
const planExam = async (page: Page, examDate: string) => {
  const shown = await openExamPage(page, EXAM);
  await shown.getByLabel('Exam date').fill(examDate);
  await shown.getByLabel('Exam date').blur();
  const downloading = page.waitForEvent('download');
  await shown.getByRole('button', { name: 'Remind me at 7 p.m.' }).click();
  const calendar = await readFile(await (await downloading).path(), 'utf8');
  expect(calendar).toContain(`DTSTART;VALUE=DATE:${examDate.replaceAll('-', '')}`);
  return [...calendar.matchAll(/DTSTART:(\d{8})T.*?SUMMARY:Practice (\d+)/gs)].map(
    ([, from = '', count]) => ({ from, count: Number(count) }),
  );
};

test('every screen names the same number for ten days, to the day after the exam', async ({
  page,
}) => {
  const at = (day: number) => page.clock.setFixedTime(FIRST + day * DAY);
  await page.addInitScript(() => {
    const setAppBadge = async (badge: number) => void Object.assign(window, { badge });
    Object.assign(navigator, { setAppBadge });
  });
  await at(0);
  await page.goto('/exams/aws');
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${address('aws', EXAM)}$`));
  for (const number of [1, 2, 3]) {
    await answer(page, number % 3);
    await goOn(page, number + 1, COUNT);
  }
  await answerAll(page, 4, 10, COUNT);
  await expectDay(page, 'Practice 10', 10);
  await expect(today(page)).toContainText('10 of 20 today');
  const reminders = await planExam(page, nameOfDay(dayOf(FIRST) + LAST));
  for (let day = 1; day < LAST; day += 1) {
    const name = nameOfDay(dayOf(FIRST) + day).replaceAll('-', '');
    const size = reminders.findLast(({ from }) => from <= name)?.count ?? 0;
    expect(size).toBe(day === LAST - 1 ? 10 : 20);
    await at(day);
    await expectDay(page, `Practice ${size}`, size);
    await today(page)
      .getByRole('link', { name: `Practice ${size}` })
      .click();
    await answerAll(page, 1, 6, size);
    await page.goto('/');
    await expectPart(today(page), `Continue · ${size - 6} left`);
    await expect(today(page)).toContainText(`6 of ${size} today`);
    await today(page)
      .getByRole('link', { name: /^Continue/ })
      .click();
    await answerAll(page, 7, size, size);
    await expectDay(page, '10 more', 0);
  }
  await at(LAST);
  await expectDay(page, 'Practice 10', 10);
  await expect(today(page)).toContainText('Your exam is today. Warm up with 10?');
  await today(page).getByRole('link', { name: 'Practice 10' }).click();
  await answerAll(page, 1, 10, 10);
  await expectDay(page, '10 more', 0);
  await at(LAST + 1);
  await page.goto('/exams/aws');
  await expect(page.getByRole('link', { name: 'How did it go?' })).toBeVisible();
  await expect(today(await openExamPage(page, EXAM))).toContainText('How did it go?');
  await page.goto('/');
  await expect(today(page)).toContainText('How did it go?');
  await expect.poll(() => page.evaluate('window.badge')).toBe(0);
  await today(page).getByRole('button', { name: 'Passed' }).click();
  await expect(today(page)).toContainText('You passed');
});
