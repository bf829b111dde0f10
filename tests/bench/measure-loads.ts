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
const TAPS = 20;
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

/** The bare page's taps, each of which replaces its card. */
const timeBareTaps = (site: string) =>
  onSlowLine(builtData(), { site: openFolder(site) }, ({ address }) =>
    inProfile({ isPhone: true, watched: 'h1' }, async (page) => {
      await page.goto(address);
      await waitUntilReady(page);
      await slowDown(page, 4);
      const next = page.getByRole('button', { name: 'Next' });
      return repeat(TAPS, () => timeTap(page, () => next.click()));
    }),
  );

type Bare = { paint: number; tap: number };
let bare: Promise<Bare> | undefined;

/** What a bare React page needs for its largest paint and for a tap, measured once. In milliseconds. */
export const measureBare = () => {
  const measure = async (): Promise<Bare> => {
    const { folder, site } = await buildBarePage();
    const loads = await repeat(RUNS, () => timeLoad({ site, path: '/', selector: 'h1' }));
    const taps = await timeBareTaps(site);
    await removeFolder(folder);
    printFigure('largest paint of a bare React page, P', pick(loads, 'largestPaint'), 'ms');
    printFigure('a tap that replaces its card, T', taps, 'ms');
    return { paint: median(pick(loads, 'largestPaint')), tap: median(taps) };
  };
  bare ??= measure();
  return bare;
};

const measureHome = async ({ paint }: Bare) => {
  const homes = await repeat(RUNS, () =>
    timeLoad({ site: SITE, path: '/', selector: 'a[href^="/exams/"]' }),
  );
  const paints = pick(homes, 'largestPaint');
  printFigure('largest paint of home', paints, 'ms');
  printRatio('P', paints, paint, '≤ 0.55');
  const readies = pick(homes, 'ready');
  printFigure('home ready: the providers are there', readies, 'ms');
  printRatio('P', readies, paint, '≤ 1.3');
  printFigure('layout shift of home', pick(homes, 'layoutShift'), '', '≤ 0');
};

const measureExam = async (exam: Exam, { paint }: Bare) => {
  const path = runnerAddress('', exam);
  const loads = await repeat(RUNS, () => timeLoad({ site: SITE, path, selector: FIRST_ANSWER }));
  printFigure('all scripts, gzip', await sizeOfScripts(), 'kB');
  const readies = pick(loads, 'ready');
  printFigure('exam ready: the first answer is there', readies, 'ms');
  printRatio('P', readies, paint, '≤ 1.1');
  printFigure('requests until then, all of them counted', pick(loads, 'requests'), '', '≤ 11');
  printFigure('layout shift of the exam page', pick(loads, 'layoutShift'), '', '≤ 0');
};

/** A whole run of a saved exam with pictures, over the slow line. */
const measureAnswers = (exam: Exam, { tap }: Bare, server: BenchServer) =>
  inProfile({ isPhone: true, watched: FIRST_ANSWER }, async (page) => {
    await openSaved(page, server.address, exam);
    // The worker's own copies of the lists are asked for once it controls the page.
    await page.waitForTimeout(SETTLING);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const next = page.getByRole('button', { name: 'Next Question' });
    const option = page.locator('article label').first();
    const chosen: number[] = [];
    const times = await repeat(TAPS, async () => {
      chosen.push(await timeTap(page, () => option.click(), 'article input:checked'));
      await answerQuestion(page);
      return timeTap(page, () => next.click());
    });
    const { layoutShift } = await readWatched(page);
    printFigure('answer → next question, once saved', times, 'ms');
    printRatio('T', times, tap, '≤ 1.6');
    printRatio('T, 95 of 100 of them', [percentile(times, 95)], tap, '≤ 2.2');
    printFigure('choosing an option', chosen, 'ms');
    printRatio('T', chosen, tap, '≤ 1.2');
    printFigure('  … requests', server.requests.length - asked, '', '≤ 0');
    printFigure('  … layout shift of 20 questions, pictures included', layoutShift, '', '≤ 0');
  });

const QUESTIONS = 52;

/** From the tap on Start, on a list that has settled: until the first answer, and until all is saved. */
const timeStart = (name: string, server: BenchServer) =>
  inProfile({ isPhone: true, watched: 'h2' }, async (page) => {
    await page.goto(listAddress(server.address, LARGE_EXAM));
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await waitUntilReady(page);
    await page.waitForTimeout(SETTLING);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const began = performance.now();
    const answer = await timeTap(page, () => page.getByRole('link', { name, exact: true }).click());
    await waitUntilSaved(page);
    const saved = performance.now() - began;
    return { answer, saved, requests: server.requests.length - asked };
  });

const measureStarts = async ({ paint }: Bare) => {
  const time = (name: string) =>
    repeat(RUNS, () =>
      onSlowLine(largeExamData(QUESTIONS, 10), {}, (server) => timeStart(name, server)),
    );
  const starts = await time('Start');
  const answers = pick(starts, 'answer');
  printFigure('Start tapped in the list, first answer', answers, 'ms');
  printRatio('P', answers, paint, '≤ 0.25');
  const practices = pick(await time('Practice 10'), 'answer');
  printFigure('Practice 10 tapped in the list, first answer', practices, 'ms');
  printRatio('Start', practices, median(answers), '≤ 1.1');
  const name = `  … '${QUESTIONS} questions available offline'`;
  printFigure(name, pick(starts, 'saved'), 'ms', '≤ 1500');
  printFigure('  … requests until then', pick(starts, 'requests'), '', '≤ 8');
};

export const measureLoads = async () => {
  printHeading('A phone, 1.6 Mbit/s, 150 ms round trip, CPU slowed 4x');
  const exam = await findExam();
  const base = await measureBare();
  await measureHome(base);
  await measureExam(exam, base);
  await measureStarts(base);
  await onSlowLine(builtData(), {}, (server) => measureAnswers(exam, base, server));
};
