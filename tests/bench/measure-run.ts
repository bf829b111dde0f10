import type { Page } from '@playwright/test';
import { type BenchServer, onServer } from './bench-server.ts';
import { FIRST_ANSWER, openSaved, runnerAddress, waitUntilSaved } from './exam-page.ts';
import { percentile, printFigure, printHeading, repeat } from './figures.ts';
import { LARGE_EXAM, largeExamData } from './large-exam.ts';
import { inProfile, slowDown } from './profile.ts';
import { timeTap, waitUntilReady, watchFrames } from './watch-page.ts';

const TAPS = 20;
const LATENCY = 200;

const openQuestion = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Question ${number},`) });

const measureSavedTaps = (server: BenchServer) =>
  inProfile({ watched: FIRST_ANSWER }, async (page) => {
    await openSaved(page, server.address, LARGE_EXAM);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const times: number[] = [];
    for (let tap = 0; tap < TAPS; tap += 1) {
      const next = openQuestion(page, ((tap * 7) % 19) + 2);
      await next.waitFor();
      times.push(await timeTap(page, () => next.click()));
    }
    printFigure('a saved question, from tap to screen, CPU slowed 4x', times, 'ms');
    printFigure('  … 95 of 100 of them', percentile(times, 95), 'ms');
    printFigure('  … requests', server.requests.length - asked, '', '≤ 0');
  });

const measureJump = async (server: BenchServer) => {
  const times = await repeat(3, () =>
    inProfile({ watched: FIRST_ANSWER }, async (page) => {
      await page.goto(runnerAddress(server.address, LARGE_EXAM));
      await waitUntilReady(page);
      const next = page.getByRole('button', { name: 'Next page' });
      for (let turned = 1; turned <= 20; turned += 1) await next.click();
      return timeTap(page, () => openQuestion(page, 401).click());
    }),
  );
  const name = `a jump in mid-download, the server's answer taking ${LATENCY} ms`;
  printFigure(name, times, 'ms', `≤ ${LATENCY + 50}`);
};

const measureFrames = (server: BenchServer) =>
  inProfile({ watched: FIRST_ANSWER }, async (page) => {
    await page.goto(runnerAddress(server.address, LARGE_EXAM));
    await waitUntilReady(page);
    const pause = () => page.waitForTimeout(4000);
    const loading = await watchFrames(page, pause);
    await waitUntilSaved(page);
    const idle = await watchFrames(page, pause);
    printFigure('frames dropped in 4 s of download', loading.dropped, '', `≤ ${idle.dropped}`);
    printFigure('  … in 4 s without one', idle.dropped);
    printFigure('  … the longest frame while downloading', loading.longest, 'ms');
  });

export const measureRun = async () => {
  printHeading('In a run');
  await onServer(largeExamData(100), {}, measureSavedTaps);
  await onServer(largeExamData(1000), { latency: LATENCY }, measureJump);
  await onServer(largeExamData(1000), { latency: 20 }, measureFrames);
};
