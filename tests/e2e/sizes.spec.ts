import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { startFaultyServer } from '#support/faulty-server.ts';
import { test as base, expect, SITE } from '#support/fixtures.ts';
import { savedLine } from '#support/offline-page.ts';
import { address, answer, check, jumpTo, rows } from '#support/runner-page.ts';
import { bankOf } from '#support/test-bank.ts';
import { pngBytes } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

const NAME = `An exam with a name of two hundred characters ${'and-then-some '.repeat(11)}`.trim();
const words = 'This option goes on for eight hundred characters. '.repeat(16);
const files = Array.from({ length: 12 }, (_, place) => `img-${place + 1}`);

const extremes = bankOf({
  id: 'extremes',
  name: NAME,
  questions: {
    long: plainQuestion('Which option is the long one?', {
      options: [words, 'x', 'unbreakable'.repeat(30), 'y'],
      answers: [words],
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
});

const test = base.extend({
  server: async ({ browserName: _ }, use) => {
    const server = await startFaultyServer({ site: SITE, bank: extremes });
    await use(server);
    await server.close();
  },
});

/** Nothing can be pushed aside, and no text is cut off by its own box. */
const expectRoom = async (page: Page, state: string) => {
  const found = await page.evaluate(() => {
    scrollTo({ left: 1000, top: scrollY, behavior: 'instant' });
    const cut = [...document.querySelectorAll('h1, h2, h3, p, button, a, label, span')]
      .filter((element) => {
        const { overflowX, position } = getComputedStyle(element);
        return overflowX === 'hidden' && position !== 'absolute';
      })
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
    const dialog = document.querySelector('dialog[open]');
    const isWide = dialog !== null && dialog.scrollWidth > dialog.clientWidth;
    const wide = scrollX > 0 ? [...document.querySelectorAll('main *')] : [];
    const outside = wide
      .filter((element) => element.getBoundingClientRect().right > innerWidth - scrollX + 1)
      .map(({ outerHTML }) => outerHTML.slice(0, 120));
    return { pushed: scrollX, cut, isWide, outside };
  });
  expect(found, state).toEqual({ pushed: 0, cut: [], isWide: false, outside: [] });
};

/** The controls lie in the window, wholly, and nothing lies on one another. */
const expectApart = async (page: Page, state: string, selector: string) => {
  const found = await page.evaluate((wanted) => {
    const boxes = [...document.querySelectorAll(wanted)]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.outerHTML.slice(0, 80),
        box: element.getBoundingClientRect(),
      }));
    const outside = boxes.filter(({ box }) => box.left < -0.5 || box.right > innerWidth + 0.5);
    const onAnother = boxes.filter(({ box: a }, place) =>
      boxes.some(
        ({ box: b }, other) =>
          other > place &&
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
      ),
    );
    return {
      outside: outside.map(({ name }) => name),
      onAnother: onAnother.map(({ name }) => name),
    };
  }, selector);
  expect(found, state).toEqual({ outside: [], onAnother: [] });
};

const walk = async (page: Page) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await expectRoom(page, 'home');
  // As beside a scroll bar, which takes room from the page now and then.
  await page.locator('#root > :first-child').evaluate((screen: HTMLElement) => {
    screen.style.marginInlineEnd = '15px';
  });
  const room = await page.locator('main').evaluate((main) => [main.scrollWidth, main.clientWidth]);
  expect(room[0], 'home beside a scroll bar').toBe(room[1]);
  await page.getByRole('button', { name: 'Your progress data' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectRoom(page, 'your data');
  await page.goto('/exams/aws');
  await expect(page.getByRole('link', { name: 'Start' })).toBeVisible();
  await expectApart(page, 'the list', 'main li :is(h2, a, button)');
  await page.getByRole('button', { name: /^Practice options/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectRoom(page, 'more ways');

  await page.goto(address('aws', NAME));
  await expect(rows(page)).toHaveCount(4);
  await expectRoom(page, 'a long option');
  await expect(page.getByRole('timer', { name: 'Time' })).toBeVisible();
  await expectApart(page, 'the header', 'main h1, main h1 ~ div > :is(p, button)');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectRoom(page, 'keys');
  await page.keyboard.press('Escape');
  await answer(page, 1);
  await expectRoom(page, 'a long option, checked');
  const reason = await page.locator('[role=status] [data-text]').boundingBox();
  const letter = await page.locator('html').evaluate((html) => getComputedStyle(html).fontSize);
  expect(reason?.width, 'the reason, in letters').toBeGreaterThan(8 * Number.parseFloat(letter));
  await page.getByRole('button', { name: 'Show progress and all questions' }).click();
  await expect(page.getByRole('dialog', { name: 'Progress' })).toBeVisible();
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
  await expectRoom(page, 'twelve pictures');
  await jumpTo(page, 4);
  await answer(page, 1);
  await expect(page.getByRole('region', { name: 'All questions' })).toBeVisible();
  await expectRoom(page, 'the result');
  await page.goto('/exams/aws');
  await expect(page.getByRole('link', { name: /^Review/ })).toBeVisible();
  await expectApart(page, 'the list, begun', 'main li :is(h2, a, button)');
  await page.getByRole('button', { name: /^Progress/ }).click();
  await expect(page.getByRole('region', { name: 'Trends' })).toBeVisible();
  await expectRoom(page, 'progress');
  await page.keyboard.press('Escape');
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Go on' })).toBeVisible();
  await expectRoom(page, 'home, come back to');
};

test('the narrowest phone has room for everything', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await walk(page);
});

const doubleText = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html { font-size: 200% !important; }');
      document.adoptedStyleSheets = [sheet];
    });
  });

test('a phone with text twice as large has room for everything', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await doubleText(page);
  await walk(page);
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
});

test('a phone with text twice as large has room for each state of a saved exam', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await doubleText(page);
  const held = fault.hold();
  server.faults.set(/^\/images\//, held);
  await page.goto(address('aws', NAME));
  // The question is there before the exam has its place on the device.
  await expect(savedLine(page)).toHaveText(/^Saving \d+ of 4/);
  const states = {
    saving: async () => undefined,
    partial: () => page.getByRole('button', { name: /^Cancel/ }).click(),
    available: async () => {
      held.release();
      await page.getByRole('button', { name: /^Retry/ }).click();
    },
  };
  for (const [state, reach] of Object.entries(states)) {
    for (const path of ['/exams/aws', '/']) {
      await page.goto(path);
      if (path !== '/') await reach();
      await expect(page.locator(`main li [data-status=${state}]`)).toBeVisible();
      await expectRoom(page, `${state} at ${path}`);
    }
  }
});

test('a question that is written from the right is laid out from the right', async ({ page }) => {
  await page.goto(address('aws', NAME));
  await expect(rows(page)).toHaveCount(4);
  await jumpTo(page, 4);
  const directionOf = (text: string) =>
    page
      .getByRole('article')
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => {
        const place = element.closest('[dir]');
        return place ? getComputedStyle(place).direction : 'none';
      });
  await expect(page.getByText('מהו השירות הנכון?')).toBeVisible();
  expect(await directionOf('מהו השירות הנכון?')).toBe('rtl');
  expect(await directionOf('שירות אחר')).toBe('rtl');
  expect(await directionOf('far off')).toBe('ltr');
});

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('what is chosen, right, wrong and in focus can be told apart', async ({ page }) => {
    await page.goto(address('aws', NAME));
    await expect(rows(page)).toHaveCount(4);
    const look = (place: number) =>
      rows(page)
        .nth(place)
        .locator('..')
        .evaluate((row) => {
          const { borderColor, borderWidth, borderStyle } = getComputedStyle(row);
          return [borderColor, borderWidth, borderStyle].join(' ');
        });
    /** What each row's box shows: a dot, a tick or cross, or nothing. */
    const marks = () =>
      rows(page).evaluateAll((all) =>
        all.map((row) => {
          const mark = row.querySelector('input + span') as Element;
          if (getComputedStyle(mark, '::after').content !== 'none') return 'dot';
          const icon = mark.querySelector('svg');
          return icon?.checkVisibility({ visibilityProperty: true }) ? 'icon' : '';
        }),
      );
    const plain = await look(1);
    expect(await marks()).toEqual(['', '', '', '']);
    await page.keyboard.press('2');
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await expect.poll(() => look(1)).not.toBe(plain);
    await expect.poll(marks).toEqual(['', 'dot', '', '']);
    await check(page);
    await expect(page.getByText('Not quite')).toBeVisible();
    const looks = await Promise.all([0, 1, 2].map(look));
    expect(new Set(looks).size, looks.join('\n')).toBe(3);
    await expect.poll(marks).toEqual(['icon', 'icon', '', '']);
    await jumpTo(page, 2);
    // A question that is still loading takes the focus when it comes.
    await expect(page.locator('article [tabindex="-1"]')).toBeFocused();
    await page.keyboard.press('Tab');
    const ring = page.locator(':focus-visible');
    await expect(ring.first()).toHaveCSS('outline-style', /solid|auto/);
  });

  test('no text shows through the bar of the main action', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 640 });
    await page.goto(address('aws', NAME));
    await expect(rows(page)).toHaveCount(4);
    const bar = page.getByRole('button', { name: 'Check Answer' }).locator('../..');
    await expect(bar).toHaveCSS('background-color', /^rgb\(/);
  });
});

test('what a pointer that hovers lights up stays dark under a finger', async ({ page }) => {
  for (const path of ['/', '/exams/aws', address('aws', NAME)]) {
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
