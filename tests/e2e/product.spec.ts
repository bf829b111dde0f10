import type { Locator, Page } from '@playwright/test';
import { emptyStudy } from '#learner/schemas.ts';
import {
  boxOf,
  colorOf,
  fillOf,
  findOver,
  middleOf,
  motionAfter,
  signOf,
  styleOf,
  swipe,
} from '#support/drawn.ts';
import { openExamPage } from '#support/exam-page.ts';
import { expect, SITE, test } from '#support/fixtures.ts';
import { practiced } from '#support/practiced.ts';
import { address, answer, goOn, jumpTo, openExam, rows } from '#support/runner-page.ts';
import { recordOf, resultOf, storedRun, studyAfter } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { pngOf } from '#support/test-images.ts';
import { everyKind, manyQuestions, plainQuestion } from '#support/test-questions.ts';

/** What the product promises, as it is drawn. The rules behind it are proven in the screens part. */

const BIG = 'A Big Exam';
const FEW = 'A Few Odd Ones';
const PICTURE = { 'img-1.png': pngOf(400, 1600) };
const bank = bankOf(
  {
    id: 'big',
    name: BIG,
    questions: manyQuestions(130),
    sitting: { questions: 20, minutes: 60, pass: { score: '700 of 1000', share: 70 } },
  },
  {
    id: 'few',
    name: FEW,
    questions: {
      two: everyKind.multiple,
      'two-more': everyKind.multiple,
      tall: { ...plainQuestion('Look: [img-1]'), pictures: PICTURE },
      long: plainQuestion('Which paragraph? '.repeat(60), { options: ['right', 'x'.repeat(900)] }),
    },
  },
);
test.use({ serving: { site: SITE, bank } });

const phone = { width: 390, height: 844 };
const pad = (number: number) => `question-${`${number}`.padStart(2, '0')}`;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {});
const card = (page: Page, examName = BIG) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: examName }) });
/** Two sets of ten, eight right in each. */
const answers = numbers(1, 20).map((number) => resultOf(pad(number), number % 5 !== 0));
const DAY = 24 * 60 * 60 * 1000;
/** What is known after two sets of the day before. */
const afterTwoSets = () => studyAfter(emptyStudy, answers, Date.now() - DAY);

test.describe('progress on a phone', () => {
  test.use({ viewport: phone });

  test('is on the first screens: today, then a mock exam with its Start, then scores and their marks', async ({
    page,
  }) => {
    const history = [
      recordOf('a', { kind: 'set', correct: 8, answered: 10, total: 10 }),
      recordOf('b', { kind: 'mock', correct: 15, answered: 20, total: 20 }),
    ];
    await practiced(page, BIG, { history, study: afterTwoSets() });
    const shown = await openExamPage(page, BIG);
    const start = button(shown, 'Start mock exam');
    await expect(start).toBeVisible();
    expect((await boxOf(start)).bottom).toBeLessThanOrEqual(844);
    const progress = shown.getByRole('region', { name: 'Progress' });
    await expect(progress.getByText('Last mock 75%')).toBeVisible();
    await expect(progress.getByText('Pass mark 70%', { exact: true })).toBeVisible();
    await expect(progress.getByText(/^March 4/)).toHaveCount(1);
    // The mark of the mock exam stands to the right of the pass mark.
    const ticks = progress.locator('i');
    expect((await boxOf(ticks.nth(0))).x).toBeGreaterThan((await boxOf(ticks.nth(1))).x);
  });
});

test('the grid tells answers apart by their signs', async ({ page }) => {
  await page.goto(`${address('aws', BIG)}?questions=20&minutes=60`);
  const inGrid = (number: number) => button(page, new RegExp(`^Question ${number}, `));
  await rows(page).first().click();
  await expect(inGrid(1)).toHaveAccessibleName('Question 1, answered');
  const silent = await signOf(inGrid(1));
  await page.keyboard.press('n');
  await expect(page.getByText('Question 2 of 20')).toBeVisible();
  await rows(page).nth(1).click();
  await expect(inGrid(2)).toHaveAccessibleName('Question 2, answered');
  // The result of a run has no grid beside it, so what is right shows in practice.
  await page.goto(address('aws', BIG));
  await answer(page, 0);
  await page.keyboard.press('n');
  await answer(page, 1);
  await expect(inGrid(1)).toHaveAccessibleName('Question 1, correct');
  await expect(inGrid(2)).toHaveAccessibleName('Question 2, incorrect');
  const signs = [silent, ...(await Promise.all([1, 2, 3].map((at) => signOf(inGrid(at)))))];
  expect(new Set(signs).size).toBe(4);
});

test('answers are graded by more than color', async ({ page }) => {
  await page.goto(address('aws', FEW));
  await answer(page, 0, 3);
  const seen = await Promise.all(
    [0, 3, 2, 1].map(async (place) => {
      const row = page.locator('[data-verdict]', { has: page.getByRole('checkbox') }).nth(place);
      const tag = row.locator('label > [aria-hidden]').last();
      const key = row.locator('label > [aria-hidden]').first();
      const isTold = (await row.locator('label svg').count()) > 0;
      return {
        words: isTold ? await tag.innerText() : '',
        sign: isTold ? await signOf(tag) : undefined,
        row: await styleOf(row, 'background-color', 'border-top-style'),
        key: await fillOf(key),
      };
    }),
  );
  const words = seen.map((state) => state.words);
  expect(words).toEqual(['Your answer, correct', 'Your answer', 'Missed', '']);
  const [right, wrong, missed, other] = seen;
  expect(right?.sign).not.toBe(wrong?.sign);
  expect(new Set(seen.map(({ row }) => row)).size).toBe(4);
  expect(new Set([right?.key, wrong?.key, missed?.key]).size).toBe(3);
  expect(missed?.key).toBe(other?.key);

  await button(page, 'Finish').click();
  await button(dialog(page), 'Finish now').click();
  const listed = page.getByRole('region', { name: 'Wrong answers' }).getByRole('button').first();
  const given = listed.locator('[data-verdict]');
  await expect(given.filter({ hasText: /^Correct: / })).toHaveText(/: right$/);
  expect(await signOf(given.filter({ hasText: /: right$/ }))).toBe(right?.sign);
  expect(await signOf(given.filter({ hasText: /far off$/ }))).toBe(wrong?.sign);
  const tones = await given.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  expect(tones[0]).not.toBe(tones[1]);
});

test('the result of a set has no pass mark, and one main action', async ({ page }) => {
  const questionIds = numbers(1, 10).map(pad);
  const setup = { questions: 10, isShuffled: false };
  const results = questionIds.slice(0, 9).map((id) => resultOf(id));
  const set = storedRun({ setup, questionIds, results, index: 9, selection: [] });
  await practiced(page, BIG, { runs: [set] });
  await page.goto(`${address('aws', BIG)}?continue=set`);
  await answer(page, 0);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('You had 10 of 10.')).toBeVisible();
  await expect(result.getByText(/Pass mark/)).toHaveCount(0);
  const acts = result.getByRole('button', { name: /^(Review|Practice)/ });
  await expect(acts).toHaveText(['Practice 19', 'Review answers']);
  const brand = await colorOf(page, '--brand');
  const fills = await Promise.all((await acts.all()).map(fillOf));
  expect(fills.map((fill) => fill === brand)).toEqual([true, false]);
});

for (const [size, viewport] of Object.entries({
  'a phone': phone,
  'a desktop': { width: 1280, height: 800 },
})) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    test('nothing covers an option, edges agree, the bar stays', async ({ page }) => {
      const questionIds = numbers(1, 130).map(pad);
      const run = storedRun({ questionIds, index: 0, results: [resultOf(pad(1))] });
      await practiced(page, BIG, { runs: [run] });
      await page.goto(address('aws', BIG));
      await expect(button(page, 'Continue at question 2 of 130')).toBeVisible();
      expect(await rows(page).evaluateAll(findOver)).toEqual([]);

      const action = button(page, 'Check Answer');
      const option = await boxOf(rows(page).first().locator('xpath=..'));
      const aligned = viewport === phone ? button(page, 'Flag').last() : action;
      for (const part of [page.getByRole('article'), aligned]) {
        expect(Math.abs((await boxOf(part)).right - option.right)).toBeLessThan(1.01);
      }
      for (const row of await rows(page).all()) {
        const [letter, text] = [row.locator('> span').first(), row.locator('> span').nth(1)];
        const apart = middleOf(await boxOf(letter)) - middleOf(await boxOf(text));
        expect(Math.abs(apart)).toBeLessThanOrEqual(2);
      }

      const before = await boxOf(action);
      await answer(page, 1);
      const next = button(page, 'Next Question');
      expect((await boxOf(next)).y).toBe(before.y);
      const bar = page.getByRole('progressbar', { name: 'Position in the exam' });
      await goOn(page, 2, 130);
      const track = await boxOf(bar);
      const filled = await boxOf(bar.locator('span').first());
      const mark = await boxOf(bar.locator('span').last());
      expect(filled.width / track.width).toBeCloseTo(1 / 130, 3);
      expect((mark.right - track.x) / track.width).toBeCloseTo(2 / 130, 3);

      await page.goto(address('aws', FEW));
      await jumpTo(page, 4);
      await expect(page.getByText('Question 4 of 4')).toBeVisible();
      const atTop = await boxOf(action);
      expect(atTop.bottom).toBeLessThanOrEqual(viewport.height);
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
      expect(Math.abs((await boxOf(action)).y - atTop.y)).toBeLessThan(1);
    });
  });
}

test('Delete everything is red, and elsewhere than Delete all', async ({ page }) => {
  await page.goto('/');
  await button(page, 'Back up or move progress').click();
  const sheet = dialog(page, 'Back up or move progress');
  const all = await boxOf(button(sheet, 'Delete all'));
  await button(sheet, 'Delete all').click();
  const everything = button(sheet, 'Delete everything');
  const red = await boxOf(everything);
  expect(red.y >= all.bottom || red.x >= all.right || red.right <= all.x).toBe(true);
  expect(await fillOf(everything)).toBe(await colorOf(page, '--wrong'));
  const now = await boxOf(button(sheet, 'Delete all'));
  expect([now.x, Math.sign(red.y - now.y)]).toEqual([all.x, 1]);
});

test.describe('on touch', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  test('swipes move between questions, with a hint on the first visit', async ({ page }) => {
    const at = (number: number) =>
      expect(page.getByText(`Question ${number} of 130`)).toBeVisible();
    const hint = page.getByText('Swipe left or right to move between questions.');
    await page.goto(address('aws', BIG));
    await expect(hint).toBeVisible();
    await swipe(page, 300, 100);
    await at(2);
    await swipe(page, 100, 300);
    await at(1);
    await answer(page, 1);
    await openExam(page, BIG);
    await expect(hint).toHaveCount(0);
  });
});

test.describe('a sheet', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('keeps its title and Close, moves in and out, dims the page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    await openExam(page, BIG);
    const shown = await motionAfter(button(page, 'Show progress and all questions'));
    expect(shown?.names).toEqual(expect.arrayContaining(['opacity', 'translate']));
    const sheet = dialog(page, 'Questions');
    await button(sheet, 'Keyboard shortcuts').scrollIntoViewIfNeeded();
    const scrolled = await sheet.evaluate(({ lastElementChild: content }) => {
      content?.scrollTo(0, 9999);
      return content?.scrollTop;
    });
    expect(scrolled).toBeGreaterThan(50);
    for (const part of [
      sheet.getByRole('heading', { name: 'Questions' }),
      button(sheet, 'Close'),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      const isOnTop = await part.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isOnTop).toBe(true);
    }
    const gone = await motionAfter(button(sheet, 'Close'));
    expect(gone?.names).toEqual(expect.arrayContaining(['opacity', 'translate']));
    expect(gone?.isDrawn).toBe(true);
    await expect(sheet).toBeHidden();

    await page.setViewportSize({ width: 1280, height: 800 });
    const corners = [
      { x: 0, y: 0, width: 60, height: 60 },
      { x: 1200, y: 740, width: 60, height: 60 },
    ];
    const shoot = () => Promise.all(corners.map((clip) => page.screenshot({ clip })));
    await page.goto(`${address('aws', BIG)}?minutes=30`);
    await rows(page).first().click();
    const before = await shoot();
    await button(page, 'Finish Exam').click();
    const opened = dialog(page, 'Finish the exam?');
    const moving = () => opened.evaluate((one) => one.getAnimations({ subtree: true }).length);
    await expect.poll(moving).toBe(0);
    const box = await boxOf(opened);
    // Half of a scroll bar may be missing.
    expect(Math.abs(box.x + box.width / 2 - 640)).toBeLessThan(9);
    expect(Math.abs(middleOf(box) - 400)).toBeLessThan(2);
    const after = await shoot();
    for (const [place, corner] of before.entries())
      expect(corner.equals(after[place] ?? corner)).toBe(false);
  });
});

test('the explanation is under the options, and pictures are limited', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(address('aws', FEW));
  await jumpTo(page, 3);
  const picture = page.getByRole('article').getByRole('img', { name: 'Picture 1' });
  const { height } = await boxOf(picture);
  expect(height).toBeLessThanOrEqual(0.45 * 900);
  expect(height).toBeGreaterThan(100);
  await button(page, 'Enlarge picture').click();
  expect((await boxOf(dialog(page).getByRole('img'))).height).toBeGreaterThan(1.5 * height);
  await page.keyboard.press('Escape');

  await answer(page, 1);
  const lesson = await boxOf(page.getByRole('region', { name: 'Explanation' }));
  const last = await boxOf(rows(page).last());
  expect(lesson.y).toBeGreaterThanOrEqual(last.bottom);
  const side = page.getByRole('complementary', { name: 'Questions' });
  expect(lesson.right).toBeLessThan((await boxOf(side)).x);
  expect(Math.abs(lesson.x - last.x)).toBeLessThan(3);
  await expect(side.getByRole('region')).toHaveCount(0);
  await expect(side.getByRole('heading')).toHaveCount(0);
  await expect(side.getByRole('timer')).toBeVisible();
  await expect(side.getByText(/^Correct: 0 \| Answered: 1 \| Total: 4$/)).toBeVisible();
});

test('a card has three controls, and the list one filled button', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/exams/aws');
  await expect(card(page)).toBeVisible();
  await expect(card(page).getByRole('link')).toHaveCount(3);
  await expect(card(page).getByRole('button')).toHaveCount(0);
  const main = card(page).getByRole('link', { name: 'Practice 10' });
  const start = card(page).getByRole('link', { name: 'Start', exact: true });
  const filled = await fillOf(main);
  const fills = await Promise.all((await page.getByRole('link').all()).map(fillOf));
  expect(fills.filter((fill) => fill === filled)).toHaveLength(1);
  const distance = middleOf(await boxOf(start)) - middleOf(await boxOf(main));
  expect(Math.abs(distance)).toBeLessThan(3);
  // A tap beside the words opens the exam's page, too.
  const box = await boxOf(card(page));
  await page.mouse.click(box.right - 8, box.y + 8);
  await expect(dialog(page, BIG)).toBeVisible();
});

test('where there is room, the rows of the cards are in line', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/exams/aws');
  await expect(card(page).getByText('First Domain')).toBeVisible();
  const starts = await page.getByRole('link', { name: 'Start', exact: true }).all();
  const places = await Promise.all(starts.slice(0, 2).map(boxOf));
  expect(places[0]?.y).toBe(places[1]?.y);
});

test('the sample on home is answered without any request', async ({ page, server }) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: /^Try one/ });
  await expect(form.getByRole('radio').first()).toBeEnabled();
  await server.refuse();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await form.getByText('AWS Budgets').click();
  await button(form, 'Check Answer').click();
  await expect(form.getByText('Correct!')).toBeVisible();
  // The code of the screens after this one is fetched while the page rests.
  expect(asked.filter((url) => !url.includes('/assets/'))).toEqual([]);
});
