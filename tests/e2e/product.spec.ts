import type { Locator, Page } from '@playwright/test';
import { emptyStudy, type StoredRun } from '#learner/schemas.ts';
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
import { fault } from '#support/faults.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { practiced } from '#support/practiced.ts';
import { address, answer, check, goOn, jumpTo, rows } from '#support/runner-page.ts';
import { recordOf, resultOf, storedRun, studyAfter } from '#support/stored-runs.ts';
import { bankOf } from '#support/test-bank.ts';
import { pngOf } from '#support/test-images.ts';
import { everyKind, manyQuestions, plainQuestion } from '#support/test-questions.ts';

/**
 * What the product promises, as it is drawn; a test's name begins with its lines. Proved elsewhere:
 *
 * | Line | What                                         | Where                                    |
 * | ---- | -------------------------------------------- | ---------------------------------------- |
 * | 4    | the states differ with forced colors         | sizes.spec.ts, with forced colors        |
 * | 5    | the rules of choosing, each by itself        | screens/exam-runner-choosing.test.tsx    |
 * | 13   | Escape closes a sheet and returns the focus  | keyboard.spec.ts, Escape closes          |
 * | 20   | the mark on a phone is an icon with a name   | layout.spec.ts, a tap on the icon        |
 */

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
const touch = { viewport: phone, hasTouch: true, isMobile: true };
const MINUTE = 60_000;
const pad = (number: number) => `question-${`${number}`.padStart(2, '0')}`;
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

const bigRun = (changes: Partial<StoredRun> = {}) =>
  storedRun({ questionIds: numbers(1, 130).map(pad), index: 0, ...changes });

const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
const dialog = (page: Page, name?: string) => page.getByRole('dialog', name ? { name } : {});
const card = (page: Page, examName = BIG) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: examName }) });
const today = (page: Page) => page.getByRole('region', { name: 'Today' });

/** Two sets of ten, eight right in each. */
const answers = numbers(1, 20).map((number) => resultOf(pad(number), number % 5 !== 0));
const DAY = 24 * 60 * MINUTE;
/** What is known after two sets of the day before. */
const afterTwoSets = () => studyAfter(emptyStudy, answers, Date.now() - DAY);

test.describe('progress on a phone', () => {
  test.use({ viewport: phone });

  test('1, 19: a range and its source, a chart with pass mark and dates', async ({ page }) => {
    const history = [
      recordOf('a', { kind: 'set', correct: 8, answered: 10, total: 10 }),
      recordOf('b', { kind: 'mock', correct: 15, answered: 20, total: 20 }),
    ];
    await practiced(page, BIG, { history, study: afterTwoSets() });
    await page.goto('/exams/aws');
    await button(page, `Progress: ${BIG}`).click();
    const says = dialog(page).getByText(/^You would score about \d+–\d+% today$/);
    const [low = 0, high = 0] = (await says.innerText()).match(/\d+/g)?.map(Number) ?? [];
    expect((low + high) / 2).toBeGreaterThan(50);
    expect(high).toBeLessThan(100);
    await expect(
      dialog(page).getByText('A rough guess, from only 20 of 130 questions'),
    ).toBeVisible();
    await dialog(page).getByText('How we estimate this').click();
    await expect(dialog(page).getByText(/an estimate, not a promise/)).toBeVisible();

    const chart = dialog(page).locator('ol[data-pass="70"]');
    const line = await chart.evaluate((element) => {
      const { borderBlockStartStyle, inlineSize, top } = getComputedStyle(element, '::before');
      return { borderBlockStartStyle, width: Number.parseFloat(inlineSize), top };
    });
    expect(line.borderBlockStartStyle).toBe('dashed');
    expect(line.width).toBeGreaterThan(100);
    // A bar of 75 % ends above the line, one of 80 % farther above it.
    const bars = chart.locator('i');
    const top = (await boxOf(chart)).y + Number.parseFloat(line.top);
    expect((await boxOf(bars.nth(1))).y).toBeLessThan(top);
    expect((await boxOf(bars.nth(0))).y).toBeLessThan((await boxOf(bars.nth(1))).y);
    for (const name of ['Mock and whole exams', 'Sets and reviews', 'Pass mark 70%']) {
      await expect(dialog(page).getByText(name, { exact: true }).last()).toBeVisible();
    }
    await expect(chart).toContainText(/Mar 4|4 Mar/);
  });
});

test('2, 9: Start asks while a run is open and keeps what it replaces', async ({ page }) => {
  await practiced(page, BIG, { runs: [bigRun({ results: [resultOf(pad(1))] })] });
  await page.goto('/exams/aws');
  // The run was left at question 1, which is answered.
  await expect(card(page).getByRole('link', { name: 'Continue at 2' })).toBeVisible();
  const start = card(page).getByRole('button', { name: 'Start', exact: true });
  await start.click();
  await dialog(page).getByRole('link', { name: 'Continue at question 2' }).click();
  await expect(page.getByText('What is question 02?')).toBeVisible();
  await page.goto('/exams/aws');
  await start.click();
  await dialog(page).getByRole('link', { name: 'Start over' }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await answer(page, 1);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await button(page, `Progress: ${BIG}`).click();
  const runs = page.getByRole('table', { name: 'Runs, newest first' }).locator('tr');
  await expect(runs).toHaveCount(1);
  await expect(runs).toContainText('Whole exam, 1 answered');
});

test('9: a finished run is never offered, an open one beside it is', async ({ page }) => {
  const questionIds = numbers(1, 2).map(pad);
  const results = questionIds.map((id) => resultOf(id));
  const finished = bigRun({ results, isFinished: true, endedAfter: 9000, index: 129 });
  const setup = { questions: 2, isShuffled: false };
  const half = { setup, questionIds, results: results.slice(0, 1), index: 0 };
  const open = storedRun({ id: 'open', ...half });
  await practiced(page, BIG, { runs: [finished, open] });
  await page.goto('/exams/aws');
  await expect(card(page).getByRole('link', { name: 'Continue at 2' })).toHaveCount(1);
  await expect(card(page).getByRole('link', { name: 'Start', exact: true })).toBeVisible();
  await page.goto(address('aws', BIG));
  await expect(button(page, /^Continue at|unfinished/)).toHaveText('Continue at question 2 of 2');
});

test('3, 19: a mock exam goes on while it is left, and tells nothing before', async ({ page }) => {
  await practiced(page, BIG, { study: afterTwoSets() });
  await page.clock.install();
  await page.goto('/');
  await button(today(page), 'Mock exam').click();
  await expect(dialog(page)).toContainText('20 questions in 60 minutes');
  await button(dialog(page), 'Start mock exam').click();
  await expect(page.getByRole('timer')).toContainText(/^(60:00|1:00:00|01:00:00|59:5\d)/);
  await rows(page).first().click();
  const inGrid = (number: number) => button(page, new RegExp(`^Question ${number}, `));
  await expect(inGrid(1)).toHaveAccessibleName('Question 1, answered');
  const silent = await signOf(inGrid(1));
  await page.keyboard.press('n');
  await expect(page.getByText('Question 2 of 20')).toBeVisible();
  await rows(page).nth(1).click();
  await expect(inGrid(2)).toHaveAccessibleName('Question 2, answered');
  await page.clock.fastForward(56 * MINUTE);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(page.getByText(/^The clock goes on: 3:[345]\d left$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await expect(today(page).getByText(/^Continue mock · 3:[345]\d left$/)).toBeVisible();
  await page.clock.fastForward(2 * MINUTE);
  await expect(today(page).getByText(/^Continue mock · 1:[345]\d left$/)).toBeVisible();
  await today(page).getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('timer')).toContainText(/^01:[345]\d/);
  await page.clock.fastForward(2 * MINUTE);
  await expect(page.getByRole('region', { name: 'Result' }).getByText('Time is up')).toBeVisible();
  await expect(inGrid(1)).toHaveAccessibleName('Question 1, correct');
  const signs = [silent, await signOf(inGrid(1)), await signOf(inGrid(2)), await signOf(inGrid(3))];
  expect(new Set(signs).size).toBe(4);
});

test('4, 5: several answers are counted, and graded by more than color', async ({ page }) => {
  await page.goto(address('aws', FEW));
  const says = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  await says('0 of 2 chosen');
  await rows(page).nth(0).click();
  await says('1 of 2 chosen');
  await rows(page).nth(3).click();
  await rows(page).nth(2).click();
  await says('3 of 2 chosen');
  await expect(page.getByRole('checkbox').nth(2)).toBeChecked();
  await rows(page).nth(3).click();
  await rows(page).nth(2).click();
  await says('1 of 2 chosen');
  await check(page);
  await expect(page.getByText('Not quite.')).toBeVisible();

  await goOn(page, 2, 4);
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
  const listed = page.getByRole('region', { name: 'Wrong answers' }).getByRole('button').nth(1);
  const given = listed.locator('[data-verdict]');
  await expect(given.filter({ hasText: 'Your answer, correct: ' })).toHaveText(/: right$/);
  expect(await signOf(given.filter({ hasText: /: right$/ }))).toBe(right?.sign);
  expect(await signOf(given.filter({ hasText: /far off$/ }))).toBe(wrong?.sign);
  const tones = await given.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  expect(tones[0]).not.toBe(tones[1]);
});

test('6: offline or lost: what the specification says, why, and no false number', async ({
  page,
  context,
  server,
}) => {
  const lost = fault.hold(fault.drop());
  server.faults.set('/api/*', lost);
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Loading providers' })).toBeVisible();
  await context.setOffline(true);
  lost.release();
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(page.getByText(/^Unfortunately, due to an error on our side/)).toBeVisible();
  await expect(button(page, 'Retry')).toBeVisible();
  // Of how many, nobody knows.
  await expect(page.getByText('Original questions', { exact: true })).toBeVisible();
  await expect(page.getByText(/\b0 |\d+ original/)).toHaveCount(0);
  await context.setOffline(false);
  server.faults.clear();

  await page.goto(address('aws', 'No Such Exam'));
  await expect(page.getByText('We can’t find this exam.')).toBeVisible();
  await expect(page.locator('[data-placeholder]')).toHaveCount(4);
});

test('6: a search that finds nothing says so and can be cleared', async ({ page }) => {
  await page.goto('/exams/aws');
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByText('No exams available for this provider yet.')).toBeVisible();
  await button(page, 'Clear search').click();
  await expect(card(page)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('7, 18: the result stands still and says what is next', async ({ page }) => {
  const questionIds = numbers(1, 10).map(pad);
  const setup = { questions: 10, isShuffled: false };
  const results = questionIds.slice(0, 9).map((id) => resultOf(id));
  const set = storedRun({ setup, questionIds, results, index: 9, selection: [] });
  await practiced(page, BIG, { runs: [set] });
  await page.clock.install();
  await page.goto(`${address('aws', BIG)}?continue=set`);
  const time = page.getByRole('timer', { name: 'Time' });
  await expect(time).toHaveText(/^01:\d\d$/);
  const started = await time.innerText();
  await page.clock.runFor(5000);
  await expect(time).not.toHaveText(started);
  await answer(page, 0);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByRole('heading', { name: 'Set complete' })).toBeVisible();
  const stopped = await time.innerText();
  await page.clock.runFor(5000);
  await expect(time).toHaveText(stopped);
  await expect(button(page, /(Pause|Resume|Reset) stopwatch/)).toHaveCount(0);

  const mark = await boxOf(result.getByText('Pass mark 70%', { exact: true }));
  const meter = await boxOf(result.locator('[data-pass]'));
  expect(mark.x + mark.width / 2).toBeCloseTo(meter.x + 0.7 * meter.width, -1);
  const acts = result.getByRole('button', { name: /^(Next|Review|Practice|Keep)/ });
  await expect(acts).toHaveText(['Next 10', 'Review answers', 'Practice all 130']);
  expect(await fillOf(acts.first())).toBe(await colorOf(page, '--brand'));
  expect(await fillOf(acts.nth(1))).not.toBe(await colorOf(page, '--brand'));

  await page.goto(`${address('aws', BIG)}?questions=2`);
  await jumpTo(page, 2);
  await expect(page.getByText('Question 2 of 2')).toBeVisible();
  await answer(page, 1);
  await expect(acts.first()).toHaveText('Keep going');
  await expect(acts.nth(1)).toHaveText('Practice 1 wrong answer');
  expect(await fillOf(acts.first())).toBe(await colorOf(page, '--brand'));
  await acts.first().click();
  await expect(page.getByText('Question 1 of 2')).toBeVisible();
});

for (const [size, viewport] of Object.entries({
  'a phone': phone,
  'a desktop': { width: 1280, height: 800 },
})) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    test('8, 10, 15: nothing covers an option, edges agree, the bar stays', async ({ page }) => {
      await practiced(page, BIG, { runs: [bigRun({ results: [resultOf(pad(1))] })] });
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

test('11: Delete everything is red and elsewhere, old errors go', async ({ page }) => {
  await page.goto('/');
  await button(page, 'Back up or move progress').click();
  const sheet = dialog(page, 'Back up or move progress');
  await sheet.getByLabel('File to import').setInputFiles({
    name: 'holiday.json',
    mimeType: 'application/json',
    buffer: Buffer.from('{"sun":1}'),
  });
  const error = sheet.getByText(/^Choose a CertDeck backup file/);
  await expect(error).toBeVisible();
  const all = await boxOf(button(sheet, 'Delete all'));
  await button(sheet, 'Delete all').click();
  await expect(error).toHaveCount(0);
  const everything = button(sheet, 'Delete everything');
  const red = await boxOf(everything);
  expect(red.y >= all.bottom || red.x >= all.right || red.right <= all.x).toBe(true);
  expect(await fillOf(everything)).toBe(await colorOf(page, '--wrong'));
  const now = await boxOf(button(sheet, 'Delete all'));
  expect([now.x, Math.sign(red.y - now.y)]).toEqual([all.x, 1]);
});

test.describe('on touch', () => {
  test.use(touch);

  test('12: Previous, Finish, swipes with one hint, and filters in the grid', async ({ page }) => {
    const at = (number: number) =>
      expect(page.getByText(`Question ${number} of 130`)).toBeVisible();
    const hint = page.getByText('Swipe left or right to move between questions.');
    await page.goto(address('aws', BIG));
    await expect(hint).toBeVisible();
    await swipe(page, 300, 100);
    await at(2);
    await button(page, 'Flag').last().tap();
    await answer(page, 1);
    await swipe(page, 100, 300);
    await at(1);
    await page.goto(address('aws', BIG));
    await expect(rows(page)).toHaveCount(4);
    await expect(hint).toHaveCount(0);
    await button(page, 'Continue at question 1 of 130').tap();
    await swipe(page, 300, 100);
    await at(2);
    await swipe(page, 300, 100);
    await at(3);

    const open = () => button(page, 'Show progress and all questions').tap();
    await open();
    await button(dialog(page), 'Previous').tap();
    await at(2);
    await open();
    const shown = dialog(page).getByRole('button', { name: /^Question \d+, / });
    for (const filter of ['Wrong', 'Flagged']) {
      await dialog(page).getByLabel('Show').selectOption(filter);
      await expect(shown).toHaveCount(1);
      await expect(shown).toHaveAccessibleName('Question 2, incorrect, flagged');
    }
    await dialog(page).getByLabel('Show').selectOption('Not answered');
    await expect(shown.nth(1)).toHaveAccessibleName('Question 3, unanswered');
    await button(dialog(page), 'Finish').tap();
    await expect(dialog(page, 'Finish now?')).toContainText('1 of 130 answered.');
    await button(dialog(page, 'Finish now?'), 'Finish now').tap();
    await expect(page.getByRole('heading', { name: 'Exam Complete!' })).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
  });
});

test.describe('a sheet', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('13: keeps its title and Close, moves in and out, dims the page', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto(address('aws', BIG));
    await expect(rows(page)).toHaveCount(4);
    const shown = await motionAfter(button(page, 'Show progress and all questions'));
    expect(shown?.names).toEqual(expect.arrayContaining(['opacity', 'translate']));
    const sheet = dialog(page, 'Progress');
    await button(sheet, 'Keyboard shortcuts').scrollIntoViewIfNeeded();
    const scrolled = await sheet.evaluate(({ lastElementChild: content }) => {
      content?.scrollTo(0, 9999);
      return content?.scrollTop;
    });
    expect(scrolled).toBeGreaterThan(50);
    for (const part of [sheet.getByRole('heading', { name: 'Progress' }), button(sheet, 'Close')]) {
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
    await page.goto('/exams/aws');
    await expect(card(page)).toBeVisible();
    const corners = [
      { x: 0, y: 0, width: 60, height: 60 },
      { x: 1200, y: 740, width: 60, height: 60 },
    ];
    const shoot = () => Promise.all(corners.map((clip) => page.screenshot({ clip })));
    const before = await shoot();
    await button(page, `Mock exam: ${BIG}`).click();
    const opened = dialog(page, 'Mock exam');
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

test('14: the explanation is under the options, pictures are limited', async ({ page }) => {
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
  const side = page.getByRole('complementary', { name: 'Progress' });
  expect(lesson.right).toBeLessThan((await boxOf(side)).x);
  expect(Math.abs(lesson.x - last.x)).toBeLessThan(3);
  await expect(side.getByRole('region')).toHaveCount(0);
  await expect(side.getByRole('heading')).toHaveCount(0);
  await expect(side.getByRole('timer')).toBeVisible();
  await expect(side.getByText(/^Correct: 0 \| Answered: 1 \| Total: 4$/)).toBeVisible();
});

test('8, 16: a card has one main action, and Progress from day one', async ({ page }) => {
  await page.goto('/exams/aws');
  await expect(card(page)).toBeVisible();
  const quiet = await fillOf(button(page, `Mock exam: ${BIG}`));
  const start = card(page).getByRole('link', { name: 'Start', exact: true });
  const ways = [...(await card(page).getByRole('link').all()), button(page, `Mock exam: ${BIG}`)];
  const loud = (await Promise.all(ways.map(fillOf))).filter((fill) => fill !== quiet);
  expect(loud).toHaveLength(1);
  await expect(card(page).getByText('130 questions', { exact: true })).toBeVisible();
  const middle = middleOf(await boxOf(start));
  for (const way of ways) expect(Math.abs(middleOf(await boxOf(way)) - middle)).toBeLessThan(3);
  const progress = button(page, `Progress: ${BIG}`);
  await expect(progress).toHaveText('Progress');
  await progress.click();
  await expect(page.getByText('Answer 20 questions for an estimate.')).toBeVisible();

  await practiced(page, BIG, { study: afterTwoSets() });
  await page.goto('/exams/aws');
  const part = (name: string) => card(page).locator(`[data-part=${name}]`);
  expect(await styleOf(part('known'), 'background-image')).toBe('none');
  expect(await styleOf(part('due'), 'background-image')).toContain('gradient');
});

test('17: a first visit answers a question without any request', async ({ page, server }) => {
  await page.goto('/');
  const provider = card(page, 'Amazon Web Services');
  await expect(
    provider.getByRole('link', { name: new RegExp(`^${BIG}.*130 questions`) }),
  ).toBeVisible();
  await expect(page.getByText(/written from the vendors’ public exam guides/)).toBeVisible();
  await expect(page.getByText(/Not affiliated with AWS, Microsoft or Google\./)).toBeVisible();
  await expect(today(page)).toHaveCount(0);
  const form = page.getByRole('form', { name: /^Try one/ });
  await expect(form.getByRole('radio').first()).toBeEnabled();
  await server.refuse();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await form.getByText('AWS Budgets').click();
  await button(form, 'Check Answer').click();
  await expect(form.getByText('Correct!')).toBeVisible();
  await expect(form.getByText(/^A budget compares/)).toBeVisible();
  // The code of the screens after this one is fetched while the page rests.
  expect(asked.filter((url) => !url.includes('/assets/'))).toEqual([]);
});

test('17: who comes back sees today first, due before an old review', async ({ page }) => {
  const setup = { questions: 'all' as const, from: 'due' as const, isShuffled: false };
  const questionIds = [pad(5), pad(10)];
  const old = storedRun({ setup, questionIds, results: [resultOf(pad(5), false)] });
  await practiced(page, BIG, { runs: [{ ...old, index: 0 }], study: afterTwoSets() });
  await page.goto('/');
  const first = today(page).getByRole('link').first();
  await expect(first).toHaveText('Review 4');
  await expect(today(page).getByRole('link', { name: 'Continue' })).toHaveCount(0);
  const exams = await boxOf(page.getByRole('heading', { name: 'All exams' }));
  expect((await boxOf(today(page))).bottom).toBeLessThanOrEqual(exams.y);
  await first.click();
  await expect(page.getByText('Question 1 of 4')).toBeVisible();
});

test.describe('with a worker', () => {
  test.use(WITH_WORKER);

  test('20: a save can only be canceled, and no size is made up', async ({ page, server }) => {
    const held = fault.hold();
    server.faults.set(/^\/api\/question\?/, held);
    await page.goto('/exams/aws');
    await button(page, `Save offline: ${FEW}`).click();
    const line = card(page, FEW).locator('[data-status=saving]');
    await expect(line).toContainText('Saving 0 of 4 questions');
    await expect(line).not.toContainText('bytes');
    await expect(line.getByRole('button')).toHaveText(['Cancel']);
    held.release();
    await expect(card(page, FEW).locator('[data-status=available]')).toBeVisible();
  });
});
