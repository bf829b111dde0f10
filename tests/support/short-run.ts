import type { Page } from '@playwright/test';
import { expect } from './offline-page.ts';
import { answer, goOn } from './runner-page.ts';
import { otherExam } from './small-exam.ts';

/** What a learner is told where no exam can be saved. */
export const NO_STORAGE = 'Can’t be saved: this browser allows no storage here. Practice online.';
export const NO_WORKER = 'Can’t be saved: this browser can’t keep the app itself. Practice online.';

/** Goes through an exam of three questions online, from home to the final score. */
export const practice = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('link', { name: /Amazon/ }).click();
  const card = page.getByRole('listitem').filter({ hasText: otherExam.name });
  await card.getByRole('link', { name: 'Start', exact: true }).click();
  for (let number = 1; number <= 3; number += 1) {
    if (number > 1) await goOn(page, number, 3);
    await answer(page, 0);
  }
  await expect(page.getByText('Final Score: 3/3 (100%)')).toBeVisible();
};
