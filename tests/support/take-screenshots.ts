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
  const choice = page.locator('article [role=radiogroup][data-slot=options] label');
  while ((await choice.count()) === 0) {
    await page.keyboard.press('n');
    await page.locator('article label').first().waitFor();
  }
  await choice.nth(1).click();
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

/** Questions as a learner's file has them. */
const ownFile = [
  'Question,Option 1,Option 2,Option 3,Correct Answer,Explanation',
  '"Which port does HTTPS use by default?",22,80,443,C,TLS over TCP 443.',
  '"A packet\u2019s time to live reaches zero. What does the router do?",Drops it,Forwards it,Queues it,A,',
  '"Which address is private?",8.8.8.8,10.4.0.12,52.95.110.1,B,RFC 1918.',
  '"Which layer routes packets?",Physical,Network,Session,,',
].join('\n');

const own = async (browser: Browser) => {
  // Nothing is half faded in.
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await page.goto(base);
  await page.getByRole('button', { name: 'Add your own questions' }).click();
  const file = { name: 'Networking.csv', mimeType: 'text/csv', buffer: Buffer.from(ownFile) };
  await page.getByLabel('Files of questions').setInputFiles(file);
  await page.getByText('3 questions found').waitFor();
  await page.screenshot({ path: `${folder}/own.png` });
};

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser() });
await narrow(browser);
await wide(browser);
await own(browser);
await browser.close();
