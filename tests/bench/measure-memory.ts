import type { Page } from '@playwright/test';
import { questionAddress } from '#contract/addresses.ts';
import { onServer } from './bench-server.ts';
import { FIRST_ANSWER, runnerAddress, waitUntilSaved } from './exam-page.ts';
import { printFigure, printHeading } from './figures.ts';
import { LARGE_EXAM, largeExamData } from './large-exam.ts';
import { inProfile } from './profile.ts';
import { waitUntilReady } from './watch-page.ts';

/** Milliseconds until what is no longer needed has been let go. */
const SETTLING = 1000;
const [FEW, MANY] = [200, 1000];

/** The size of JavaScript's heap, in kilobytes. */
const readHeap = async (page: Page) => {
  await page.waitForTimeout(SETTLING);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1000;
};

/** Before the last answer of the download, and after all of it. */
const measureHeap = async (count: number) => {
  const { providerId, examId } = LARGE_EXAM;
  const held = questionAddress('', providerId, examId, `question-${count}`);
  return onServer(largeExamData(count), { held }, ({ address, release }) =>
    inProfile({ watched: FIRST_ANSWER }, async (page) => {
      await page.goto(runnerAddress(address, LARGE_EXAM));
      await waitUntilReady(page);
      await page.getByText(new RegExp(`^Saving ${Math.floor(count / 10) - 1}\\d of`)).waitFor();
      const during = await readHeap(page);
      release();
      await waitUntilSaved(page);
      return { during, after: await readHeap(page) };
    }),
  );
};

export const measureMemory = async () => {
  printHeading('JavaScript memory of the runner');
  const small = await measureHeap(FEW);
  const large = await measureHeap(MANY);
  for (const [moment, words, target] of [
    ['during', 'before the last answer', '≤ 3000'],
    ['after', 'all saved', '≤ 3000'],
  ] as const) {
    const perQuestion = ((large[moment] - small[moment]) * 1000) / (MANY - FEW);
    printFigure(`${FEW} questions, ${words}`, small[moment], 'kB');
    printFigure(`${MANY} questions, ${words}`, large[moment], 'kB');
    printFigure('  … for each question more', perQuestion, 'bytes', target);
  }
};
