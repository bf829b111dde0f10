import type { Page } from '@playwright/test';
import { bankOf, dataOf, type TestExam } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';
import { onServer } from './bench-server.ts';
import {
  FIRST_ANSWER,
  listAddress,
  openSaved,
  runnerAddress,
  waitUntilSaved,
} from './exam-page.ts';
import { median, printFigure, printHeading, printRatio, repeat } from './figures.ts';
import { LARGE_EXAM, largeExamData } from './large-exam.ts';
import { inProfile, slowDown } from './profile.ts';
import { readWatched, timeTap, waitUntilReady, watchFrames } from './watch-page.ts';

const EXAMS = 2000;
const QUESTIONS = 5000;
const LIMIT = 200;
const TAPS = 15;
/** Milliseconds in which a page finishes what it does after its first paint. */
const SETTLING = 1500;

const long: TestExam = { id: 'long', name: 'The Long One', questions: manyQuestions(QUESTIONS) };
const others = Array.from({ length: EXAMS - 1 }, (_, place): TestExam => {
  const name = `Certified ${['Architect', 'Developer', 'Operator'][place % 3]} ${place}`;
  return { id: `exam-${place}`, name, questions: { only: plainQuestion('Which?') } };
});

const measureFiltering = (page: Page) =>
  watchFrames(page, async () => {
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
  watchFrames(page, async () => {
    const next = page.getByRole('button', { name: 'Next page' });
    for (let turned = 0; turned < 10; turned += 1) await next.click();
    await page.getByRole('button', { name: /^Question 215,/ }).click();
    await page.getByText('Question 215 of 5000').waitFor();
  });

/**
 * Milliseconds from each of some taps to the frame that shows it, during a download. The page says
 * where to tap as soon as there is something, since later it may be too busy to answer.
 */
const timeTapsInDownload = async (page: Page) => {
  const place = await page.evaluate(async () => {
    const { taps } = globalThis.bench;
    const time = ({ timeStamp }: Event) =>
      globalThis.whenPainted(
        () => true,
        () => taps.push(performance.now() - timeStamp),
      );
    addEventListener('click', time, true);
    for (;;) {
      const next = document.querySelector('[aria-label="Next page"]');
      if (next) return next.getBoundingClientRect().toJSON() as DOMRect;
      await new Promise(requestAnimationFrame);
    }
  });
  const areTimed = (count: number) => globalThis.bench.taps.length >= count;
  for (let tap = 1; tap <= TAPS; tap += 1) {
    await page.mouse.click(place.x + 9, place.y + 9);
    await page.waitForFunction(areTimed, tap, { polling: 20, timeout: 0 });
  }
  return (await readWatched(page)).taps;
};

const questionButton = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Question ${number},`) });

/** From a tap on a number of the grid's first page to its question, in a saved exam of so many. */
const timeTaps = (count: number) =>
  onServer(largeExamData(count), {}, ({ address }) =>
    inProfile({ watched: FIRST_ANSWER }, async (page) => {
      await openSaved(page, address, LARGE_EXAM);
      await slowDown(page, 4);
      return repeat(TAPS, async () => {
        const isFirst = await page.getByText(`Question 1 of ${count}`).isVisible();
        return timeTap(page, () => questionButton(page, isFirst ? 7 : 1).click());
      });
    }),
  );

/**
 * A search in a saved exam of so many questions: the longest frame while a word is typed, and from the
 * input to the painted count of what was found.
 */
const measureSearch = async (count: number) => {
  const search = async (page: Page, address: string) => {
    await openSaved(page, address, LARGE_EXAM);
    const view = new URLSearchParams({ exam: LARGE_EXAM.examId, view: 'search' });
    await page.goto(`${listAddress(address, LARGE_EXAM)}?${view}`);
    const status = page.getByRole('dialog', { name: 'Search' }).getByRole('status');
    await status.filter({ hasText: `${count} questions` }).waitFor();
    await slowDown(page, 4);
    await page.evaluate(() => {
      const read = () => document.querySelector('dialog [role=status]')?.textContent ?? '';
      const time = ({ timeStamp }: Event) => {
        const before = read();
        globalThis.whenPainted(
          () => read() !== before,
          () => globalThis.bench.taps.push(performance.now() - timeStamp),
        );
      };
      addEventListener('input', time, true);
    });
    const frames = await watchFrames(page, async () => {
      const box = page.getByRole('dialog').getByRole('searchbox');
      for (const [typed, found] of [
        ['question 77', 19],
        ['question 777', 1],
        ['question 7', 271],
        ['question 999', 1],
        ['question 99', 19],
      ] as const) {
        await box.fill(typed);
        await status.filter({ hasText: new RegExp(`^${found} of`) }).waitFor();
      }
    });
    printFigure(
      `searching ${count} questions: input to result`,
      (await readWatched(page)).taps,
      'ms',
    );
    printFigure('  … the longest frame', frames.longest, 'ms');
  };
  await onServer(largeExamData(count), {}, ({ address }) =>
    inProfile({ watched: FIRST_ANSWER }, (page) => search(page, address)),
  );
};

/** From the address's entry to the first exam of a list of so many. */
const timeList = (count: number) =>
  onServer(dataOf(bankOf(...others.slice(0, count))), {}, ({ address }) =>
    repeat(5, () =>
      inProfile({ watched: 'h2' }, async (page) => {
        await slowDown(page, 4);
        const list = listAddress(address, { providerId: 'aws', examId: '' });
        await page.goto(list, { waitUntil: 'commit' });
        return (await waitUntilReady(page)).ready ?? Number.NaN;
      }),
    ),
  );

const measureGrowth = async () => {
  printHeading('The same work in little and in much, CPU slowed 4x');
  const compare = (what: string, few: number[], many: number[]) => {
    printFigure(what, many, 'ms');
    printRatio('that of the few', many, median(few), '≤ 1.3');
  };
  const [short, long] = [await timeTaps(25), await timeTaps(QUESTIONS)];
  printFigure('a tap to its question, exam of 25', short, 'ms');
  compare(`a tap to its question, exam of ${QUESTIONS}`, short, long);
  const [few, many] = [await timeList(10), await timeList(EXAMS - 1)];
  printFigure('a list of 10 exams', few, 'ms');
  compare(`a list of ${EXAMS} exams`, few, many);
};

export const measureExtremes = async () => {
  await measureSearch(1000);
  printHeading('Very long lists, CPU slowed 4x: the longest frame');
  const exam = { providerId: 'aws', examId: long.name };
  const measure = async (page: Page, address: string) => {
    await page.goto(listAddress(address, exam));
    await page.getByText(long.name).waitFor();
    await page.waitForTimeout(SETTLING);
    await slowDown(page, 4);
    const filtering = await measureFiltering(page);
    printFigure(`filtering ${EXAMS} exams`, filtering.longest, 'ms', '≤ 50');
    await page.goto(runnerAddress(address, exam), { waitUntil: 'commit' });
    const taps = await timeTapsInDownload(page);
    printFigure(`turning its grid while ${QUESTIONS} questions are saved`, taps, 'ms');
    printFigure('  … the longest wait', Math.max(...taps), 'ms', `≤ ${LIMIT}`);
    await waitUntilSaved(page);
    await page.reload();
    await page.locator(FIRST_ANSWER).first().waitFor();
    const paging = await measureGrid(page);
    printFigure(`paging the grid of ${QUESTIONS} questions`, paging.longest, 'ms', `≤ ${LIMIT}`);
  };
  await onServer(dataOf(bankOf(long, ...others)), {}, ({ address }) =>
    inProfile({ watched: FIRST_ANSWER }, (page) => measure(page, address)),
  );
  await measureGrowth();
};
