import type { Page } from '@playwright/test';
import { expect, test, untilAvailable } from '#support/offline-page.ts';
import { smallExam } from '#support/small-exam.ts';

const offer = (page: Page) =>
  page.getByRole('region', { name: 'Keep CertDeck on your home screen' });
const savedExams = (page: Page) => page.getByRole('heading', { name: 'On this device' });

const saveExam = async (page: Page) => {
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await untilAvailable(page, smallExam.name);
};

/** What a browser does that could install the app; headless ones never do. */
const promptToInstall = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('load', () => {
      const prompt = async () => {
        localStorage.setItem('asked', `${Number(localStorage.getItem('asked')) + 1}`);
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

test('installing is offered once an exam is available offline, and asks the browser', async ({
  page,
}) => {
  await promptToInstall(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await saveExam(page);
  await page.goto('/');
  await offer(page).getByRole('button', { name: 'Install' }).click();
  await expect(offer(page)).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('asked'))).toBe('1');
});

test('it is not offered again after a no', async ({ page }) => {
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

test('an iPhone is shown the two steps', async ({ page }) => {
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
  await expect(page.getByText(/private window/)).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('who has installed it is not asked', async ({ page }) => {
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
