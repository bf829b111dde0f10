import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '#server/folder-files.ts';
import { buildBarePage } from './bare-page.ts';
import { type BenchServer, builtData, onSlowLine, SITE } from './bench-server.ts';
import {
  answerQuestion,
  FIRST_ANSWER,
  findExam,
  listAddress,
  openSaved,
  runnerAddress,
  waitUntilSaved,
} from './exam-page.ts';
import {
  median,
  percentile,
  pick,
  printFigure,
  printHeading,
  printRatio,
  repeat,
} from './figures.ts';
import { LARGE_EXAM, largeExamData } from './large-exam.ts';
import { inProfile, removeFolder, slowDown } from './profile.ts';
import { readWatched, timeTap, waitUntilReady } from './watch-page.ts';

const RUNS = 5;
/** Milliseconds in which late paints and shifts would come. */
const SETTLING = 1500;

type Exam = Awaited<ReturnType<typeof findExam>>;
type Load = { site: string; path: string; selector: string };

/** One first visit over the slow line, CPU slowed 4x, on a phone's screen. */
const timeLoad = ({ site, path, selector }: Load) =>
  onSlowLine(builtData(), { site: openFolder(site) }, ({ address, requests: all }) =>
    inProfile({ isPhone: true, watched: selector }, async (page) => {
      await slowDown(page, 4);
      await page.goto(address + path, { waitUntil: 'commit' });
      await waitUntilReady(page);
      await page.waitForTimeout(SETTLING);
      const began = await page.evaluate(() => performance.timeOrigin);
      const { ready = Number.NaN, largestPaint, layoutShift } = await readWatched(page);
      const requests = all.filter(({ time }) => time <= began + ready).length;
      return { ready, largestPaint, layoutShift, requests };
    }),
  );

const sizeOfScripts = async () => {
  const assets = join(SITE, 'assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js.gz'));
  const sizes = await Promise.all(
    scripts.map(async (file) => (await stat(join(assets, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
};

const measureHome = async () => {
  const bare = await buildBarePage();
  const bares = await repeat(RUNS, () => timeLoad({ site: bare.site, path: '/', selector: 'h1' }));
  const homes = await repeat(RUNS, () =>
    timeLoad({ site: SITE, path: '/', selector: 'a[href^="/exams/"]' }),
  );
  await removeFolder(bare.folder);
  const paints = pick(homes, 'largestPaint');
  const bareTime = median(pick(bares, 'largestPaint'));
  printFigure('largest paint of a bare React page', pick(bares, 'largestPaint'), 'ms');
  printFigure('largest paint of home', paints, 'ms');
  printRatio('the bare page', paints, bareTime, '≤ 0.7');
  const readies = pick(homes, 'ready');
  printFigure('home ready: the providers are there', readies, 'ms');
  printRatio('the bare page', readies, bareTime, '≤ 1.3');
  printFigure('layout shift of home', pick(homes, 'layoutShift'), '', '≤ 0');
  return bareTime;
};

const measureExam = async (exam: Exam, bareTime: number) => {
  const path = runnerAddress('', exam);
  const loads = await repeat(RUNS, () => timeLoad({ site: SITE, path, selector: FIRST_ANSWER }));
  printFigure('all scripts, gzip', await sizeOfScripts(), 'kB');
  const readies = pick(loads, 'ready');
  printFigure('exam ready: the first answer is there', readies, 'ms');
  printRatio('the bare page', readies, bareTime, '≤ 1.35');
  printFigure('requests until then, all of them counted', pick(loads, 'requests'), '', '≤ 11');
  printFigure('layout shift of the exam page', pick(loads, 'layoutShift'), '', '≤ 0');
};

/** A whole run of a saved exam with pictures, over the slow line. */
const measureAnswers = (exam: Exam, server: BenchServer) =>
  inProfile({ isPhone: true, watched: FIRST_ANSWER }, async (page) => {
    await openSaved(page, server.address, exam);
    // The worker's own copies of the lists are asked for once it controls the page.
    await page.waitForTimeout(SETTLING);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const next = page.getByRole('button', { name: 'Next Question' });
    const times = await repeat(20, async () => {
      await answerQuestion(page);
      return timeTap(page, () => next.click());
    });
    const { layoutShift } = await readWatched(page);
    printFigure('answer → next question, once saved', times, 'ms', '≤ 40');
    const p95 = [percentile(times, 95)];
    printFigure('  … 95 of 100 of them', p95, 'ms', '≤ 60');
    printFigure('  … requests', server.requests.length - asked, '', '≤ 0');
    printFigure('  … layout shift of 20 questions, pictures included', layoutShift, '', '≤ 0');
  });

const QUESTIONS = 52;

/** From the tap on Start, on a list that has settled: until the first answer, and until all is saved. */
const timeStart = (server: BenchServer) =>
  inProfile({ isPhone: true, watched: 'h2' }, async (page) => {
    await page.goto(listAddress(server.address, LARGE_EXAM));
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await waitUntilReady(page);
    await page.waitForTimeout(SETTLING);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const began = performance.now();
    const answer = await timeTap(page, () =>
      page.getByRole('link', { name: 'Start', exact: true }).click(),
    );
    await waitUntilSaved(page);
    const saved = performance.now() - began;
    return { answer, saved, requests: server.requests.length - asked };
  });

const measureStarts = async () => {
  const starts = await repeat(RUNS, () => onSlowLine(largeExamData(QUESTIONS, 10), {}, timeStart));
  printFigure('Start tapped in the list, first answer', pick(starts, 'answer'), 'ms', '≤ 250');
  const name = `  … '${QUESTIONS} questions available offline'`;
  printFigure(name, pick(starts, 'saved'), 'ms', '≤ 1500');
  printFigure('  … requests until then', pick(starts, 'requests'), '', '≤ 8');
};

export const measureLoads = async () => {
  printHeading('A phone, 1.6 Mbit/s, 150 ms round trip, CPU slowed 4x');
  const exam = await findExam();
  const bareTime = await measureHome();
  await measureExam(exam, bareTime);
  await measureStarts();
  await onSlowLine(builtData(), {}, (server) => measureAnswers(exam, server));
};
