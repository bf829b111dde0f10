import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import type { FaultyServerOptions } from '#support/faulty-server.ts';
import {
  builtSite,
  clearHttpCache,
  countDownloads,
  expect,
  onceEach,
  readStored,
  savedAddresses,
  savedLine,
  skipTwoDays,
  test,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo, rows } from '#support/runner-page.ts';
import { bankOf, type TestExam } from '#support/test-bank.ts';
import { svgBytes } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

const NAME = 'A Changing Exam';
const examPage = '/exams/aws/A%20Changing%20Exam';
const questionCall = (id: string) =>
  `/api/question?provider=aws&examName=A%20Changing%20Exam&questionId=${id}`;
const image = '/images/aws/A%20Changing%20Exam/two/img-1.svg';

const questions = {
  one: plainQuestion('What is one?'),
  two: { ...plainQuestion('What is two? [img-1]'), pictures: { 'img-1.svg': svgBytes('two') } },
  three: plainQuestion('What is three?'),
};
const examOf = (changed: TestExam['questions']) =>
  bankOf({ id: 'changing', name: NAME, questions: changed });

const first = examOf(questions);
/** The third question is gone, a fourth and a fifth have come. */
const second = examOf({
  one: questions.one,
  two: questions.two,
  four: plainQuestion('What is four?'),
  five: plainQuestion('What is five?'),
});
const secondAddresses = [...['one', 'two', 'four', 'five'].map(questionCall), image].sort();

const single: FaultyServerOptions = { site: builtSite, bank: first };
const bundled: FaultyServerOptions = { ...single, bundles: true };

test.use({ serving: single });

const enter = async (page: Page) => {
  await page.goto(examPage);
  await untilAvailable(page);
  await untilControlled(page);
  await clearHttpCache(page);
};

const seePlace = (page: Page, place: string) =>
  expect(page.getByText(`Question ${place}`, { exact: true })).toBeVisible();

const expectSaved = (page: Page, addresses: string[]) =>
  expect.poll(() => savedAddresses(page, NAME)).toEqual(addresses);

test('saves the new version of an exam that changes midway', async ({ page, server, context }) => {
  const held = fault.hold();
  server.faults.set(questionCall('three'), held);
  await page.goto(examPage);
  await server.requestCount(questionCall('three'), 1);
  server.publish(second);
  held.release();
  await untilAvailable(page);
  // The run keeps the questions that it started with.
  await seePlace(page, '1 of 3');
  await answer(page, 0);
  await goOn(page, 2, 3);
  await expect(page.getByText('What is two?')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await untilAvailable(page, NAME);
  await expectSaved(page, secondAddresses);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  await seePlace(page, '1 of 4');
  await jumpTo(page, 4);
  await expect(page.getByText('What is five?')).toBeVisible();
});

test('an open run keeps the old version of an exam', async ({ page, server, context }) => {
  await enter(page);
  server.publish(second);
  // While a question of the new version hangs, the old version must serve.
  const held = fault.hold();
  server.faults.set(questionCall('five'), held);

  await page.reload();
  await seePlace(page, '1 of 3');
  await server.requestCount(questionCall('five'), 1);
  await untilAvailable(page);
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
  held.release();
  await expect.poll(() => savedAddresses(page, NAME)).toContain(questionCall('five'));
  await jumpTo(page, 2);
  await expect(page.getByText('What is two?')).toBeVisible();
  await answer(page, 0);
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
  await seePlace(page, '3 of 3');

  await context.setOffline(true);
  const other = await context.newPage();
  await other.goto(`${examPage}?questions=10`);
  await seePlace(other, '1 of 4');
  await other.close();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expectSaved(page, secondAddresses);
  await untilAvailable(page, NAME);
});

test('refreshes an exam older than a day conditionally', async ({ page, server, context }) => {
  await enter(page);
  server.publish(examOf({ ...questions, three: plainQuestion('What is three now?') }));
  server.forgetRequests();
  await skipTwoDays(page);
  await page.goto('/');
  await expect
    .poll(() => server.requests(/question\?|images/).map(({ url, status }) => [url, status]))
    .toEqual(
      expect.arrayContaining([
        [questionCall('one'), 304],
        [questionCall('two'), 304],
        [questionCall('three'), 200],
      ]),
    );
  await expect.poll(() => readSaved(page, 'three')).toContain('What is three now?');
  await untilAvailable(page, NAME);
  expect(countDownloads(server)).toEqual(
    onceEach([...['one', 'two', 'three'].map(questionCall), image]),
  );
  await context.setOffline(true);
  await page.goto(examPage);
  await jumpTo(page, 3);
  await expect(page.getByText('What is three now?')).toBeVisible();
  await expect(savedLine(page)).toHaveText(/^Available offline/);
});

/** A saved question as it was sent. */
const readSaved = async (page: Page, id: string) =>
  Buffer.from((await readStored(page, questionCall(id), NAME)) ?? '').toString();

/** The right option has changed with the words. */
const oneNow = plainQuestion('What is one now?', { answers: ['wrong'] });
const threeNow = plainQuestion('What is three now?');

for (const [what, serving] of Object.entries({ 'single answers': single, 'a bundle': bundled })) {
  test.describe(`from ${what}`, () => {
    test.use({ serving });

    test('a correction shows at once, except in answered questions', async ({
      page,
      server,
      context,
    }) => {
      await enter(page);
      server.publish(examOf({ ...questions, one: oneNow }));
      await page.reload();
      await expect(page.getByText('What is one now?')).toBeVisible();

      const oneLater = plainQuestion('What is one later?');
      const held = fault.hold();
      server.publish(examOf({ ...questions, one: oneLater, three: threeNow }));
      server.faults.set(/api\/(exam|questions)\?/, held);
      await page.reload();
      await expect(page.getByText('What is one now?')).toBeVisible();
      await answer(page, 1);
      await expect(page.getByText('Score: 1/1', { exact: true })).toBeVisible();
      server.faults.clear();
      held.release();
      await expect
        .poll(async () => {
          await jumpTo(page, 2);
          await jumpTo(page, 3);
          return page.getByText('What is three now?').isVisible();
        })
        .toBe(true);
      await jumpTo(page, 1);
      await expect(page.getByText('What is one now?')).toBeVisible();
      await expect(page.getByText('Score: 1/1', { exact: true })).toBeVisible();

      await page.getByRole('link', { name: 'Back to Exams' }).click();
      await untilAvailable(page, NAME);
      await context.setOffline(true);
      await page.goto(`${examPage}?questions=10`);
      await expect(page.getByText('What is one later?')).toBeVisible();
      await untilAvailable(page);
    });

    test('options stay as they are once one is chosen', async ({ page, server }) => {
      await enter(page);
      const held = fault.hold();
      const oneLater = plainQuestion('What is one later?', { options: ['right', 'other'] });
      server.publish(examOf({ ...questions, one: oneLater }));
      server.faults.set(/api\/(exam|questions)\?/, held);
      await page.reload();
      await rows(page).nth(1).click();
      server.faults.clear();
      held.release();
      await expect.poll(() => readSaved(page, 'one')).toContain('What is one later?');
      await expect(page.getByText('What is one?')).toBeVisible();
      await expect(page.getByRole('radio').nth(1)).toBeChecked();
      await jumpTo(page, 2);
      await jumpTo(page, 1);
      await expect(page.getByText('What is one later?')).toBeVisible();
    });

    test('an unchanged exam is not sent again', async ({ page, server }) => {
      await enter(page);
      server.forgetRequests();
      const isSettled = server.nextRequest(/api\/exam\?/);
      await page.reload();
      await untilAvailable(page);
      await (await isSettled).ended;
      const statuses = () =>
        server.requests(/api\/(exam|question)\?|images/).map(({ status }) => status);
      await expect.poll(statuses).toContain(304);
      expect(statuses()).not.toContain(200);
      await untilAvailable(page);
    });
  });
}
