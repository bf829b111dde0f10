import type { Page } from '@playwright/test';
import { startFaultyServer } from '#support/faulty-server.ts';
import { test as base, expect, SITE } from '#support/fixtures.ts';
import { address, answer, jumpTo, rows } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { pngOf } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

const word = 'unbreakable'.repeat(20);
const yaml = `kind: Policy\n  rules:\n    - allow:   true\n${'x'.repeat(300)}`;
const fenced = (code: string) => `\`\`\`yaml\n${code}\n\`\`\``;
const NAME = `Code and ${word}`;

const texts = bankOf({
  id: 'texts',
  name: NAME,
  questions: {
    words: plainQuestion(`What is ${word}?`, {
      options: ['right', word, `\`${word}\``, 'far off'],
      explanation: `Because ${word}.`,
      optionNotes: [word, word, `Not \`${word}\`.`, 'no'],
      references: [{ title: word, url: `https://docs.example.com/${word}` }],
    }),
    code: plainQuestion(`Read this:\n${fenced(yaml)}\nWhat does \`az  vm\`  say?\n  indented`, {
      options: ['right', fenced(yaml), 'Two  spaces and `az  vm list`', 'a ` b'],
      explanation: `It is\n${fenced('  deep:\n    deeper')}\nas \`said\`.`,
      optionNotes: ['Run `az  login`  first.', fenced(yaml), 'no', 'no'],
    }),
    picture: {
      ...plainQuestion('Which?', {
        options: ['right', '[img-1]', 'wrong', 'far off'],
        imageAlts: { 'img-1': 'A square' },
      }),
      pictures: { 'img-1.png': pngOf(90, 90) },
    },
  },
});

const test = base.extend({
  server: async ({ browserName: _ }, use) => {
    const server = await startFaultyServer({ site: SITE, bank: texts });
    await use(server);
    await server.close();
  },
});

/** How far the page can be pushed aside, and every box in it that can. */
const pushed = (page: Page) =>
  page.evaluate(() => {
    scrollTo({ left: 5000, top: scrollY, behavior: 'instant' });
    const boxes = [...document.querySelectorAll('body *')].filter((element) => {
      const { overflowX } = getComputedStyle(element);
      return (
        /auto|scroll/.test(overflowX) &&
        element.scrollWidth > element.clientWidth &&
        !element.matches('code')
      );
    });
    return { page: scrollX, boxes: boxes.map(({ outerHTML }) => outerHTML.slice(0, 80)) };
  });

for (const theme of ['dark', 'light']) {
  for (const [width, height] of [
    [320, 800],
    [390, 800],
    [1280, 800],
    [1440, 900],
  ] as const) {
    test(`nothing but code scrolls sideways, ${theme}, ${width} wide`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
      const expectStill = async (state: string) =>
        expect(await pushed(page), state).toEqual({ page: 0, boxes: [] });
      await page.goto('/exams/aws');
      await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
      await expectStill('the list');
      await page.goto(address('aws', NAME));
      await expect(rows(page)).toHaveCount(4);
      await expectStill('a long word');
      await answer(page, 1);
      await expect(page.getByText(`Because ${word}`)).toBeVisible();
      await expectStill('a long word, checked');
      await jumpTo(page, 2);
      await expect(page.getByText('Read this:')).toBeVisible();
      await expectStill('code');
      await answer(page, 0);
      await expectStill('code, checked');
    });
  }
}

test('code is shown as it is written, in a face of its own', async ({ page }) => {
  await page.goto(address('aws', NAME));
  await jumpTo(page, 2);
  await expect(page.getByText('Read this:')).toBeVisible();
  await answer(page, 0);
  await page.getByRole('button', { name: 'Why not the others?' }).click();
  const main = page.getByRole('main');
  const codes = main.locator('code');
  for (const code of await codes.all()) await expect(code).toHaveCSS('font-family', /monospace/);
  expect(await codes.allInnerTexts()).toEqual([
    yaml,
    'az  vm',
    yaml,
    'az  vm list',
    'az  login',
    yaml,
    '  deep:\n    deeper',
    'said',
  ]);
  const [shown] = await main.allInnerTexts();
  for (const text of ['say?\n  indented', 'Two  spaces and', 'a ` b', 'az  login  first.']) {
    expect(shown).toContain(text);
  }
  expect(shown).not.toContain('```');
});

test('wide code scrolls by keys in its own box, and the question stays', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address('aws', NAME));
  await jumpTo(page, 2);
  const code = page.getByRole('group', { name: 'Code' });
  await expect(code).toHaveCount(1);
  await code.focus();
  await expect(code).toBeFocused();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(60);
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'kind: Policy' })).toHaveCount(1);
});

test('an option that is only a picture is dimmed as the others are', async ({ page }) => {
  await page.goto(address('aws', NAME));
  await jumpTo(page, 3);
  const picture = page.getByRole('img', { name: 'A square' });
  await expect(picture).toHaveCSS('opacity', '1');
  await answer(page, 0);
  await expect(picture).toHaveCSS('opacity', '0.5');
});

test('names are laid out by their own script', async ({ page }) => {
  const isAuto = (text: string) =>
    page
      .locator('main')
      .getByText(text)
      .first()
      .evaluate((element) => element.closest('[dir]')?.getAttribute('dir'));
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  expect(await isAuto('Amazon Web Services')).toBe('auto');
  await page.goto('/exams/aws');
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible();
  expect(await isAuto('aws')).toBe('auto');
  expect(await isAuto(NAME)).toBe('auto');
  await page.getByRole('button', { name: /^(Practice options|Practice options)/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(NAME)).toHaveAttribute('dir', 'auto');
  await page.goto(address('aws', NAME));
  await expect(rows(page)).toHaveCount(4);
  expect(await isAuto(NAME)).toBe('auto');
});
