import type { Page } from '@playwright/test';
import { routes } from '#contract/routes.ts';

type Exam = { providerId: string; examId: string };

/** The first answer of a question. */
export const FIRST_ANSWER = 'article input';

export const runnerAddress = (site: string, { providerId, examId }: Exam) =>
  site + routes.examRunner.address(providerId, examId);

export const listAddress = (site: string, { providerId }: Exam) =>
  site + routes.examList.address(providerId);

/**
 * Resolves when the page says so of the only exam that it shows. Playwright's own wait would draw a
 * frame whether or not anything changed, at a cost that the plain fetches do not have.
 */
export const waitUntilSaved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!document.querySelector('[data-status="available"]')) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { subtree: true, childList: true, attributes: true });
        look();
      }),
  );

/** Opens an exam's run and waits until all of it is on the device. */
export const openSaved = async (page: Page, site: string, exam: Exam) => {
  await page.goto(runnerAddress(site, exam));
  await waitUntilSaved(page);
};

/** Answers the question on screen with its first options, as many as it asks for. */
export const answerQuestion = async (page: Page) => {
  const check = page.getByRole('button', { name: 'Check Answer' });
  for (const option of await page.locator('article label').all()) {
    if (await check.isEnabled()) break;
    await option.click();
  }
  await check.click();
  await page.getByRole('button', { name: 'Next Question' }).waitFor();
};
