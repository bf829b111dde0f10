import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadBank } from '#bank/bank.ts';
import { readImage } from '#bank/compile/bank-files.ts';
import type { CompiledBank } from '#bank/compiled-bank.ts';
import { buildBarePage } from './bare-page.ts';
import { startBenchServer } from './bench-server.ts';
import { answerQuestion, FIRST_ANSWER, openSaved, runnerAddress } from './exam-page.ts';
import { atMost, median, plainly, printFigure, printHeading, repeat } from './figures.ts';
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

const readBank = async () => {
  const bank = await loadBank(BANK);
  if (!bank.ok) throw new Error('The bank does not compile; `npm run bank lint` says why.');
  return bank.value;
};

/** The exam of the bank with the most pictures. */
const findExam = (bank: CompiledBank) => {
  const exams = [...bank.providers.values()].flatMap(({ id, exams: byName }) =>
    [...byName.values()].map(({ name, questions }) => ({
      providerId: id,
      examId: name,
      pictures: [...questions.values()].filter(({ pictures }) => pictures.size > 0).length,
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
  const ratios = paints(homes).map((paint) => paint / median(paints(bares)));
  printFigure(plainly('largest paint of a bare React page', paints(bares), ' ms'));
  printFigure(plainly('largest paint of home', paints(homes), ' ms'));
  printFigure(atMost('  … times the bare page', ratios, 1.25, 'x', 2));
  printFigure(
    plainly(
      'home ready: the providers are there',
      homes.map(({ ready = 0 }) => ready),
      ' ms',
    ),
  );
  printFigure(
    atMost(
      'layout shift of home',
      homes.map(({ layoutShift }) => layoutShift),
      0,
      '',
      3,
    ),
  );
};

const measureExam = async (site: string, bank: CompiledBank) => {
  const path = runnerAddress('', findExam(bank));
  const loads = await repeat(RUNS, () => timeLoad({ site, bank, path, selector: FIRST_ANSWER }));
  printFigure(plainly('all scripts, gzip', [await sizeOfScripts(site)], ' kB', 1));
  printFigure(
    atMost(
      'exam ready: the first answer is there',
      loads.map(({ ready }) => ready),
      1800,
      ' ms',
    ),
  );
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
    await slowDown(page, 4);
    const asked = server.requests.length;
    const next = page.getByRole('button', { name: 'Next Question' });
    const times = await repeat(20, async () => {
      await answerQuestion(page);
      return timeTap(page, () => next.click());
    });
    const { layoutShift } = await readWatched(page);
    printFigure(atMost('answer → next question, once saved', times, 50, ' ms'));
    printFigure(atMost('  … requests', [server.requests.length - asked], 0));
    printFigure(
      atMost('  … layout shift of 20 questions, pictures included', [layoutShift], 0, '', 3),
    );
  });
  line.close();
  await server.close();
};

export const measureLoads = async (site: string) => {
  printHeading('A phone, 1.6 Mbit/s, 150 ms round trip, CPU slowed 4x');
  const bank = await readBank();
  await measureHome(site, bank);
  await measureExam(site, bank);
  await measureAnswers(site, bank);
};
