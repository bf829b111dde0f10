import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';

type Exam = { providerId: string; examId: string };

/** The first answer of a question. */
export const FIRST_ANSWER = 'article input';

export const runnerAddress = (site: string, { providerId, examId }: Exam) =>
  site + routes.examRunner.address(providerId, examId);

export const listAddress = (site: string, { providerId }: Exam) =>
  site + routes.examList.address(providerId);

/** Resolves in the frame in which the page says so of the only exam that it shows. */
export const waitUntilSaved = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[data-status="available"]'), undefined, {
    timeout: 300_000,
  });

/** Opens an exam's run and waits until all of it is on the device. */
export const openSaved = async (page: Page, site: string, exam: Exam) => {
  await page.goto(runnerAddress(site, exam));
  await waitUntilSaved(page);
};

/** Answers the question on screen with its first options, as many as it asks for. */
export const answerQuestion = async (page: Page) => {
  const check = page.getByRole('button', { name: 'Check Answer' });
  for (const option of await page.locator(FIRST_ANSWER).all()) {
    if (await check.isEnabled()) break;
    await option.click();
  }
  await check.click();
  await page.getByRole('button', { name: 'Next Question' }).waitFor();
};
