import type { Page } from '@playwright/test';
import { startBenchServer } from './bench-server.ts';
import { FIRST_ANSWER, openSaved, runnerAddress, waitUntilSaved } from './exam-page.ts';
import { atMost, percentile, plainly, printFigure, printHeading, repeat } from './figures.ts';
import { createLargeExam, LARGE_EXAM } from './large-exam.ts';
import { inProfile, slowDown } from './profile.ts';
import { timeTap, waitUntilReady, watchLoads } from './watch-page.ts';

const TAPS = 20;
const ANSWER_TIME = 200;

const openQuestion = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Question ${number},`) });

const measureSavedTaps = async (site: string) => {
  const server = await startBenchServer({ ...createLargeExam(100), site });
  await inProfile({}, async (page) => {
    await watchLoads(page, FIRST_ANSWER);
    await openSaved(page, server.address, LARGE_EXAM);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const times: number[] = [];
    for (let tap = 0; tap < TAPS; tap += 1) {
      const next = openQuestion(page, ((tap * 7) % 19) + 2);
      await next.waitFor();
      times.push(await timeTap(page, () => next.click()));
    }
    printFigure(atMost('a saved question, from tap to screen, CPU slowed 4x', times, 16, ' ms', 1));
    const p95 = [percentile(times, 95)];
    printFigure(atMost('  … 95 of 100 of them', p95, 50, ' ms', 1));
    printFigure(atMost('  … requests', [server.requests.length - asked], 0));
  });
  await server.close();
};

const measureJump = async (site: string) => {
  const server = await startBenchServer({ ...createLargeExam(1000), site, latency: ANSWER_TIME });
  const times = await repeat(3, () =>
    inProfile({}, async (page) => {
      await watchLoads(page, FIRST_ANSWER);
      await page.goto(runnerAddress(server.address, LARGE_EXAM));
      await waitUntilReady(page);
      const next = page.getByRole('button', { name: 'Next page' });
      for (let turned = 1; turned <= 20; turned += 1) await next.click();
      return timeTap(page, () => openQuestion(page, 401).click());
    }),
  );
  await server.close();
  printFigure(
    atMost(
      `a jump in mid-download, the server's answer taking ${ANSWER_TIME} ms`,
      times,
      ANSWER_TIME + 50,
      ' ms',
    ),
  );
};

/** Frames that came later than one and a half of their time, in so many seconds. */
const countDropped = (page: Page, seconds: number) =>
  page.evaluate(async (limit) => {
    let dropped = 0;
    let frames = 0;
    let longest = 0;
    const began = performance.now();
    for (let last = began; last - began < limit * 1000; ) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const gap = now - last;
      if (frames > 0 && gap > 25) dropped += Math.round(gap / (1000 / 60)) - 1;
      if (frames > 0) longest = Math.max(longest, gap);
      frames += 1;
      last = now;
    }
    return { dropped, longest };
  }, seconds);

const measureFrames = async (site: string) => {
  const server = await startBenchServer({ ...createLargeExam(1000), site, latency: 20 });
  await inProfile({}, async (page) => {
    await watchLoads(page, FIRST_ANSWER);
    await page.goto(runnerAddress(server.address, LARGE_EXAM));
    await waitUntilReady(page);
    const loading = await countDropped(page, 4);
    await waitUntilSaved(page);
    const idle = await countDropped(page, 4);
    const asBefore = Math.max(idle.dropped, 0);
    printFigure(atMost('frames dropped in 4 s of download', [loading.dropped], asBefore));
    printFigure(plainly('  … in 4 s without one', [idle.dropped]));
    printFigure(plainly('  … the longest frame while downloading', [loading.longest], ' ms'));
  });
  await server.close();
};

export const measureRun = async (site: string) => {
  printHeading('In a run');
  await measureSavedTaps(site);
  await measureJump(site);
  await measureFrames(site);
};
