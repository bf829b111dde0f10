import type { Page } from '@playwright/test';
import { bankOf, type TestExam } from '#support/test-bank.ts';
import { manyQuestions, plainQuestion } from '#support/test-questions.ts';
import { startBenchServer } from './bench-server.ts';
import { FIRST_ANSWER, listAddress, runnerAddress } from './exam-page.ts';
import { atMost, printFigure, printHeading } from './figures.ts';
import { inProfile, slowDown } from './profile.ts';

const EXAMS = 2000;
const QUESTIONS = 5000;
const LIMIT = 200;

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
    await page.goto(runnerAddress(server.address, exam));
    await page.locator(FIRST_ANSWER).first().waitFor();
    const paging = await measureGrid(page);
    printFigure(atMost(`paging the grid of ${QUESTIONS} questions`, [paging], LIMIT, ' ms'));
  });
  await server.close();
};
