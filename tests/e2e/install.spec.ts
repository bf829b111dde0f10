import type { Page } from '@playwright/test';
import { saveFromList } from '#support/exam-page.ts';
import { expect, test, untilAvailable, untilControlled } from '#support/offline-page.ts';
import { smallExam } from '#support/small-exam.ts';

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

const expectImage = async (page: Page, { src, sizes, type }: Icon) => {
  const response = await page.request.get(src);
  expect(response.status(), src).toBe(200);
  expect(response.headers()['content-type'], src).toBe(type);
  expect(sizeOf(await response.body()), src).toBe(sizes);
};

test('the manifest has all that installing takes', async ({ page, baseURL }) => {
  const manifest = await readManifest(page);
  expect(manifest).toMatchObject({ id: '/', name: 'CertDeck', start_url: '/', scope: '/' });
  expect(manifest.display).toBe('standalone');
  const color = await page.locator('meta[name=theme-color]').getAttribute('content');
  expect(manifest).toMatchObject({ theme_color: color, background_color: color });

  const { icons, screenshots, shortcuts } = manifest;
  const kinds = icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
  expect(kinds).toEqual(
    expect.arrayContaining([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
      '512x512 monochrome',
    ]),
  );
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const response = await page.request.get(`${touch}`);
  expect(sizeOf(await response.body())).toBe('180x180');

  const shapes = screenshots.map((screenshot) => screenshot.form_factor);
  expect(shapes).toEqual(expect.arrayContaining(['narrow', 'wide']));
  expect(shortcuts.length).toBeGreaterThan(0);
  for (const { url } of shortcuts)
    expect(new URL(url, baseURL).pathname).toMatch(/^\/exams\/[^/]+$/);
  const images = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const image of images) await expectImage(page, image);
});

test('a link to the app has its preview image', async ({ page }) => {
  await page.goto('/');
  const address = await page.locator('meta[property="og:image"]').getAttribute('content');
  await expectImage(page, { src: `${address}`, sizes: '1200x630', type: 'image/png' });
});

test('the browser accepts the manifest and would install the app', async ({ page }) => {
  await page.goto('/');
  const devtools = await page.context().newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  await untilControlled(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // A test browser has no profile, which says nothing about the app.
  const own = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
  expect(own).toEqual([]);
});

test('the worker controls the first visit and bypasses the HTTP cache', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await untilControlled(page);
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

const offer = (page: Page) =>
  page.getByRole('region', { name: 'Keep CertDeck on your home screen' });
const savedExams = (page: Page) => page.getByRole('heading', { name: 'On this device' });

const saveExam = async (page: Page) => {
  await page.goto('/exams/aws');
  await saveFromList(page, smallExam.name);
  await untilAvailable(page, smallExam.name);
};

/** Fires the event by which a browser offers to install the app; headless browsers never do. */
const promptToInstall = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('load', () => {
      const prompt = async () => {
        localStorage.setItem('prompted', `${Number(localStorage.getItem('prompted')) + 1}`);
      };
      dispatchEvent(
        Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }),
      );
    });
  });

const beAnIphone = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; like Mac OS X)' });
  });

test('offers to install once an exam is saved', async ({ page }) => {
  await promptToInstall(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await saveExam(page);
  await page.goto('/');
  await offer(page).getByRole('button', { name: 'Install' }).click();
  await expect(offer(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('prompted'))).toBe('1');
});

test('never offers to install again after a no', async ({ page }) => {
  await promptToInstall(page);
  await saveExam(page);
  await page.goto('/');
  await offer(page).getByRole('button', { name: 'No, thanks' }).click();
  await expect(offer(page)).toHaveCount(0);
  await page.reload();
  await expect(savedExams(page)).toBeVisible();
  await expect(page.getByText(/^CertDeck uses/)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('explains two steps on an iPhone', async ({ page }) => {
  await beAnIphone(page);
  await saveExam(page);
  await page.goto('/');
  await expect(offer(page).getByRole('listitem')).toHaveCount(2);
  await expect(offer(page)).toContainText('save your exams again there');
  await expect(
    page.getByText(/deletes saved exams after seven days without a visit/),
  ).toBeVisible();
  await expect(offer(page).getByRole('button', { name: 'Install' })).toHaveCount(0);
  await offer(page).getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await expect(page.getByText(/Private windows/)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('the installed app does not offer to install itself', async ({ page }) => {
  await beAnIphone(page);
  await page.addInitScript(() => {
    const ask = matchMedia.bind(window);
    window.matchMedia = (query) =>
      query.includes('standalone') ? { ...ask('all'), matches: true } : ask(query);
  });
  await saveExam(page);
  await page.goto('/');
  await expect(savedExams(page)).toBeVisible();
  await expect(page.getByText(/^CertDeck uses/)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});
