import type { Page } from '@playwright/test';
import { bankOf, type TestExam } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';
import { startBenchServer } from './bench-server.ts';
import {
  FIRST_ANSWER,
  listAddress,
  openSaved,
  runnerAddress,
  waitUntilSaved,
} from './exam-page.ts';
import { atMost, median, plainly, printFigure, printHeading, repeat } from './figures.ts';
import { createLargeExam, LARGE_EXAM } from './large-exam.ts';
import { inProfile, slowDown } from './profile.ts';
import { timeTap, waitUntilReady, watchLoads } from './watch-page.ts';

const EXAMS = 2000;
const QUESTIONS = 5000;
const LIMIT = 200;
const TAPS = 15;

const long: TestExam = { id: 'long', name: 'The Long One', questions: manyQuestions(QUESTIONS) };
const others = Array.from({ length: EXAMS - 1 }, (_, place): TestExam => {
  const name = `Certified ${['Architect', 'Developer', 'Operator'][place % 3]} ${place}`;
  return { id: `exam-${place}`, name, questions: { only: plainQuestion('Which?') } };
});

/** The longest time between two frames while `act` runs and what it causes is drawn. Milliseconds. */
const longestFrame = async (page: Page, act: () => Promise<unknown>) => {
  await page.evaluate(() => {
    const watch = { longest: 0, isOn: true };
    Object.assign(globalThis, { frames: watch });
    let last = performance.now();
    const look = (now: number) => {
      watch.longest = Math.max(watch.longest, now - last);
      last = now;
      if (watch.isOn) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await act();
  return page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
    const { frames } = globalThis as unknown as { frames: { longest: number; isOn: boolean } };
    frames.isOn = false;
    return frames.longest;
  });
};

const measureFiltering = (page: Page) =>
  longestFrame(page, async () => {
    const search = page.getByRole('searchbox');
    for (const [text, count] of [
      ['architect', /^Certified Architect/],
      ['1999', /^No exams available/],
      ['', /^The Long One/],
      ['certified', /^Certified Architect/],
    ] as const) {
      await search.fill(text);
      await page.getByText(count).first().waitFor();
    }
  });

const measureGrid = (page: Page) =>
  longestFrame(page, async () => {
    const next = page.getByRole('button', { name: 'Next page' });
    for (let turned = 0; turned < 10; turned += 1) await next.click();
    await page.getByRole('button', { name: /^Question 215,/ }).click();
    await page.getByText('Question 215 of 5000').waitFor();
  });

/**
 * Milliseconds from each of some taps to the frame that shows it, while the exam is downloaded. The
 * page is asked where to tap as soon as there is one, since a busy page would not answer.
 */
const timeTapsInDownload = async (page: Page) => {
  const place = await page.evaluate(async () => {
    const times: number[] = [];
    Object.assign(globalThis, { tapTimes: times });
    const time = ({ timeStamp }: Event) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => times.push(performance.now() - timeStamp);
        port2.postMessage('painted');
      });
    addEventListener('click', time, true);
    for (;;) {
      const next = document.querySelector('[aria-label="Next page"]');
      if (next) return next.getBoundingClientRect().toJSON() as DOMRect;
      await new Promise(requestAnimationFrame);
    }
  });
  const areTimed = (count: number) =>
    (globalThis as unknown as { tapTimes: number[] }).tapTimes.length >= count;
  for (let tap = 1; tap <= TAPS; tap += 1) {
    await page.mouse.click(place.x + 9, place.y + 9);
    await page.waitForFunction(areTimed, tap, { polling: 20, timeout: 0 });
  }
  return page.evaluate(() => (globalThis as unknown as { tapTimes: number[] }).tapTimes);
};

const questionButton = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Question ${number},`) });

/** From a tap on a number of the grid's first page to its question, in a saved exam of so many. */
const timeTaps = async (site: string, count: number) => {
  const server = await startBenchServer({ ...createLargeExam(count), site });
  const times = await inProfile({}, async (page) => {
    await watchLoads(page, FIRST_ANSWER);
    await openSaved(page, server.address, LARGE_EXAM);
    await slowDown(page, 4);
    return repeat(TAPS, async () => {
      const isFirst = await page.getByText(`Question 1 of ${count}`).isVisible();
      return timeTap(page, () => questionButton(page, isFirst ? 7 : 1).click());
    });
  });
  await server.close();
  return times;
};

/** From the address's entry to the first exam of a list of so many. */
const timeList = async (site: string, count: number) => {
  const bank = bankOf(...others.slice(0, count));
  const server = await startBenchServer({ bank, readPicture: () => undefined, site });
  const address = listAddress(server.address, { providerId: 'aws', examId: '' });
  const times = await repeat(5, () =>
    inProfile({}, async (page) => {
      await watchLoads(page, 'h2');
      await slowDown(page, 4);
      await page.goto(address, { waitUntil: 'commit' });
      return (await waitUntilReady(page)).ready ?? Number.NaN;
    }),
  );
  await server.close();
  return times;
};

const measureGrowth = async (site: string) => {
  printHeading('The same work in little and in much, CPU slowed 4x');
  const compare = (what: string, few: number[], many: number[]) => {
    printFigure(plainly(what, many, ' ms'));
    const ratios = many.map((time) => time / median(few));
    printFigure(atMost('  … times that of the few', ratios, 1.3, 'x', 2));
  };
  const [short, long] = [await timeTaps(site, 25), await timeTaps(site, QUESTIONS)];
  printFigure(plainly('a tap to its question, exam of 25', short, ' ms'));
  compare(`a tap to its question, exam of ${QUESTIONS}`, short, long);
  const [few, many] = [await timeList(site, 10), await timeList(site, EXAMS - 1)];
  printFigure(plainly('a list of 10 exams', few, ' ms'));
  compare(`a list of ${EXAMS} exams`, few, many);
};

export const measureExtremes = async (site: string) => {
  printHeading('Very long lists, CPU slowed 4x: the longest frame');
  const server = await startBenchServer({
    bank: bankOf(long, ...others),
    readPicture: () => undefined,
    site,
  });
  const exam = { providerId: 'aws', examId: long.name };
  await inProfile({}, async (page) => {
    await page.goto(listAddress(server.address, exam));
    await page.getByText(long.name).waitFor();
    await slowDown(page, 4);
    const filtering = await measureFiltering(page);
    printFigure(atMost(`filtering ${EXAMS} exams`, [filtering], LIMIT, ' ms'));
    await page.goto(runnerAddress(server.address, exam), { waitUntil: 'commit' });
    const taps = await timeTapsInDownload(page);
    printFigure(plainly(`turning its grid while ${QUESTIONS} questions are saved`, taps, ' ms'));
    printFigure(atMost('  … the longest wait', [Math.max(...taps)], LIMIT, ' ms'));
    await waitUntilSaved(page);
    await page.reload();
    await page.locator(FIRST_ANSWER).first().waitFor();
    const paging = await measureGrid(page);
    printFigure(atMost(`paging the grid of ${QUESTIONS} questions`, [paging], LIMIT, ' ms'));
  });
  await server.close();
  await measureGrowth(site);
};
