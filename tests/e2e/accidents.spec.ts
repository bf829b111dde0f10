import type { Locator, Page } from '@playwright/test';
import { openExamPage } from '#support/exam-page.ts';
import { expect, test, WITH_WORKER } from '#support/fixtures.ts';
import { answer, jumpTo, openExam, rows } from '#support/runner-page.ts';

const open = async (page: Page, examName = 'A Long Exam') => {
  await openExam(page, examName);
};

const check = (page: Page) => page.getByRole('button', { name: 'Check Answer' });
const next = (page: Page) => page.getByRole('button', { name: 'Next Question' });

/** Resolves after whatever the page still had to do has been done. */
const settle = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

const middleOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });

const stayedWithVerdict = async (page: Page, number = 1) => {
  await settle(page);
  await expect(page.getByText(`Question ${number} of 45`)).toBeVisible();
  await expect(page.getByText('Not quite')).toBeVisible();
};

test('a double click only checks, a deliberate second press goes on', async ({ page }) => {
  await open(page);
  await rows(page).nth(1).click();
  await check(page).dblclick();
  await stayedWithVerdict(page);
  await expect(next(page)).toBeEnabled();
  const { x, y } = await middleOf(next(page));
  await page.mouse.click(x, y);
  await expect(page.getByText('Question 2 of 45')).toBeVisible();
});

test('holding Enter checks and goes no further', async ({ page }) => {
  await open(page);
  await page.keyboard.press('2');
  for (let press = 0; press < 40; press += 1) await page.keyboard.down('Enter');
  await stayedWithVerdict(page);
  await expect(next(page)).toBeEnabled();
  for (let press = 0; press < 10; press += 1) await page.keyboard.down('Enter');
  await stayedWithVerdict(page);
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Question 2 of 45')).toBeVisible();

  await rows(page).nth(1).click();
  await check(page).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.down('Enter');
  await stayedWithVerdict(page, 2);
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a fast double tap checks and goes no further', async ({ page }) => {
    await open(page);
    await rows(page).nth(1).tap();
    const { x, y } = await middleOf(check(page));
    await Promise.all([page.touchscreen.tap(x, y), page.touchscreen.tap(x, y)]);
    await stayedWithVerdict(page);
    await expect(next(page)).toBeEnabled();
    await page.touchscreen.tap(x, y);
    await expect(page.getByText('Question 2 of 45')).toBeVisible();
  });
});

/** Moves an element so that its middle is at a place. */
const putOver = async (locator: Locator, place: { x: number; y: number }) => {
  const { x, y } = await middleOf(locator);
  await locator.evaluate(
    (element, by) => {
      element.style.cssText = `transform: translate(${by.x}px, ${by.y}px); z-index: 9`;
    },
    { x: place.x - x, y: place.y - y },
  );
};

/** Both presses are sent before the page has reacted to the first one, as fast fingers do. */
const twice = {
  'a double click': async ({ mouse }: Page, { x, y }: { x: number; y: number }) => {
    await mouse.move(x, y);
    await Promise.all(
      [1, 2].flatMap((clickCount) => [mouse.down({ clickCount }), mouse.up({ clickCount })]),
    );
  },
  'a double tap': async ({ touchscreen }: Page, { x, y }: { x: number; y: number }) => {
    await Promise.all([touchscreen.tap(x, y), touchscreen.tap(x + 3, y - 2)]);
  },
};

for (const [how, pressTwice] of Object.entries(twice)) {
  test.describe(how, () => {
    test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, ...WITH_WORKER });

    test('on Start doesn’t choose an option of the question it opens', async ({ page }) => {
      await open(page);
      const place = await middleOf(rows(page).first());
      await page.goto('/exams/aws');
      const start = page.getByRole('link', { name: 'Start', exact: true }).first();
      await putOver(start, place);
      await pressTwice(page, place);
      await expect(rows(page)).toHaveCount(4);
      await settle(page);
      await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
      // A deliberate press comes later, or elsewhere.
      await rows(page).nth(1).click();
      await expect(page.getByRole('radio').nth(1)).toBeChecked();
    });

    test('on Save offline saves, and on Remove only removes', async ({ page }) => {
      const shown = await openExamPage(page, 'A Long Exam');
      const save = shown.getByRole('button', { name: /^Save offline/ });
      await save.scrollIntoViewIfNeeded();
      await pressTwice(page, await middleOf(save));
      await expect(shown.getByText(/^Available offline · \d/)).toBeVisible();
      await page.goto('/');
      const remove = page.getByRole('button', { name: /^Remove/ });
      const amazon = page.getByRole('link', { name: /Amazon/ });
      await amazon.scrollIntoViewIfNeeded();
      await putOver(remove, await middleOf(amazon));
      await pressTwice(page, await middleOf(remove));
      await expect(page.getByText('On this device')).toBeHidden();
      await settle(page);
      await expect(page).toHaveURL('/');
    });

    test('on Back goes back one screen', async ({ page }) => {
      await open(page);
      const back = page.getByRole('banner').getByRole('link').first();
      await pressTwice(page, await middleOf(back));
      await expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible();
      await settle(page);
      await expect(page).toHaveURL('/exams/aws');
    });
  });
}

/** Records every layout shift from now on, those right after a press too. */
const watchEveryShift = (page: Page) =>
  page.evaluate(() => {
    type Entry = PerformanceEntry & { sources: { node: Node | null }[] };
    const moved: string[] = [];
    Object.assign(globalThis, { moved });
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Entry[]) {
        for (const { node } of sources) {
          moved.push(node instanceof Element ? node.outerHTML.slice(0, 80) : `${node?.nodeName}`);
        }
      }
    }).observe({ type: 'layout-shift' });
  });

for (const [width, height] of [
  [1440, 900],
  [1280, 680],
] as const) {
  test.describe(`at ${width}×${height}`, () => {
    test.use({ viewport: { width, height } });

    test('the main action stays at the foot of the card', async ({ page }) => {
      await open(page);
      await rows(page).nth(1).click();
      await page.mouse.move(0, 0);
      const before = await check(page).boundingBox();
      const last = await rows(page).last().boundingBox();
      if (!last || !before) throw new Error('The options are not on screen');
      expect(before.y).toBeGreaterThan(last.y + last.height);
      expect(before.y + before.height).toBeLessThan(height);
      await watchEveryShift(page);
      const { x, y } = await middleOf(check(page));
      await page.mouse.click(x, y);
      await stayedWithVerdict(page);
      const lesson = await page.getByRole('region', { name: 'Explanation' }).boundingBox();
      if (!lesson) throw new Error('There is no explanation');
      expect(Math.abs(lesson.x - last.x)).toBeLessThan(2);
      expect(lesson.y).toBeGreaterThan(last.y + last.height);
      expect((await next(page).boundingBox())?.y).toBe(before.y);
      const moved = await page.evaluate(() => (globalThis as unknown as { moved: [] }).moved);
      // Notes push down what is below them, which is not the action.
      expect(moved.filter((html: string) => html.includes('button'))).toEqual([]);
      await expect(next(page)).toBeEnabled();
      await page.mouse.click(x, y);
      await expect(page.getByText('Question 2 of 45')).toBeVisible();
    });
  });
}

test('See Result replaces the question with the result at any width', async ({ page }) => {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, 'v1.2');
    await jumpTo(page, 2);
    await expect(page.getByText('Look at this:')).toBeVisible();
    await answer(page, 0);
    const heading = page.getByRole('heading', { name: 'Exam Complete!' });
    await expect(heading).toBeVisible();
    await page.getByRole('button', { name: 'See Result' }).click();
    await expect(heading).toBeFocused();
    const top = () => heading.evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(200);
    await expect(page.getByRole('article')).toHaveCount(0);
    expect(await top()).toBeGreaterThanOrEqual(0);
    await expect(page.getByText(/^Final Score/)).toBeInViewport();
  }
});
