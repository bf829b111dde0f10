import { expect, type Page } from '@playwright/test';
import type { ExamView } from '#contract/routes.ts';

/** The page of an exam of provider 'aws', opened at its address. */
export const openExamPage = async (page: Page, name: string, view?: ExamView) => {
  const parameters = new URLSearchParams({ exam: name, ...(view && { view }) });
  await page.goto(`/exams/aws?${parameters}`);
  const titles = { search: 'Search', notes: 'Your notes', 'look-alikes': 'Look-alikes' };
  const shown = page.getByRole('dialog', { name: view ? titles[view] : name, exact: true });
  await expect(shown).toBeVisible();
  return shown;
};

/** Saves an exam from its page, which the card of the list leads to and Back leaves. */
export const saveFromList = async (page: Page, name: string) => {
  await page.getByRole('link', { name, exact: true }).click();
  const shown = page.getByRole('dialog', { name, exact: true });
  await shown.getByRole('button', { name: `Save offline: ${name}` }).click();
  await shown.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(shown).toHaveCount(0);
};
