import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBank } from '#bank/bank.ts';
import { readImage } from '#bank/compile/bank-files.ts';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { buildBarePage } from './bare-page.ts';
import { startBenchServer } from './bench-server.ts';
import {
  answerQuestion,
  FIRST_ANSWER,
  listAddress,
  openSaved,
  runnerAddress,
  waitUntilSaved,
} from './exam-page.ts';
import {
  atMost,
  median,
  percentile,
  plainly,
  printFigure,
  printHeading,
  repeat,
} from './figures.ts';
import { createLargeExam, LARGE_EXAM } from './large-exam.ts';
import { inProfile, removeFolder, slowDown } from './profile.ts';
import { openSlowLine } from './slow-line.ts';
import { readWatched, timeTap, waitUntilReady, watchLoads } from './watch-page.ts';

const RUNS = 5;
/** Milliseconds in which late paints and shifts would come. */
const SETTLING = 1500;
const BANK = fileURLToPath(new URL('../../src/questions', import.meta.url));

type Load = { site: string; bank: CompiledBank; path: string; selector: string };

/** One first visit over the slow line, CPU slowed 4x, on a phone's screen. */
const timeLoad = async ({ site, bank, path, selector }: Load) => {
  const server = await startBenchServer({ bank, readPicture: readImage, site });
  const line = await openSlowLine(server.port);
  const load = await inProfile({ isPhone: true }, async (page) => {
    await watchLoads(page, selector);
    await slowDown(page, 4);
    await page.goto(line.address + path, { waitUntil: 'commit' });
    await waitUntilReady(page);
    await page.waitForTimeout(SETTLING);
    const began = await page.evaluate(() => performance.timeOrigin);
    const { ready = Number.NaN, largestPaint, layoutShift } = await readWatched(page);
    const requests = server.requests.filter(({ time }) => time <= began + ready);
    return { ready, largestPaint, layoutShift, requests: requests.length };
  });
  line.close();
  await server.close();
  return load;
};

const sizeOfScripts = async (site: string) => {
  const assets = join(site, 'assets');
  const scripts = (await readdir(assets)).filter((file) => file.endsWith('.js.gz'));
  const sizes = await Promise.all(
    scripts.map(async (file) => (await stat(join(assets, file))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
};

export const readBank = async () => {
  const bank = await loadBank(BANK);
  if (!bank.ok) throw new Error('The bank does not compile; `npm run bank lint` says why.');
  return bank.value;
};

/** The exam of the bank with the most pictures. */
export const findExam = (bank: CompiledBank) => {
  const exams = [...bank.providers.values()].flatMap(({ id, exams: byName }) =>
    [...byName.values()].map(({ name, questions }) => ({
      providerId: id,
      examId: name,
      pictures: [...questions.values()].filter(({ imageFiles }) => imageFiles.size > 0).length,
    })),
  );
  const [most] = exams.toSorted((a, b) => b.pictures - a.pictures);
  if (!most) throw new Error('The bank holds no exam.');
  return most;
};

const measureHome = async (site: string, bank: CompiledBank) => {
  const bare = await buildBarePage();
  const bareLoad = { site: bare.site, bank, path: '/', selector: 'h1' };
  const homeLoad = { site, bank, path: '/', selector: 'a[href^="/exams/"]' };
  const bares = await repeat(RUNS, () => timeLoad(bareLoad));
  const homes = await repeat(RUNS, () => timeLoad(homeLoad));
  await removeFolder(bare.folder);
  const paints = (loads: typeof bares) => loads.map(({ largestPaint }) => largestPaint);
  const bareTime = median(paints(bares));
  const ratios = paints(homes).map((paint) => paint / bareTime);
  printFigure(plainly('largest paint of a bare React page', paints(bares), ' ms'));
  printFigure(plainly('largest paint of home', paints(homes), ' ms'));
  printFigure(atMost('  … times the bare page', ratios, 0.7, 'x', 2));
  const readies = homes.map(({ ready }) => ready);
  printFigure(plainly('home ready: the providers are there', readies, ' ms'));
  const slower = readies.map((ready) => ready / bareTime);
  printFigure(atMost('  … times the bare page', slower, 1.3, 'x', 2));
  printFigure(
    atMost(
      'layout shift of home',
      homes.map(({ layoutShift }) => layoutShift),
      0,
      '',
      3,
    ),
  );
  return bareTime;
};

const measureExam = async (site: string, bank: CompiledBank, bareTime: number) => {
  const path = runnerAddress('', findExam(bank));
  const loads = await repeat(RUNS, () => timeLoad({ site, bank, path, selector: FIRST_ANSWER }));
  printFigure(plainly('all scripts, gzip', [await sizeOfScripts(site)], ' kB', 1));
  const readies = loads.map(({ ready }) => ready);
  printFigure(plainly('exam ready: the first answer is there', readies, ' ms'));
  const slower = readies.map((ready) => ready / bareTime);
  printFigure(atMost('  … times the bare page', slower, 1.35, 'x', 2));
  printFigure(
    atMost(
      'requests until then, all of them counted',
      loads.map(({ requests }) => requests),
      11,
    ),
  );
  printFigure(
    atMost(
      'layout shift of the exam page',
      loads.map(({ layoutShift }) => layoutShift),
      0,
      '',
      3,
    ),
  );
};

/** A whole run of a saved exam with pictures, over the slow line. */
const measureAnswers = async (site: string, bank: CompiledBank) => {
  const exam = findExam(bank);
  const server = await startBenchServer({ bank, readPicture: readImage, site });
  const line = await openSlowLine(server.port);
  await inProfile({ isPhone: true }, async (page) => {
    await watchLoads(page, FIRST_ANSWER);
    await openSaved(page, line.address, exam);
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
    printFigure(atMost('answer → next question, once saved', times, 16, ' ms', 1));
    const p95 = [percentile(times, 95)];
    printFigure(atMost('  … 95 of 100 of them', p95, 50, ' ms', 1));
    printFigure(atMost('  … requests', [server.requests.length - asked], 0));
    printFigure(
      atMost('  … layout shift of 20 questions, pictures included', [layoutShift], 0, '', 3),
    );
  });
  line.close();
  await server.close();
};

const QUESTIONS = 52;

/** From the tap on Start, on a list that has settled: until the first answer, and until all is saved. */
const timeStart = async (site: string) => {
  const server = await startBenchServer({ ...createLargeExam(QUESTIONS, 10), site });
  const line = await openSlowLine(server.port);
  const times = await inProfile({ isPhone: true }, async (page) => {
    await watchLoads(page, 'h2');
    await page.goto(listAddress(line.address, LARGE_EXAM));
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await waitUntilReady(page);
    await page.waitForTimeout(SETTLING);
    await slowDown(page, 4);
    const asked = server.requests.length;
    const began = performance.now();
    const answer = await timeTap(page, () => page.getByRole('link', { name: 'Start' }).click());
    await waitUntilSaved(page);
    const saved = performance.now() - began;
    return { answer, saved, requests: server.requests.length - asked };
  });
  line.close();
  await server.close();
  return times;
};

const measureStarts = async (site: string) => {
  const starts = await repeat(RUNS, () => timeStart(site));
  const answers = starts.map(({ answer }) => answer);
  printFigure(atMost('Start tapped in the list, first answer', answers, 250, ' ms'));
  const saves = starts.map(({ saved }) => saved);
  printFigure(atMost(`  … '${QUESTIONS} questions available offline'`, saves, 1500, ' ms'));
  const requests = starts.map(({ requests }) => requests);
  printFigure(atMost('  … requests until then', requests, 8));
};

export const measureLoads = async (site: string) => {
  printHeading('A phone, 1.6 Mbit/s, 150 ms round trip, CPU slowed 4x');
  const bank = await readBank();
  const bareTime = await measureHome(site, bank);
  await measureExam(site, bank, bareTime);
  await measureStarts(site);
  await measureAnswers(site, bank);
};
