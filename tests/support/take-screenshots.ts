import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';

/** `npm run screenshots`: pictures of the running product for the manifest and the README. */

const base = process.env.CERTDECK ?? 'http://127.0.0.1:4173';
const folder = 'public/screenshots';

const examPath = (provider: string, exam: string) =>
  `${base}/exams/${provider}/${encodeURIComponent(exam)}`;

const openExam = async (page: Page, path: string) => {
  await page.goto(path);
  await page.locator('[data-status=available]').waitFor({ state: 'attached' });
};

const narrow = async (browser: Browser) => {
  const page = await browser.newPage({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  await openExam(page, examPath('Azure', 'Microsoft Azure Fundamentals (AZ-900)'));
  await page.locator('article label').nth(1).click();
  await page.getByRole('button', { name: 'Check Answer' }).click();
  await page.locator('[role=status] [data-verdict]').waitFor();
  await page.screenshot({ path: `${folder}/narrow.png` });
};

const wide = async (browser: Browser) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await openExam(page, examPath('AWS', 'AWS Certified Solutions Architect - Associate (SAA-C03)'));
  while ((await page.locator('article > div:first-child img').count()) === 0) {
    await page.keyboard.press('n');
    await page.locator('article label').first().waitFor();
  }
  await page
    .locator('article img')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode());
  await page.screenshot({ path: `${folder}/wide.png` });
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser() });
await narrow(browser);
await wide(browser);
await browser.close();
