import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import * as dataFiles from '#contract/data-files.ts';
import { routes } from '#contract/routes.ts';
import type { ExamBundle, ExamsAnswer, ProvidersAnswer } from '#contract/wire.ts';
import { kindOf } from '#exam/grading/kinds.ts';
import { SITE } from './bench-server.ts';

type Exam = { providerId: string; examId: string };

/** The first answer of a question. */
export const FIRST_ANSWER = 'article input';

export const runnerAddress = (site: string, { providerId, examId }: Exam) =>
  site + routes.examRunner.address(providerId, examId);

export const listAddress = (site: string, { providerId }: Exam) =>
  site + routes.examList.address(providerId);

const readData = async (file: string) =>
  JSON.parse(await readFile(join(SITE, 'data', file), 'utf8'));

/** The exam of the built bank with the most images, all of whose questions are a choice, and their ids. */
export const findExam = async () => {
  const { providerData }: ProvidersAnswer = await readData(dataFiles.providers);
  const found: (Exam & { questionIds: string[]; images: number })[] = [];
  for (const { id: providerId } of providerData) {
    const { exams }: ExamsAnswer = await readData(dataFiles.exams(providerId));
    for (const { name: examId } of exams) {
      const { exam, images, questions }: ExamBundle = await readData(
        dataFiles.bundle(providerId, examId),
      );
      if (questions.some(({ answer }) => kindOf(answer.question) !== 'choice')) continue;
      found.push({ providerId, examId, questionIds: exam.questionIds, images: images.length });
    }
  }
  const [most] = found.toSorted((a, b) => b.images - a.images);
  if (!most) throw new Error('The bank has no exam');
  return most;
};

/**
 * Resolves when the only exam on the page is saved. Playwright's own wait would draw a frame each
 * time it looks, which costs time that plain fetches don't take.
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
  const tooFew = page.getByText(/^(\d) of (?!\1 )\d chosen$/);
  for (const option of await page.locator('article label').all()) {
    if ((await check.isEnabled()) && !(await tooFew.isVisible())) break;
    await option.click();
  }
  await check.click();
  await page.getByRole('button', { name: 'Next Question' }).waitFor();
};
