import type { Page } from '@playwright/test';
import { openExamPage } from '#support/exam-page.ts';
import { fault } from '#support/faults.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { expectNoShift, readShifts, watchShifts } from '#support/layout.ts';
import { untilAvailable } from '#support/offline-page.ts';
import {
  address,
  answer,
  goOn,
  jumpTo,
  openExam,
  picturesSettled,
  rows,
} from '#support/runner-page.ts';
import { smallExam, smallExamPage } from '#support/small-exam.ts';
import { bankOf } from '#support/test-bank.ts';

/** Nothing moves under a finger, and nothing lies over a control. */

const KINDS = address('aws', 'Every Kind');
const PICTURES = address('a/b', 'a/b');
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** What of the exam is on the device: in words, or an icon of that name. */
const saved = (page: Page, text: RegExp) =>
  page.getByRole('button', { name: text }).or(page.getByText(text).and(page.locator(':visible')));
const untilSaved = (page: Page) => expect(saved(page, /^Available offline/)).toBeVisible();

const screens: [name: string, path: string, ready: (page: Page) => Promise<void>][] = [
  ['the home screen', '/', (page) => expect(page.getByRole('link').first()).toBeVisible()],
  [
    'the exam list',
    '/exams/aws',
    (page) => expect(page.getByRole('link', { name: 'Start', exact: true }).first()).toBeVisible(),
  ],
  ['a question', KINDS, (page) => expect(rows(page)).toHaveCount(4)],
  [
    'a question with images',
    PICTURES,
    async (page) => {
      await expect(page.getByRole('img', { name: 'A blue box' })).toBeVisible();
      await picturesSettled(page);
    },
  ],
  ['the 404', '/nowhere', (page) => expect(page.getByText('Oops! Page not found')).toBeVisible()],
];

const sizes = { 'a phone': phone, 'a desktop': desktop };

for (const [size, viewport] of Object.entries(sizes)) {
  test.describe(`on ${size}`, () => {
    test.use({ viewport });

    test('nothing moves while any screen loads', async ({ page, server }) => {
      await watchShifts(page);
      for (const [name, path, ready] of screens) {
        await test.step(name, async () => {
          // Held until the placeholders have been painted.
          const held = fault.hold();
          server.faults.set('/api/*', held);
          const asked = path === '/nowhere' ? undefined : server.nextRequest('/api/*');
          await page.goto(path);
          await asked;
          await readShifts(page);
          held.release();
          await ready(page);
          await expectNoShift(page, name);
        });
      }
    });

    test('a bar that moves while an exam loads moves nothing else', async ({ page, server }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await watchShifts(page);
      server.faults.set('/api/*', fault.hold());
      await page.goto(PICTURES);
      const bar = page.getByRole('progressbar', { name: 'Loading exam' }).locator('span');
      const placeOf = async () => (await bar.boundingBox())?.x;
      const first = await placeOf();
      await expect.poll(placeOf).not.toBe(first);
      await expectNoShift(page);
    });

    for (const [what, failure] of [
      ['a slow image arrives', undefined],
      ['an image fails', fault.status(404)],
    ] as const) {
      test(`nothing moves when ${what}`, async ({ page, server }) => {
        const held = fault.hold(failure);
        server.faults.set('/images/*', held);
        await watchShifts(page);
        await page.goto(PICTURES);
        await expect(rows(page)).toHaveCount(4);
        const before = await rows(page).first().boundingBox();
        held.release();
        const image = page.getByRole('img', { name: 'A gradient' });
        if (failure) await expect(image).toHaveText('A gradient');
        else await expect(image).toHaveJSProperty('complete', true);
        await picturesSettled(page);
        await expectNoShift(page);
        expect(await rows(page).first().boundingBox()).toEqual(before);
      });
    }

    test('nothing moves on home for a returning learner', async ({ page, server }) => {
      await watchShifts(page);
      await openExam(page, 'v1.2');
      const before = await rows(page).first().boundingBox();
      await answer(page, 1);
      // The verdict and the note add to an option's height, not to what is above.
      expect(await rows(page).first().boundingBox()).toMatchObject({ x: before?.x, y: before?.y });
      await expectNoShift(page, 'checked');
      await page.getByRole('link', { name: 'Back to Exams' }).click();
      await expect(page.getByText('1 of 2 seen')).toBeVisible();
      // What is saved is listed at home.
      const isSaved = async () => Boolean(await caches.match('/certdeck-document'));
      await expect.poll(() => page.evaluate(isSaved)).toBe(true);
      const held = fault.hold();
      server.faults.set('/api/*', held);
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Whole exam, at 2 of 2' })).toBeVisible();
      await readShifts(page);
      held.release();
      await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /^On this device: 1 exam/ })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Practice 1', exact: true })).toBeVisible();
      await expectNoShift(page, 'home');
    });

    test.describe('with a worker', () => {
      test.use(WITH_WORKER);

      test('home shows its buttons once it knows what is saved', async ({ page }) => {
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
        await readShifts(page);
        await expect(page.getByRole('button', { name: 'Back up or move progress' })).toBeHidden();
        await page.evaluate(() => dispatchEvent(new Event('release')));
        await page.getByRole('button', { name: 'Back up or move progress' }).click();
        await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByText('On this device')).toBeVisible();
        await expectNoShift(page);
      });

      test('nothing moves from the first answer to the result', async ({ page, server }) => {
        const held = fault.hold();
        server.faults.set(/questionId=pictured/, held);
        await watchShifts(page);
        await openExam(page, 'v1.2');
        await expect(saved(page, /^Saving 1 of 2/)).toBeVisible();
        await answer(page, 1);
        await page.getByRole('button', { name: 'Flag', exact: true }).click();
        held.release();
        await untilSaved(page);
        await expectNoShift(page, 'saved and answered');
        await page.reload();
        await expect(page.getByRole('button', { name: /^Continue at question 2/ })).toBeVisible();
        await untilSaved(page);
        await expectNoShift(page, 'the offer to continue');
        await page.getByRole('button', { name: /^Continue at question 2/ }).click();
        await expect(page.getByText('What is it?')).toBeVisible();
        await picturesSettled(page);
        await answer(page, 0);
        await expect(page.getByText('Your progress is on this device only.')).toBeVisible();
        await expectNoShift(page, 'the result');

        await page.goto('/exams/aws');
        await expect(page.getByText(/ seen$/).first()).toBeVisible();
        // What follows a tap by more than half a second counts as a shift, as on a busy machine.
        await expectNoShift(page, 'the list');
        await page.goto('/');
        await expect(page.getByRole('button', { name: /^On this device: 1 exam/ })).toBeVisible();
        await expectNoShift(page, 'home');
      });
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('nothing moves on home when the number of its questions arrives', async ({
    page,
    server,
  }) => {
    await openExam(page, 'v1.2');
    await answer(page, 1);
    await goOn(page, 2, 2);
    await answer(page, 0);
    await page.goto('/exams/aws');
    await expect(page.getByText(/ seen$/).first()).toBeVisible();
    const held = fault.hold();
    server.faults.set('/api/exams', held);
    await watchShifts(page);
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
    await readShifts(page);
    held.release();
    await expect(page.getByText('Done for today')).toBeVisible();
    await expectNoShift(page);
  });

  test('the page of an exam stays put when the exam arrives', async ({ page, server }) => {
    await page.goto(address('aws', 'v1.2'));
    await answer(page, 1);
    await page.goto('/exams/aws');
    await expect(page.getByText('1 of 2 seen')).toBeVisible();
    const held = fault.hold();
    server.faults.set(/^\/api\/questions/, held);
    await watchShifts(page);
    const shown = await openExamPage(page, 'v1.2');
    await expect(shown.getByText('1 of 2 today')).toBeVisible();
    await readShifts(page);
    held.release();
    await expect(shown.getByText('First Domain').first()).toBeAttached();
    await expect(shown.getByRole('region', { name: 'Offline' })).toBeAttached();
    await expectNoShift(page);
  });
});

test.describe('on a phone in use', () => {
  test.use({ ...WITH_WORKER, viewport: phone, hasTouch: true });

  test('the action stays at the lower edge, and whole rows take taps', async ({ page }) => {
    await page.goto(KINDS);
    const box = await rows(page).nth(1).boundingBox();
    if (!box) throw new Error('The option is not on the screen');
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(box.width).toBeGreaterThan(phone.width * 0.8);
    await page.touchscreen.tap(box.x + box.width - 4, box.y + 4);
    await expect(page.getByRole('radio', { name: 'wrong' })).toBeChecked();

    await jumpTo(page, 7);
    await expect(page.getByText(/How long may a word be/)).toBeVisible();
    const action = page.getByRole('button', { name: 'Check Answer' });
    await expect(action).toBeInViewport({ ratio: 1 });
    const place = await action.boundingBox();
    expect(place?.y).toBeGreaterThan(phone.height * 0.75);
    expect(place?.height).toBeGreaterThanOrEqual(44);
  });

  test('nothing moves when an exam starts cold', async ({ page, server }) => {
    await watchShifts(page);
    for (const held of [fault.hold(), undefined]) {
      if (held) server.faults.set('/api/question?*', held);
      await page.goto(address('aws', 'v1.2'));
      if (held) {
        await expect(page.locator('[data-placeholder]').first()).toBeVisible();
        await expect(page.getByText(/^Waiting for the server/)).toBeVisible();
        await expect(page.getByText(/^Swipe left or right/)).toHaveCount(0);
        held.release();
      }
      await expect(rows(page)).toHaveCount(4);
      await expect(page.getByText(/^Swipe left or right/)).toBeVisible();
      await untilSaved(page);
      await expectNoShift(page, held ? 'a slow answer' : 'a quick answer');
    }
  });

  test('a tap on the icon spells out what is saved', async ({ page }) => {
    await openExam(page, 'v1.2');
    const icon = page.getByRole('button', { name: /^Available offline · \d/ });
    const words = page.getByText(/^Available offline · \d/);
    await expect(icon).toBeVisible();
    await expect(words).toBeHidden();
    await icon.tap();
    await expect(words).toBeInViewport({ ratio: 1 });
    const [below, above] = [await words.boundingBox(), await icon.boundingBox()];
    expect(below?.y).toBeGreaterThan(above?.y ?? Number.NaN);
    await page.keyboard.press('Escape');
    await expect(words).toBeHidden();
  });
});

/** In the page: controls under a toast, either where they always are or once scrolled into view. */
const findCovered = () => {
  const TOAST = '[data-theme][role=status]';
  scrollTo(0, 0);
  const toast = document.querySelector(`${TOAST} > *`)?.getBoundingClientRect();
  const fixed = document.querySelectorAll<HTMLElement>(
    'header :is(a, button), [data-subject] button',
  );
  const overlaid = [...fixed].filter((control) => {
    const { top, bottom, left, right, width } = control.getBoundingClientRect();
    const isApart =
      !toast ||
      top >= toast.bottom ||
      bottom <= toast.top ||
      left >= toast.right ||
      right <= toast.left;
    return width > 0 && !isApart && !control.closest(TOAST);
  });
  const covered = [...document.querySelectorAll<HTMLElement>('a, button, label, input')].filter(
    (control) => {
      if (control.closest(TOAST) || !control.checkVisibility()) return false;
      control.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return width > 0 && height > 0 && Boolean(hit?.closest(TOAST));
    },
  );
  return [...overlaid, ...covered].map((control) => control.textContent || control.ariaLabel);
};

test.describe('a toast', () => {
  test.use({ ...WITH_WORKER, serving: { site: SITE, bank: bankOf(smallExam) } });

  test('covers no control and pushes nothing aside, on any screen', async ({ page, context }) => {
    for (const path of ['/', '/exams/aws', smallExamPage, '/nowhere']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === smallExamPage) await untilAvailable(page);
      for (const size of [{ width: 320, height: 568 }, phone, desktop]) {
        await page.setViewportSize(size);
        await context.setOffline(true);
        const state = `${path} at ${size.width}`;
        const toast = page.getByText('You are offline. Saved exams work as usual.');
        await expect(toast, state).toBeInViewport();
        expect(await page.evaluate(findCovered), state).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(width, state).toBeLessThanOrEqual(0);
        // Back and forth at once may show nothing, and a toast doesn’t outlast three sizes.
        await context.setOffline(false);
        await expect(page.getByText('Back online'), state).toBeVisible();
      }
    }
  });
});
