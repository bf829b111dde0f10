import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { loadBank } from '#bank/bank.ts';
import { type ReadImage, readImage } from '#bank/compile/bank-files.ts';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { fault } from '#support/faults.ts';
import { startFaultyServer } from '#support/faulty-server.ts';
import { test as base, expect, SITE } from '#support/fixtures.ts';
import { type Sight, seePicture } from '#support/painted-image.ts';
import { address, answer, jumpTo, picturesSettled, rows } from '#support/runner-page.ts';
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

const serving = (bank: CompiledBank, readImage?: ReadImage) =>
  base.extend({
    server: async ({ browserName: _ }, use) => {
      const server = await startFaultyServer({ site: SITE, bank, ...(readImage && { readImage }) });
      await use(server);
      await server.close();
    },
  });

const test = serving(shapesBank);

const themed = (page: Page, theme: string) =>
  page.addInitScript((name) => localStorage.setItem('theme', name), theme);

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

for (const theme of ['dark', 'light']) {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
    [1280, 800],
  ] as const) {
    test(`pictures of every shape are whole, ${theme}, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await themed(page, theme);
      await page.goto(address('aws', SHAPES));
      for (const [place, state] of ['sized', 'unsized', 'options', 'options, unsized'].entries()) {
        if (place > 0) await jumpTo(page, place + 1);
        await expect(page.getByText(`Question ${place + 1} of 7`)).toBeVisible();
        await expectWhole(page, 8, state);
      }
      await answer(page, 1);
      await expectWhole(page, 8, 'options, checked');
    });
  }
}

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1366, 768],
  [1920, 1080],
] as const) {
  test(`the viewer shows all of a picture and leads to each corner, ${width} wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(address('aws', SHAPES));
    const openers = page.getByRole('button', { name: 'Enlarge picture' });
    await expect(pictures(page)).toHaveCount(8);
    await picturesSettled(page);
    // An icon in a line has no opener.
    for (const opener of (await openers.all()).slice(-7)) {
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
        await page.keyboard.down(key);
        for (let press = 0; press < 80; press += 1) await page.keyboard.down(key);
        await page.keyboard.up(key);
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

type Shift = { value: number };

for (const [number, state] of [
  [1, 'of known sizes'],
  [2, 'of unknown sizes'],
  [3, 'of known sizes in options'],
  [4, 'of unknown sizes in options'],
  [5, 'in a line'],
  [6, 'of unknown sizes in a line'],
] as const) {
  test(`nothing moves when pictures ${state} come`, async ({ page, server }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const held = fault.hold();
    server.faults.set('/images/*', held);
    await page.goto(address('aws', SHAPES));
    await expect(rows(page)).toHaveCount(4);
    await jumpTo(page, number);
    await expect(page.getByText(`Question ${number} of 7`)).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
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
    await page.evaluate(() => {
      const shifts: Shift[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        shifts.push(...(list.getEntries() as unknown as Shift[]));
      }).observe({ type: 'layout-shift' });
    });
    const before = await places();
    held.release();
    await expect
      .poll(() =>
        pictures(page).evaluateAll((all: HTMLImageElement[]) =>
          all.map(({ naturalWidth }) => naturalWidth > 0),
        ),
      )
      .not.toContain(false);
    await picturesSettled(page);
    expect(await places()).toEqual(before);
    const shifts = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return (globalThis as unknown as { shifts: Shift[] }).shifts.map(({ value }) => value);
    });
    expect(shifts).toEqual([]);
  });
}

for (const [number, state] of [
  [5, 'of known size'],
  [6, 'of unknown size'],
  [7, 'between parts'],
] as const) {
  test(`an icon ${state} stands in its line`, async ({ page }) => {
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

const bankFolder = fileURLToPath(new URL('../../src/questions', import.meta.url));
const loaded = await loadBank(bankFolder);
const shipped: CompiledBank = loaded.ok ? loaded.value : { providers: new Map() };
const shippedTest = serving(shipped, readImage);

for (const [width, height] of [
  [320, 640],
  [1280, 800],
] as const) {
  shippedTest(`every picture of the bank is whole, ${width} wide`, async ({ page }) => {
    shippedTest.setTimeout(300_000);
    await page.setViewportSize({ width, height });
    let measured = 0;
    for (const provider of shipped.providers.values()) {
      for (const exam of provider.exams.values()) {
        const all = [...exam.questions.values()].map(({ answer: { images } }) => images.length);
        if (all.every((count) => count === 0)) continue;
        await page.goto(address(provider.id, exam.name));
        await expect(page.getByText(`Question 1 of ${all.length}`)).toBeVisible();
        for (const [place, count] of all.entries()) {
          if (count === 0) continue;
          await jumpTo(page, place + 1);
          await expect(page.getByText(`Question ${place + 1} of ${all.length}`)).toBeVisible();
          await expectWhole(page, count, `${exam.name}, question ${place + 1}`, /./);
          measured += count;
        }
      }
    }
    expect(measured).toBeGreaterThan(40);
  });
}
