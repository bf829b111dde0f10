import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';

const toggle = (page: Page) => page.getByRole('button', { name: /^Use (light|dark) theme$/ });
const background = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** The page's background as `theme-color` and the manifest have to write it, who know no tokens. */
const backgroundInHex = (page: Page) =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('No canvas');
    context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const channels = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  });
const themeColor = (page: Page) =>
  page.locator('meta[name=theme-color]').first().getAttribute('content');

/** Records the theme at the first moment that anything could be painted. */
const recordFirstTheme = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.body) return;
      watch.disconnect();
      const { theme } = document.documentElement.dataset;
      const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content;
      Object.assign(globalThis, { themeAtBody: theme, colorAtBody: meta });
    });
    watch.observe(document, { childList: true, subtree: true });
  });
const readFirstTheme = (page: Page) =>
  page.evaluate(() => {
    const { themeAtBody, colorAtBody } = globalThis as unknown as Record<string, string>;
    return { themeAtBody, colorAtBody };
  });

test('is dark without a choice, whatever the device prefers', async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
});

test('a choice survives a reload and applies before the first paint', async ({ page }) => {
  await recordFirstTheme(page);
  await page.goto('/');
  await expect(page.getByRole('link').first()).toBeVisible();
  const first = await readFirstTheme(page);
  expect(first.themeAtBody).toBe('dark');
  expect(first.colorAtBody).toBe(await backgroundInHex(page));
  const dark = await background(page);
  await toggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const light = await background(page);
  expect(light).not.toBe(dark);
  expect(await themeColor(page)).toBe(await backgroundInHex(page));
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');

  await page.reload();
  const early = await readFirstTheme(page);
  expect(early.themeAtBody).toBe('light');
  expect(early.colorAtBody).toBe(await backgroundInHex(page));
  expect(await background(page)).toBe(light);
  await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
});

test('the failed configuration’s screen has the toggle', async ({ page, server }) => {
  server.site.configure({ apiUrl: '' });
  await page.goto('/');
  await expect(page.getByText('App failed to load configuration.')).toBeVisible();
  await toggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('two tabs share one theme', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/exams/aws');
  await expect(toggle(other)).toBeVisible();
  await toggle(page).click();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a loading tab follows a theme chosen in another', async ({ page, context, server }) => {
  const code = fault.hold();
  server.faults.set(/^\/assets\/exam-routes/, code);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/exams/aws', { waitUntil: 'commit' });
  await expect(toggle(other)).toBeVisible();
  await toggle(page).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  code.release();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(toggle(other)).toHaveAccessibleName('Use dark theme');
});
