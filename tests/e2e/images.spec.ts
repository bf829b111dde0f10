import type { Locator, Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, SITE, test } from '#support/fixtures.ts';
import { expectNoShift, watchShifts } from '#support/layout.ts';
import { type Sight, seePicture } from '#support/painted-image.ts';
import { address, answer, jumpTo, openExam, picturesSettled, rows } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { pngOf, svgOf } from '#support/test-images.ts';
import { plainQuestion, type TestQuestion } from '#support/test-questions.ts';

const shapes: [width: number, height: number][] = [
  [16, 16],
  [200, 600],
  [1600, 300],
  [300, 1600],
  [900, 900],
  [4000, 3000],
];
const words = ['img-1', 'img-2', 'img-3', 'img-4', 'img-5', 'img-6', 'img-7', 'img-8'];
const files = {
  ...Object.fromEntries(shapes.map(([w, h], place) => [`${words[place]}.png`, pngOf(w, h)])),
  'img-7.svg': svgOf(360, 640),
  'img-8.svg': svgOf(640, 240, true),
};
const imageSizes = {
  ...Object.fromEntries(
    shapes.map(([width, height], place) => [words[place] ?? '', { width, height }]),
  ),
  'img-7': { width: 360, height: 640 },
  'img-8': { width: 640, height: 240 },
};
const imageAlts = Object.fromEntries(words.map((word) => [word, `Shape ${word}`]));
const markers = words.map((word) => `[${word}]`);

const inStem = (sizes: TestQuestion['imageSizes']) => ({
  ...plainQuestion('', { questionParts: ['Look:', ...markers, 'What is it?'], imageAlts }),
  ...(sizes ? { imageSizes: sizes } : {}),
  pictures: files,
});
const inOptions = (sizes: TestQuestion['imageSizes']) => ({
  ...plainQuestion('Which one?', {
    options: [...markers, 'right'],
    optionNotes: undefined,
    imageAlts,
  }),
  ...(sizes ? { imageSizes: sizes } : {}),
  pictures: files,
});
const LINE = 'Choose the [img-1] icon, then press [img-2] twice.';
const icons = {
  ...plainQuestion(LINE, {
    options: ['right', 'Press [img-1] once', '[img-2]', 'far off'],
    imageAlts: { 'img-1': 'gear', 'img-2': 'key' },
    imageSizes: { 'img-1': { width: 24, height: 24 }, 'img-2': { width: 16, height: 16 } },
  }),
  pictures: { 'img-1.svg': svgOf(24, 24, true), 'img-2.png': pngOf(16, 16) },
};

const SHAPES = 'Every Shape';
const shapesBank = bankOf({
  id: 'shapes',
  name: SHAPES,
  questions: {
    sized: inStem(imageSizes),
    unsized: inStem(undefined),
    'options-sized': inOptions(imageSizes),
    'options-unsized': inOptions(undefined),
    icons,
    'icons-unsized': { ...icons, imageSizes: undefined },
    'icons-in-parts': {
      ...icons,
      questionParts: ['Choose the', '[img-1]', 'icon, then press (', '[img-2]', ').'],
    },
  },
});

test.use({ serving: { site: SITE, bank: shapesBank } });

const pictures = (page: Page) => page.getByRole('article').locator('img');

/** What is wrong with a picture, in words; nothing when a learner sees all of it as it is. */
const faultsOf = ({ share, isTrue, scale, above }: Sight, isScalable: boolean) => [
  ...(share === 1 ? [] : [`${share} of it is seen`]),
  ...(isTrue ? [] : ['distorted']),
  ...(isScalable || scale <= 1.001 ? [] : [`enlarged ${scale.toFixed(2)} times`]),
  ...above.map((what) => `under ${what}`),
];

const expectWhole = async (page: Page, count: number, state: string, scalable = /img-[78]$/) => {
  await expect(pictures(page)).toHaveCount(count);
  await picturesSettled(page);
  const found: Record<string, string[]> = {};
  for (const picture of await pictures(page).all()) {
    const name = (await picture.getAttribute('alt')) ?? '';

    const wrong = faultsOf(await seePicture(picture), scalable.test(name));
    if (wrong.length > 0) found[name] = wrong;
  }
  expect.soft(found, state).toEqual({});
};

/** Holds an arrow key until a picture of 4,000 pixels has moved by its own length. */
const holdKey = (page: Page, key: string) =>
  page.evaluate((held) => {
    const target = document.activeElement ?? document.body;
    for (let press = 0; press < 80; press += 1)
      target.dispatchEvent(new KeyboardEvent('keydown', { key: held, bubbles: true }));
  }, key);

/** Places among the images that can be enlarged: a wide one, a tall one and the largest. */
const EXTREME_SHAPES = [1, 2, 4];

const windows: [width: number, height: number][] = [
  [320, 640],
  [390, 844],
  [844, 390],
  [1280, 800],
];

for (const [index, state] of ['sized', 'unsized', 'options', 'unsized options'].entries()) {
  test(`shows images of every shape whole: ${state}`, async ({ page }) => {
    await page.goto(address('aws', SHAPES));
    if (index > 0) await jumpTo(page, index + 1);
    await expect(page.getByText(`Question ${index + 1} of 7`)).toBeVisible();
    for (const [place, [width, height]] of windows.entries()) {
      await page.setViewportSize({ width, height });
      const theme = place % 2 === 0 ? 'dark' : 'light';
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      await expectWhole(page, 8, `${theme}, ${width} px wide`);
    }
    await answer(page, 1);
    await expectWhole(page, 8, 'checked');
  });
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1920, 1080],
] as const) {
  test(`the viewer reaches every corner of an image at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(address('aws', SHAPES));
    const openers = page.getByRole('button', { name: 'Enlarge picture' });
    await expect(pictures(page)).toHaveCount(8);
    await picturesSettled(page);
    for (const shape of EXTREME_SHAPES) {
      const opener = openers.nth(shape);
      await opener.click();
      const picture = page.getByRole('dialog').getByRole('img');
      await expect(picture).toBeVisible();
      const name = (await picture.getAttribute('alt')) ?? '';
      const first = await seePicture(picture);
      expect.soft(faultsOf(first, /img-[78]$/.test(name)), name).toEqual([]);
      const isIn =
        first.box.left > -0.5 &&
        first.box.top > -0.5 &&
        first.box.right < width + 0.5 &&
        first.box.bottom < height + 0.5;
      expect.soft(isIn, `${name} lies in the window`).toBe(true);

      for (let press = 0; press < 3; press += 1) await page.keyboard.press('+');
      for (const [key, side, least] of [
        ['ArrowLeft', 'left', 0],
        ['ArrowRight', 'right', width],
        ['ArrowUp', 'top', 0],
        ['ArrowDown', 'bottom', height],
      ] as const) {
        await holdKey(page, key);
        const { box } = await seePicture(picture);
        const isReached =
          side === 'left' || side === 'top' ? box[side] > least - 0.5 : box[side] < least + 0.5;
        expect.soft(isReached, `${name}: its ${side} edge at ${box[side]}`).toBe(true);
      }
      await page.keyboard.press('Escape');
      await expect(picture).toHaveCount(0);
    }
  });
}

test('a tap beside the enlarged image closes it, one on it or a drag does not', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address('aws', SHAPES));
  await expect(pictures(page)).toHaveCount(8);
  await picturesSettled(page);
  const opener = page.getByRole('button', { name: 'Enlarge picture' }).nth(1);
  await opener.click();
  const picture = page.getByRole('dialog').getByRole('img');
  await expect(picture).toBeVisible();
  // Until it has come, it has the whole window, and nothing is beside it.
  await picturesSettled(page);
  const { box } = await seePicture(picture);
  await page.mouse.click(195, (box.top + box.bottom) / 2);
  await page.mouse.move(195, box.bottom + 100);
  await page.mouse.down();
  await page.mouse.move(195, box.bottom + 60);
  await page.mouse.up();
  await expect(picture).toBeVisible();
  await page.mouse.click(195, box.bottom + 100);
  await expect(picture).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('nothing moves when images arrive', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await watchShifts(page);
  const places = () =>
    page
      .getByRole('article')
      .locator('label, [dir] > *')
      .evaluateAll((all) =>
        all.map((each) => {
          const { top, height } = each.getBoundingClientRect();
          return [Math.round(top + scrollY), Math.round(height)];
        }),
      );
  const areShown = () =>
    pictures(page).evaluateAll((all: HTMLImageElement[]) =>
      all.map(({ naturalWidth }) => naturalWidth > 0),
    );
  for (const [index, state] of [
    'of known sizes',
    'of unknown sizes',
    'of known sizes in options',
    'of unknown sizes in options',
    'in a line',
    'of unknown sizes in a line',
  ].entries()) {
    await test.step(state, async () => {
      const held = fault.hold();
      server.faults.set('/images/*', held);
      await openExam(page, SHAPES);
      await jumpTo(page, index + 1);
      await expect(page.getByText(`Question ${index + 1} of 7`)).toBeVisible();
      await expect(rows(page).first()).toBeVisible();
      const before = await places();
      held.release();
      await expect.poll(areShown, state).not.toContain(false);
      await picturesSettled(page);
      expect(await places(), state).toEqual(before);
      await expectNoShift(page, state);
    });
  }
});

for (const [number, state] of [
  [5, 'of known size'],
  [6, 'of unknown size'],
  [7, 'between parts'],
] as const) {
  test(`an icon ${state} stays in its line`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address('aws', SHAPES));
    await jumpTo(page, number);
    const stem = page.getByRole('article').locator('[dir]').first();
    await expect(stem.getByRole('img', { name: 'gear' })).toBeVisible();
    await expect(stem.locator('img')).toHaveCount(2);
    await picturesSettled(page);
    const look = () =>
      stem.evaluate((element) => {
        const range = document.createRange();
        const lines = [...element.querySelectorAll('img')].map((image) => {
          const box = image.getBoundingClientRect();
          return { top: box.top, bottom: box.bottom, left: box.left, right: box.right };
        });
        range.selectNodeContents(element);
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const pieces: { text: string; left: number; right: number; top: number }[] = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          range.selectNodeContents(node);
          const { left, right, top } = range.getBoundingClientRect();
          pieces.push({ text: node.nodeValue ?? '', left, right, top });
        }
        const { height } = element.getBoundingClientRect();
        return { icons: lines, pieces, height };
      });
    await expect.poll(async () => (await look()).height).toBeLessThan(50);
    const { icons: drawn, pieces } = await look();
    const [gear, key] = drawn;
    const left = pieces.map((piece) => piece.left);
    expect(left, 'from left to right').toEqual([...left].sort((a, b) => a - b));
    const first = pieces[0];
    if (!gear || !key || !first) throw new Error('The icons are not in the text');
    expect(gear.left).toBeGreaterThanOrEqual(first.right - 1);
    expect(gear.left - first.right).toBeLessThan(12);
    const text = pieces.map((piece) => piece.text).join('');
    expect(text).toMatch(/^Choose the {2}icon, then press (?: twice|\(\))\.$/);
  });
}

const picture = (page: Page) => page.getByRole('dialog', { name: 'A gradient' }).getByRole('img');

/** How wide the image is drawn, and where its center is, in pixels. */
const look = async (page: Page) => {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('The image is not shown');
  return { width: box.width, x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const opener = (page: Page) => page.getByRole('button', { name: 'Enlarge picture' }).first();

const openPicture = async (page: Page, open: (button: Locator) => Promise<void>) => {
  await page.goto(address('a/b', 'a/b'));
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
  await picturesSettled(page);
  await open(opener(page));
  await expect(picture(page)).toBeVisible();
};

test.describe('the image viewer', () => {
  test.use({ serving: { site: SITE } });

  test('an image is enlarged and moved by keys, and Escape leads back', async ({ page }) => {
    await openPicture(page, (button) => button.press('Enter'));
    const whole = await look(page);
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('+');
    await expect.poll(async () => (await look(page)).width).toBeGreaterThan(whole.width * 2.5);
    const large = await look(page);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await look(page)).x).toBeGreaterThan(large.x + 40);
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await look(page)).y).toBeGreaterThan(large.y + 40);
    await page.keyboard.press('-');
    await expect.poll(async () => (await look(page)).width).toBeLessThan(large.width);
    await page.keyboard.press('0');
    await expect.poll(() => look(page)).toEqual(whole);
    await page.keyboard.press('Escape');
    await expect(picture(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
  });

  test('the wheel enlarges what is under the pointer, and dragging moves it', async ({ page }) => {
    await openPicture(page, (button) => button.click());
    const whole = await look(page);
    await page.mouse.move(whole.x + 60, whole.y);
    await page.mouse.wheel(0, -400);
    await expect.poll(async () => (await look(page)).width).toBeGreaterThan(whole.width * 2);
    const large = await look(page);
    // What was right of the middle has come nearer to it.
    expect(large.x).toBeLessThan(whole.x);
    await page.mouse.down();
    await page.mouse.move(whole.x + 110, whole.y, { steps: 3 });
    await page.mouse.up();
    await expect.poll(async () => (await look(page)).x).toBeGreaterThan(large.x + 30);
    await page.mouse.wheel(0, 4000);
    await expect.poll(() => look(page)).toEqual(whole);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(picture(page)).toHaveCount(0);
  });

  test.describe('with fingers', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('two of them enlarge it', async ({ page, context }) => {
      await openPicture(page, (button) => button.tap());
      const whole = await look(page);
      const session = await context.newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', spread?: number) =>
        session.send('Input.dispatchTouchEvent', {
          type,
          touchPoints:
            spread === undefined
              ? []
              : [-spread, spread].map((dx, id) => ({ x: whole.x + dx, y: whole.y, id })),
        });
      await touch('touchStart', 30);
      for (const spread of [45, 60, 75, 90]) await touch('touchMove', spread);
      await touch('touchEnd');
      await expect.poll(async () => (await look(page)).width).toBeGreaterThan(whole.width * 2);
      const still = await page.evaluate(() => visualViewport?.scale);
      expect(still).toBe(1);
    });
  });
});
