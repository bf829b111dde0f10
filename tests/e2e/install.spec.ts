import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { webManifest } from '#app/web-manifest.ts';
import { expect, SITE, test } from '#support/fixtures.ts';

type Icon = { src: string; sizes: string; type: string; purpose?: string; form_factor?: string };
type Manifest = {
  id: string;
  name: string;
  start_url: string;
  scope: string;
  display: string;
  theme_color: string;
  background_color: string;
  icons: Icon[];
  screenshots: Icon[];
  shortcuts: { name: string; url: string; icons: Icon[] }[];
};

const readManifest = async (page: Page): Promise<Manifest> => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await page.request.get(`${href}`);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  return response.json();
};

/** Width and height as the bytes of a PNG say. */
const sizeOf = (png: Buffer) => {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
};

const expectPicture = async (page: Page, { src, sizes, type }: Icon) => {
  const response = await page.request.get(src);
  expect(response.status(), src).toBe(200);
  expect(response.headers()['content-type'], src).toBe(type);
  expect(sizeOf(await response.body()), src).toBe(sizes);
};

/** Resolves when the worker of this page controls it, with all its files in place. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });

test('the manifest has all that an installation asks for', async ({ page }) => {
  const manifest = await readManifest(page);
  expect(manifest).toMatchObject({ id: '/', name: 'CertDeck', start_url: '/', scope: '/' });
  expect(manifest.display).toBe('standalone');
  expect(manifest.theme_color).toMatch(/^#/);
  expect(manifest.background_color).toMatch(/^#/);
});

test('its icons are there, in the sizes that it says', async ({ page }) => {
  const { icons } = await readManifest(page);
  const kinds = icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
  for (const icon of icons) await expectPicture(page, icon);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const response = await page.request.get(`${touch}`);
  expect(sizeOf(await response.body())).toBe('180x180');
});

test('its screenshots are there, narrow and wide', async ({ page }) => {
  const { screenshots } = await readManifest(page);
  const shapes = screenshots.map((screenshot) => screenshot.form_factor);
  expect(shapes).toEqual(expect.arrayContaining(['narrow', 'wide']));
  for (const screenshot of screenshots) await expectPicture(page, screenshot);
});

test('its shortcuts lead to exam lists', async ({ page, baseURL }) => {
  const { shortcuts } = await readManifest(page);
  expect(shortcuts).toHaveLength(webManifest('/').shortcuts?.length ?? 0);
  expect(shortcuts.length).toBeGreaterThan(0);
  for (const { url, icons } of shortcuts) {
    expect(new URL(url, baseURL).pathname).toMatch(/^\/exams\/[^/]+$/);
    for (const icon of icons) await expectPicture(page, icon);
  }
});

test('the browser finds no fault with the manifest', async ({ page }) => {
  await page.goto('/');
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  await workerReady(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A browser of tests has no profile of its own, which says nothing about the app.
  const own = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(own).toEqual([]);
});

test('the worker keeps the whole shell', async ({ page }) => {
  await page.goto('/');
  await workerReady(page);
  const kept = await page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('-precache-'));
    const paths = await Promise.all(
      names.map(async (name) => {
        const requests = await (await caches.open(name)).keys();
        return requests.map(({ url }) => new URL(url).pathname);
      }),
    );
    return paths.flat();
  });
  const shell = await readFile(join(SITE, 'index.html'), 'utf8');
  const assets = [...shell.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(assets.length).toBeGreaterThan(1);
  expect(kept).toEqual(expect.arrayContaining(['/index.html', ...assets]));
});

test('the shell comes without a network, at any address', async ({ page, server }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await workerReady(page);
  await page.reload();
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await server.refuse();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'CertDeck' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use light theme' })).toBeVisible();
  await page.goto('/exams/aws/Every%20Kind');
  await expect(page.getByRole('link', { name: 'Back to Exams' })).toBeVisible();
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
});

test('what was seen comes without a network', async ({ page, server }) => {
  await page.goto('/');
  await workerReady(page);
  await page.reload();
  await page.getByRole('link', { name: /Amazon/ }).click();
  await expect(page.getByRole('heading', { name: 'A Long Exam' })).toBeVisible();
  await server.refuse();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A Long Exam' })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
});

test('a new visit is controlled by a worker that no cache keeps old', async ({ page, server }) => {
  await page.goto('/');
  await workerReady(page);
  const registration = await page.evaluate(async () => {
    const { scope, updateViaCache, active } = await navigator.serviceWorker.ready;
    return { scope, updateViaCache, script: active?.scriptURL };
  });
  expect(registration).toEqual({
    scope: `${server.address}/`,
    updateViaCache: 'none',
    script: `${server.address}/sw.js`,
  });
});
