import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { findBrowser } from '#support/browser.ts';
import type { Outcome } from './conformance.ts';

const SAVING_LIMIT = 60_000;
/** A busy machine, or a deployment far away, takes its time. */
export const see = expect.configure({ timeout: 30_000 });

const shownQuestion = async (page: Page, number: number) => {
  await see(page.getByText(`Question ${number} of `)).toBeVisible();
  await see(page.getByRole('article').locator('label').first()).toBeVisible();
};

/** Goes from home to the first exam and stays until the device has all of it. */
export const startFirstExam = async (page: Page, address: string) => {
  await page.goto(address);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Start', exact: true }).first().click();
  await shownQuestion(page, 1);
  await see(page.locator('[data-status]').first()).toHaveText(/^Available offline/, {
    timeout: SAVING_LIMIT,
  });
};

/** The exam on the page works from now on: after a reload, and each of its questions. */
export const seeWholeExam = async (page: Page) => {
  await page.reload();
  await shownQuestion(page, 1);
  const header = (await page.getByText(/^Question 1 of \d+$/).textContent()) ?? '';
  const total = Number(header.split(' ').at(-1));
  // The grid has a page of its own for every 20 questions.
  for (const number of [Math.min(2, total), Math.min(20, total)]) {
    await page.getByRole('button', { name: new RegExp(`^Question ${number}, `) }).click();
    await shownQuestion(page, number);
  }
};

export const withBrowser = async <T>(use: (context: BrowserContext) => Promise<T>): Promise<T> => {
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    return await use(await browser.newContext());
  } finally {
    await browser.close();
  }
};

/** Starts an exam in a real browser, takes the network away and goes on. */
export const checkOffline = async (address: string): Promise<Outcome> => {
  const check = 'a started exam works offline';
  try {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      await startFirstExam(page, address);
      await context.setOffline(true);
      await seeWholeExam(page);
    });
    return { check, kind: 'ok', notes: [] };
  } catch (error) {
    return { check, kind: 'fault', notes: [`${error}`.split('\n')[0] ?? ''] };
  }
};
