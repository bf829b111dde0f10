import type { Page } from '@playwright/test';
import { questionAddress } from '#contract/addresses.ts';
import { startBenchServer } from './bench-server.ts';
import { FIRST_ANSWER, runnerAddress, waitUntilSaved } from './exam-page.ts';
import { atMost, plainly, printFigure, printHeading } from './figures.ts';
import { createLargeExam, LARGE_EXAM } from './large-exam.ts';
import { inProfile } from './profile.ts';
import { waitUntilReady, watchLoads } from './watch-page.ts';

const KILOBYTE = 1000;
const SETTLING = 1000;
const [FEW, MANY] = [200, 1000];

/** What JavaScript holds on to, in kilobytes. */
const readHeap = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / KILOBYTE;
};

/** Before the download's last answer, and after all of it. */
const measureHeap = async (site: string, count: number) => {
  const { providerId, examId } = LARGE_EXAM;
  const held = questionAddress('', providerId, examId, `question-${count}`);
  const server = await startBenchServer({ ...createLargeExam(count), site, held });
  const heap = await inProfile({}, async (page) => {
    await watchLoads(page, FIRST_ANSWER);
    await page.goto(runnerAddress(server.address, LARGE_EXAM));
    await waitUntilReady(page);
    await page.getByText(new RegExp(`^Saving ${Math.floor(count / 10) - 1}\\d of`)).waitFor();
    await page.waitForTimeout(SETTLING);
    const during = await readHeap(page);
    server.release();
    await waitUntilSaved(page);
    await page.waitForTimeout(SETTLING);
    return { during, after: await readHeap(page) };
  });
  await server.close();
  return heap;
};

export const measureMemory = async (site: string) => {
  printHeading('JavaScript memory of the runner');
  const small = await measureHeap(site, FEW);
  const large = await measureHeap(site, MANY);
  const perQuestion = (more: number, less: number) => [((more - less) * KILOBYTE) / (MANY - FEW)];
  printFigure(plainly(`${FEW} questions, before the last answer`, [small.during], ' kB'));
  printFigure(plainly(`${MANY} questions, before the last answer`, [large.during], ' kB'));
  printFigure(
    atMost('  … for each question more', perQuestion(large.during, small.during), 1000, ' bytes'),
  );
  printFigure(plainly(`${FEW} questions, all saved`, [small.after], ' kB'));
  printFigure(plainly(`${MANY} questions, all saved`, [large.after], ' kB'));
  printFigure(
    atMost('  … for each question more', perQuestion(large.after, small.after), 150, ' bytes'),
  );
};
