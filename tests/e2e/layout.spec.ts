import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { address, answer, jumpTo, picturesSettled, rows } from '#support/runner-page.ts';

const KINDS = address('aws', 'Every Kind');
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

type Shift = { value: number; moved: string[] };

/** Collects every shift from the first paint on, those right after a tap as well. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    type Source = { node: Node | null };
    type Entry = PerformanceEntry & { value: number; sources: Source[]; hadRecentInput: boolean };
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : `${node?.nodeName}`,
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The shifts so far, once two more frames have been drawn. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { shifts: Shift[] }).shifts;
  });

/** What of the exam is on the device: in words, or an icon of that name. */
const saved = (page: Page, text: RegExp) =>
  page.getByRole('button', { name: text }).or(page.getByText(text).and(page.locator(':visible')));
const untilSaved = (page: Page) => expect(saved(page, /^Available offline/)).toBeVisible();

const screens: [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  ['the home screen', '/', (page) => expect(page.getByRole('link').first()).toBeVisible()],
  [
    'the exam list',
    '/exams/aws',
    (page) => expect(page.getByRole('link', { name: 'Start' }).first()).toBeVisible(),
  ],
  ['a question', KINDS, (page) => expect(rows(page)).toHaveCount(4)],
  [
    'a question with pictures',
    '/exams/a%2Fb/a%2Fb',
    async (page) => {
      await expect(page.getByRole('img', { name: 'A blue box' })).toBeVisible();
      await picturesSettled(page);
    },
  ],
  ['the 404', '/nowhere', (page) => expect(page.getByText('Oops! Page not found')).toBeVisible()],
];

for (const [size, viewport] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    for (const [name, path, ready] of screens) {
      test(`nothing moves while ${name} loads`, async ({ page, server }) => {
        // Held back for long enough that the placeholders are seen first.
        const held = fault.hold();
        server.faults.set('/api/*', held);
        await watchShifts(page);
        const asked = path === '/nowhere' ? undefined : server.nextRequest('/api/*');
        await page.goto(path);
        await asked;
        await shifts(page);
        held.release();
        await ready(page);
        expect(await shifts(page)).toEqual([]);
      });
    }

    test('nothing moves when a slow picture arrives', async ({ page, server }) => {
      const held = fault.hold();
      server.faults.set('/images/*', held);
      await watchShifts(page);
      await page.goto('/exams/a%2Fb/a%2Fb');
      await expect(rows(page)).toHaveCount(4);
      const before = await rows(page).first().boundingBox();
      held.release();
      await picturesSettled(page);
      await expect(page.getByRole('img', { name: 'A gradient' })).toHaveJSProperty(
        'complete',
        true,
      );
      expect(await shifts(page)).toEqual([]);
      expect(await rows(page).first().boundingBox()).toEqual(before);
    });

    test('nothing moves when a picture fails', async ({ page, server }) => {
      const held = fault.hold(fault.status(404));
      server.faults.set('/images/*', held);
      await watchShifts(page);
      await page.goto('/exams/a%2Fb/a%2Fb');
      await expect(rows(page)).toHaveCount(4);
      const before = await rows(page).first().boundingBox();
      held.release();
      await expect(page.getByRole('img', { name: 'A gradient' })).toHaveText('A gradient');
      expect(await shifts(page)).toEqual([]);
      expect(await rows(page).first().boundingBox()).toEqual(before);
    });

    test('the rows stay where they are when the answer is checked', async ({ page }) => {
      await watchShifts(page);
      await page.goto('/exams/aws/v1.2');
      await expect(rows(page)).toHaveCount(4);
      const before = await rows(page).first().boundingBox();
      await answer(page, 0);
      expect(await rows(page).first().boundingBox()).toEqual(before);
      expect(await shifts(page)).toEqual([]);
    });

    test('what can be tapped at home waits for what is saved, and then stays', async ({ page }) => {
      await page.goto(address('aws', 'v1.2'));
      await untilSaved(page);
      await page.addInitScript(() => {
        const list = caches.keys.bind(caches);
        const released = new Promise((resolve) => addEventListener('release', resolve));
        caches.keys = () => released.then(list);
      });
      await watchShifts(page);
      await page.goto('/');
      await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
      await shifts(page);
      await expect(page.getByRole('button', { name: 'Your progress data' })).toBeHidden();
      await page.evaluate(() => dispatchEvent(new Event('release')));
      await page.getByRole('button', { name: 'Your progress data' }).click();
      await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByText('On this device')).toBeVisible();
      expect(await shifts(page)).toEqual([]);
    });

    test('nothing moves at home for a learner who comes back', async ({ page, server }) => {
      await page.goto(address('aws', 'v1.2'));
      await expect(rows(page)).toHaveCount(4);
      await answer(page, 1);
      await page.getByRole('link', { name: 'Back to Exams' }).click();
      await expect(page.getByRole('link', { name: 'Continue at 1' })).toBeVisible();
      const held = fault.hold();
      server.faults.set('/api/*', held);
      await watchShifts(page);
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Continue · question 1 of 2' })).toBeVisible();
      await shifts(page);
      held.release();
      await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
      await expect(page.getByText(/^CertDeck uses/)).toBeVisible();
      expect(await shifts(page)).toEqual([]);
    });

    test('nothing moves while an exam is saved, answered, finished and come back to', async ({
      page,
      server,
    }) => {
      const held = fault.hold();
      server.faults.set(/questionId=pictured/, held);
      await watchShifts(page);
      await page.goto(address('aws', 'v1.2'));
      await expect(rows(page)).toHaveCount(4);
      await expect(saved(page, /^Saving 1 of 2/)).toBeVisible();
      await answer(page, 1);
      await page.getByRole('button', { name: 'Flag', exact: true }).click();
      held.release();
      await untilSaved(page);
      expect(await shifts(page), 'saved and answered').toEqual([]);
      await page.reload();
      await expect(page.getByRole('button', { name: /^Continue at question 1/ })).toBeVisible();
      await untilSaved(page);
      expect(await shifts(page), 'the offer to continue').toEqual([]);
      await page.getByRole('button', { name: /^Continue at question 1/ }).click();
      await page.getByRole('button', { name: 'Next Question' }).click();
      await expect(page.getByText('What is it?')).toBeVisible();
      await picturesSettled(page);
      await answer(page, 0);
      await expect(page.getByText('All questions')).toBeVisible();
      expect(await shifts(page), 'the result').toEqual([]);

      await page.goto('/exams/aws');
      await expect(page.getByText(/^Last 50%/)).toBeVisible();
      await page.getByRole('button', { name: 'Practice options: v1.2' }).click();
      await expect(page.getByRole('dialog')).toContainText('Start practice');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Progress: v1.2' }).click();
      await expect(page.getByText('History')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await shifts(page), 'the list').toEqual([]);
      await page.goto('/');
      await expect(page.getByText(/^CertDeck uses/)).toBeVisible();
      await page.getByRole('button', { name: 'Your progress data' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await shifts(page), 'home').toEqual([]);
    });
  });
}

test('nothing scrolls sideways on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  /** How far the page can be pushed aside. */
  const overflow = () =>
    page.evaluate(() => {
      scrollTo({ left: 1000, top: scrollY, behavior: 'instant' });
      return scrollX;
    });
  for (const [name, path, ready] of screens) {
    await page.goto(path);
    await ready(page);
    expect(await overflow(), name).toBe(0);
  }
  await page.goto(KINDS);
  await expect(rows(page)).toHaveCount(4);
  for (const number of [2, 5, 6, 7, 8, 9, 10]) {
    await jumpTo(page, number);
    await expect(page.getByText(`Question ${number} of 10`)).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
    expect(await overflow(), `question ${number}`).toBe(0);
    await answer(page, 0);
    expect(await overflow(), `question ${number}, checked`).toBe(0);
  }
  await page.getByRole('button', { name: 'Show progress and all questions' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await overflow(), 'the sheet').toBe(0);
});

test.describe('on a phone in use', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('the main action stands at the lower edge, however long the question', async ({ page }) => {
    await page.goto(KINDS);
    await expect(rows(page)).toHaveCount(4);
    await jumpTo(page, 7);
    await expect(page.getByText(/How long may a word be/)).toBeVisible();
    const action = page.getByRole('button', { name: 'Check Answer' });
    await expect(action).toBeInViewport({ ratio: 1 });
    const box = await action.boundingBox();
    expect(box?.y).toBeGreaterThan(phone.height * 0.75);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });

  test('what is saved is told in words when its icon is tapped', async ({ page }) => {
    await page.goto(address('aws', 'v1.2'));
    await expect(rows(page)).toHaveCount(4);
    const icon = page.getByRole('button', { name: /^Available offline · \d/ });
    const words = page.getByText(/^Available offline · \d/);
    await expect(icon).toBeVisible();
    await expect(words).toBeHidden();
    await icon.tap();
    await expect(words).toBeInViewport({ ratio: 1 });
    const [of, from] = [await words.boundingBox(), await icon.boundingBox()];
    expect(of?.y).toBeGreaterThan(from?.y ?? Number.NaN);
    await page.keyboard.press('Escape');
    await expect(words).toBeHidden();
  });

  test('the whole row of an option takes the tap', async ({ page }) => {
    await page.goto(KINDS);
    const row = rows(page).nth(1);
    const box = await row.boundingBox();
    if (!box) throw new Error('The option has no place on the screen');
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeGreaterThan(phone.width * 0.8);
    await page.touchscreen.tap(box.x + box.width - 4, box.y + 4);
    await expect(page.getByRole('radio', { name: 'wrong' })).toBeChecked();
  });
});
