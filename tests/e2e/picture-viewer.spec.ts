import type { Page } from '@playwright/test';
import { expect, test } from '#support/fixtures.ts';
import { picturesSettled } from '#support/runner-page.ts';

const picture = (page: Page) => page.getByRole('dialog', { name: 'A gradient' }).getByRole('img');

/** How large the picture is drawn, and where its middle is; in pixels of the screen. */
const look = async (page: Page) => {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error('The picture is not shown');
  return { width: box.width, x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const opener = (page: Page) => page.getByRole('button', { name: 'Enlarge picture' }).first();

test.beforeEach(async ({ page }) => {
  await page.goto('/exams/a%2Fb/a%2Fb');
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
  await picturesSettled(page);
});

test('a picture is enlarged and moved by keys, and Escape leads back', async ({ page }) => {
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(picture(page)).toBeVisible();
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
  await opener(page).click();
  await expect(picture(page)).toBeVisible();
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
    await opener(page).tap();
    await expect(picture(page)).toBeVisible();
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
