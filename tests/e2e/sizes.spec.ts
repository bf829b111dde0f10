import type { Locator, Page } from '@playwright/test';
import { openExamPage } from '#support/exam-page.ts';
import { fault } from '#support/faults.ts';
import { expect, SITE, test, WITH_WORKER } from '#support/fixtures.ts';
import { expectApart, expectRoom } from '#support/layout.ts';
import { savedLine } from '#support/offline-page.ts';
import { address, answer, check, jumpTo, openExam, rows } from '#support/runner-page.ts';
import { bankOf, type TestExam } from '#support/test-bank.ts';
import { pngBytes, pngOf } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

/** Extremes have room: long words, many options, code, large text, narrow windows. */

const LONG_NAME =
  `An exam with a name of two hundred characters ${'and-then-some '.repeat(11)}`.trim();
const paragraph = 'This option goes on for eight hundred characters. '.repeat(16);
const files = Array.from({ length: 12 }, (_, place) => `img-${place + 1}`);

const extremes: TestExam = {
  id: 'extremes',
  name: LONG_NAME,
  questions: {
    long: plainQuestion('Which option is the long one?', {
      options: [paragraph, 'x', 'unbreakable'.repeat(30), 'y'],
      answers: [paragraph],
    }),
    many: plainQuestion('Which of the forty?', {
      options: Array.from({ length: 40 }, (_, place) => `option ${place + 1}`),
      answers: ['option 40'],
      optionNotes: undefined,
    }),
    pictures: {
      ...plainQuestion('', {
        questionParts: ['Look at all of these:', ...files.map((word) => `[${word}]`)],
        imageAlts: Object.fromEntries(files.map((word) => [word, `Picture ${word}`])),
      }),
      pictures: Object.fromEntries(files.map((word) => [`${word}.png`, pngBytes])),
    },
    hebrew: plainQuestion('מהו השירות הנכון?', {
      options: ['right', 'שירות אחר', 'almost', 'far off'],
    }),
  },
};

const word = 'unbreakable'.repeat(20);
const yaml = `kind: Policy\n  rules:\n    - allow:   true\n${'x'.repeat(300)}`;
const fenced = (code: string) => `\`\`\`yaml\n${code}\n\`\`\``;
const CODE_NAME = `Code and ${word}`;

const texts: TestExam = {
  id: 'texts',
  name: CODE_NAME,
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
};

test.use({ serving: { site: SITE, bank: bankOf(extremes, texts) } });

const listOf = async (page: Page, heading: string) => {
  await page.goto('/exams/aws');
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
};

/** Every state of the exam with the extremes. */
const walkExtremes = async (page: Page) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await expectRoom(page, 'home');
  // A scroll bar takes some of the width.
  await page.locator('#root > :first-child').evaluate((screen: HTMLElement) => {
    screen.style.marginInlineEnd = '15px';
  });
  const room = await page.locator('main').evaluate((main) => [main.scrollWidth, main.clientWidth]);
  expect(room[0], 'home beside a scroll bar').toBe(room[1]);
  await page.getByRole('button', { name: 'Back up or move progress' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectRoom(page, 'your data');
  await listOf(page, LONG_NAME);
  await expectApart(page, 'the list', 'main li :is(h2, a:not(h2 a), button)');
  await page.getByRole('link', { name: LONG_NAME }).click();
  await page.getByRole('button', { name: /^Topics/ }).click();
  await expect(page.getByRole('region', { name: 'Topics' })).toBeVisible();
  await expectRoom(page, 'the page of an exam');

  await openExam(page, LONG_NAME);
  await expectRoom(page, 'a long option');
  await expect(page.getByRole('timer', { name: 'Time' })).toBeVisible();
  await expectApart(page, 'the header', 'main h1, main h1 ~ div > :is(p, button)');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectRoom(page, 'keys');
  await page.keyboard.press('Escape');
  await answer(page, 1);
  await expectRoom(page, 'a long option, checked');
  const verdict = await page.locator('[role=status] [data-verdict]').boundingBox();
  const letter = await page.locator('html').evaluate((html) => getComputedStyle(html).fontSize);
  expect(verdict?.width, 'the verdict, in letters').toBeGreaterThan(8 * Number.parseFloat(letter));
  await page.getByRole('button', { name: 'Show progress and all questions' }).click();
  await expect(page.getByRole('dialog', { name: 'Questions' })).toBeVisible();
  await expectRoom(page, 'the panel');
  await expectApart(page, 'the panel', 'dialog[open] :is(h2, button, [role=timer])');
  await page.keyboard.press('Escape');
  await jumpTo(page, 2);
  await expect(rows(page)).toHaveCount(40);
  await rows(page).nth(39).click();
  await expect(page.getByRole('button', { name: 'Check Answer' })).toBeInViewport({ ratio: 1 });
  await check(page);
  await expectRoom(page, 'forty options');
  await jumpTo(page, 3);
  await expect(page.getByRole('article').locator('img')).toHaveCount(12);
  await expectRoom(page, 'twelve images');
  await jumpTo(page, 4);
  await answer(page, 1);
  await expect(page.getByRole('region', { name: 'Wrong answers' })).toBeVisible();
  await expectRoom(page, 'the result');
  await listOf(page, LONG_NAME);
  await expect(page.getByText('3 of 4 today')).toBeVisible();
  await expectApart(page, 'the list, started', 'main li :is(h2, a:not(h2 a), button)');
  await page.getByRole('link', { name: LONG_NAME }).click();
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await expectRoom(page, 'the page of an exam, practiced');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('a');
  await expectRoom(page, 'search');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expectRoom(page, 'home, coming back');
};

const doubleText = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% !important; }');
      document.adoptedStyleSheets = [sheet];
    });
  });

test('the narrowest phone has room for everything', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await walkExtremes(page);
});

test('the offer to continue is in sight, however long the question is', async ({ page }) => {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openExam(page, LONG_NAME);
    await answer(page, 1);
    await page.reload();
    const offer = page.getByRole('button', { name: 'Continue at question 2 of 4' });
    await expect(offer).toBeInViewport({ ratio: 1 });
    const isOnTop = await offer.evaluate((button) => {
      const { x, y, width: across, height: down } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + across / 2, y + down / 2));
    });
    expect(isOnTop, `${width} px wide`).toBe(true);
    await page.evaluate(() => scrollTo({ top: 99_999, behavior: 'instant' }));
    await rows(page).last().scrollIntoViewIfNeeded();
    await expectApart(
      page,
      `${width} px wide`,
      'main :has(> [aria-label="Not now"]), main label:last-of-type',
    );
  }
});

test.describe('on the narrowest phone with text twice as large', () => {
  test.use({ ...WITH_WORKER, viewport: { width: 320, height: 640 } });
  test.beforeEach(({ page }) => doubleText(page));

  test('everything has room', async ({ page }) => {
    await walkExtremes(page);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  });

  test('each state of a saved exam has room', async ({ page, server }) => {
    const held = fault.hold();
    server.faults.set(/^\/images\//, held);
    await page.goto(address('aws', LONG_NAME));
    await expect(savedLine(page)).toHaveText(/^Saving \d+ of 4/);
    const press = (shown: Locator, name: RegExp) => shown.getByRole('button', { name }).click();
    const states = {
      saving: async () => undefined,
      partial: (shown: Locator) => press(shown, /^Cancel/),
      available: async (shown: Locator) => {
        held.release();
        await press(shown, /^Retry/);
      },
    };
    for (const [state, reach] of Object.entries(states)) {
      const shown = await openExamPage(page, LONG_NAME);
      await reach(shown);
      const offline = shown.getByRole('region', { name: 'Offline' });
      await expect(offline.locator(`[data-status=${state}]`)).toBeVisible();
      await expectRoom(page, `${state} on its page`);
      for (const path of ['/exams/aws', '/']) {
        await page.goto(path);
        await expect(page.locator(`main li [data-status=${state}]`)).toBeVisible();
        await expectRoom(page, `${state} at ${path}`);
      }
    }
  });
});

test('only code scrolls sideways, at any width in either theme', async ({ page }) => {
  const expectRoomEverywhere = async (state: string) => {
    for (const theme of ['dark', 'light']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      for (const width of [320, 390, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expectRoom(page, `${state}, ${theme}, ${width} px wide`);
      }
    }
  };
  await listOf(page, CODE_NAME);
  await expectRoomEverywhere('the list');
  await openExam(page, CODE_NAME);
  await expectRoomEverywhere('a long word');
  await answer(page, 1);
  await expect(page.getByText(`Because ${word}`)).toBeVisible();
  await expectRoomEverywhere('a long word, checked');
  await jumpTo(page, 2);
  await expect(page.getByText('Read this:')).toBeVisible();
  await expectRoomEverywhere('code');
  await answer(page, 0);
  await expectRoomEverywhere('code, checked');
});

test.describe('with forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('chosen, right, wrong and focused options can be told apart', async ({ page }) => {
    await openExam(page, LONG_NAME);
    const look = (place: number) =>
      rows(page)
        .nth(place)
        .locator('..')
        .evaluate((row) => {
          const { borderColor, borderWidth, borderStyle } = getComputedStyle(row);
          return [borderColor, borderWidth, borderStyle].join(' ');
        });
    /** What each row says beside its text: the filled letter of a choice, or the verdict's sign. */
    const marks = () =>
      rows(page).evaluateAll((all) =>
        all.map((row) => {
          if (row.querySelector('svg')?.checkVisibility()) return 'icon';
          const { backgroundColor } = getComputedStyle(
            row.querySelector('input + span') as Element,
          );
          return /, 0\)$/.test(backgroundColor) ? '' : 'filled';
        }),
      );
    const plain = await look(1);
    expect(await marks()).toEqual(['', '', '', '']);
    await page.keyboard.press('2');
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await expect.poll(() => look(1)).not.toBe(plain);
    await expect.poll(marks).toEqual(['', 'filled', '', '']);
    await check(page);
    await expect(page.getByText('Not quite')).toBeVisible();
    const looks = await Promise.all([0, 1, 2].map(look));
    expect(new Set(looks).size, looks.join('\n')).toBe(3);
    await expect.poll(marks).toEqual(['icon', 'icon', '', '']);
    await jumpTo(page, 2);
    // A question takes the focus once it has loaded.
    await expect(page.locator('article [tabindex="-1"]')).toBeFocused();
    await page.keyboard.press('Tab');
    const ring = page.locator(':focus-visible');
    await expect(ring.first()).toHaveCSS('outline-style', /solid|auto/);
  });

  test('no text shows through the bar of the main action', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 640 });
    await openExam(page, LONG_NAME);
    const bar = page.getByRole('button', { name: 'Check Answer' }).locator('..');
    await expect(bar).toHaveCSS('background-color', /^rgb\(/);
  });
});

test('hover styles apply only to pointers that can hover', async ({ page }) => {
  for (const path of ['/', '/exams/aws', address('aws', LONG_NAME)]) {
    await page.goto(path);
    await expect(page.locator('main a, main label').first()).toBeVisible();
    const loose = await page.evaluate(() => {
      const found: string[] = [];
      const look = (rules: CSSRuleList, isGuarded: boolean) => {
        for (const rule of rules) {
          const isHover = rule instanceof CSSMediaRule && rule.conditionText === '(hover: hover)';
          if (rule instanceof CSSGroupingRule) look(rule.cssRules, isGuarded || isHover);
          else if (!isGuarded && rule.cssText.includes(':hover')) found.push(rule.cssText);
        }
      };
      for (const sheet of document.styleSheets) look(sheet.cssRules, false);
      return found;
    });
    expect(loose, path).toEqual([]);
  }
});

test('code is shown as written, in a monospaced font', async ({ page }) => {
  await page.goto(address('aws', CODE_NAME));
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
    'az  login',
    yaml,
    yaml,
    'az  vm list',
    '  deep:\n    deeper',
    'said',
  ]);
  const [shown] = await main.allInnerTexts();
  for (const text of ['say?\n  indented', 'Two  spaces and', 'a ` b', 'az  login  first.']) {
    expect(shown).toContain(text);
  }
  expect(shown).not.toContain('```');
});

test('arrow keys scroll wide code, and don’t leave the question', async ({ page }) => {
  // A narrower window wraps it.
  await page.setViewportSize({ width: 700, height: 844 });
  await page.goto(address('aws', CODE_NAME));
  await jumpTo(page, 2);
  const code = page.getByRole('group', { name: 'Code' });
  await expect(code).toHaveCount(1);
  // The jump moves the focus here, and must not do so after the next line.
  await expect(page.getByRole('article').locator('[tabindex="-1"]')).toBeFocused();
  await code.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => code.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(60);
  await expect(page.getByText('Question 2 of 3')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'kind: Policy' })).toHaveCount(1);
});

test('dims an option that is only an image', async ({ page }) => {
  await page.goto(address('aws', CODE_NAME));
  await jumpTo(page, 3);
  const picture = page.getByRole('img', { name: 'A square' });
  await expect(picture).toHaveCSS('opacity', '1');
  await answer(page, 0);
  await expect(picture).toHaveCSS('opacity', '0.5');
});

test('names follow the direction of their script', async ({ page }) => {
  const expectAuto = (text: string) =>
    expect(
      page.locator('main').getByText(text).first().locator('xpath=ancestor-or-self::*[@dir][1]'),
    ).toHaveAttribute('dir', 'auto');
  await page.goto('/');
  await expectAuto('Amazon Web Services');
  await listOf(page, CODE_NAME);
  await expectAuto('aws');
  await expectAuto(CODE_NAME);
  await page.getByRole('link', { name: CODE_NAME }).click();
  const name = page.getByRole('dialog').getByRole('heading', { level: 1 });
  await expect(name).toHaveAttribute('dir', 'auto');
  await openExam(page, CODE_NAME);
  await expectAuto(CODE_NAME);
});
