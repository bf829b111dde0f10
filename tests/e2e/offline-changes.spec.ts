import { startChangingServer } from '#support/changing-server.ts';
import { fault } from '#support/faults.ts';
import {
  ageSavedExams,
  countDownloads,
  expect,
  test as offlineTest,
  onceEach,
  readSaved,
  savedLine,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo } from '#support/runner-page.ts';
import { bankOf, type TestExam } from '#support/test-bank.ts';
import { svgBytes } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

const NAME = 'A Changing Exam';
const examPage = '/exams/aws/A%20Changing%20Exam';
const ask = (id: string) =>
  `/api/question?provider=aws&examName=A%20Changing%20Exam&questionId=${id}`;

const examOf = (questions: TestExam['questions']): TestExam => ({
  id: 'changing',
  name: NAME,
  questions,
});

const one = plainQuestion('What is one?');
const two = {
  ...plainQuestion('What is two? [img-1]'),
  pictures: { 'img-1.svg': svgBytes('two') },
};
const three = plainQuestion('What is three?');
const four = plainQuestion('What is four?');
const first = bankOf(examOf({ one, two, three }));
/** The third has gone, a fourth and a fifth have come. */
const second = bankOf(examOf({ one, two, four, five: plainQuestion('What is five?') }));

type Changing = { changing: Awaited<ReturnType<typeof startChangingServer>> };

const test = offlineTest.extend<Changing>({
  changing: async ({ browserName: _ }, use) => {
    const server = await startChangingServer(first);
    await use(server);
    await server.close();
  },
  baseURL: async ({ changing }, use) => use(changing.address),
});

const generationsOf = async (page: Parameters<typeof readSaved>[0]) =>
  (await readSaved(page)).map(({ addresses }) => addresses);

const picture = '/images/aws/A%20Changing%20Exam/two/img-1.svg';

test('an exam that changes during its download ends in one generation, the new one', async ({
  page,
  changing,
  context,
}) => {
  const held = fault.hold();
  changing.faults.set(ask('three'), held);
  await page.goto(examPage);
  await changing.requestCount(ask('three'), 1);
  changing.publish(second);
  held.release();
  await untilAvailable(page);
  // The run that was begun keeps what it was begun with.
  await expect(page.getByText('Question 1 of 3', { exact: true })).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 3);
  await expect(page.getByText('What is two?')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await untilAvailable(page, NAME);
  const now = [...['one', 'two', 'four', 'five'].map(ask), picture].sort();
  await expect.poll(() => generationsOf(page)).toEqual([now]);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Start' }).click();
  await expect(page.getByText('Question 1 of 4', { exact: true })).toBeVisible();
  await jumpTo(page, 4);
  await expect(page.getByText('What is five?')).toBeVisible();
});

test('an exam that changes after its download is changed for the next run only', async ({
  page,
  changing,
  context,
}) => {
  await page.goto(examPage);
  await untilAvailable(page);
  await untilControlled(page);
  changing.publish(second);
  changing.forgetRequests();
  // A question of the new one hangs, so that the old one must serve all the while.
  const held = fault.hold();
  changing.faults.set(ask('five'), held);

  await page.reload();
  await expect(page.getByText('Question 1 of 3', { exact: true })).toBeVisible();
  await changing.requestCount(ask('five'), 1);
  await untilAvailable(page);
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
  held.release();
  const now = [...['one', 'two', 'four', 'five'].map(ask), picture].sort();
  await expect.poll(() => generationsOf(page)).toContainEqual(now);
  await jumpTo(page, 2);
  await expect(page.getByText('What is two?')).toBeVisible();
  await answer(page, 0);
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
  await expect(page.getByText('Question 3 of 3', { exact: true })).toBeVisible();
  expect(await generationsOf(page)).toHaveLength(2);

  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect.poll(() => generationsOf(page)).toEqual([now]);
  await untilAvailable(page, NAME);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Start' }).click();
  await expect(page.getByText('Question 1 of 4', { exact: true })).toBeVisible();
  await jumpTo(page, 3);
  await expect(page.getByText('What is four?')).toBeVisible();
});

test('a change that can not be had whole leaves the old exam whole', async ({
  page,
  changing,
  context,
}) => {
  await page.goto(examPage);
  await untilAvailable(page);
  await untilControlled(page);
  const saved = await readSaved(page);
  changing.publish(second);
  changing.faults.set(ask('five'), fault.status(404));
  await page.reload();
  await changing.requestCount(ask('five'), 1);
  await expect.poll(() => readSaved(page)).toEqual(saved);
  await context.setOffline(true);
  await page.reload();
  await untilAvailable(page);
  await expect(page.getByText('Question 1 of 3', { exact: true })).toBeVisible();
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
});

test('a second tab opens an exam at once while the first one keeps an older list', async ({
  page,
  changing,
  context,
}) => {
  await page.goto(examPage);
  await untilAvailable(page);
  changing.publish(second);
  await page.reload();
  await expect.poll(async () => (await readSaved(page)).length).toBe(2);
  await expect(page.getByText('Question 1 of 3', { exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto(examPage);
  await expect(other.getByText('Question 1 of 4', { exact: true })).toBeVisible();
  await context.setOffline(true);
  const third = await context.newPage();
  await third.goto(examPage);
  await expect(third.getByText('Question 1 of 4', { exact: true })).toBeVisible();
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
});

test('a refresh that was cut short goes on at the next launch', async ({ page, changing }) => {
  await page.goto(examPage);
  await untilAvailable(page);
  await untilControlled(page);
  changing.publish(second);
  const held = fault.hold();
  changing.faults.set(ask('five'), held);
  await page.reload();
  await changing.requestCount(ask('five'), 1);
  await expect.poll(async () => (await readSaved(page)).length).toBe(2);
  await page.goto('/config.json');
  changing.faults.clear();
  held.release();
  await page.goto('/');
  const now = [...['one', 'two', 'four', 'five'].map(ask), picture].sort();
  await expect.poll(() => generationsOf(page)).toEqual([now]);
  await untilAvailable(page, NAME);
});

test('an exam older than a day is refreshed whole, and what is unchanged costs no body', async ({
  page,
  changing,
  context,
}) => {
  await page.goto(examPage);
  await untilAvailable(page);
  await untilControlled(page);
  await ageSavedExams(page);
  changing.publish(bankOf(examOf({ one, two, three: plainQuestion('What is three now?') })));
  changing.forgetRequests();
  await page.goto('/');
  await expect
    .poll(() => changing.requests(/question|images/).map(({ url, status }) => [url, status]))
    .toEqual(
      expect.arrayContaining([
        [ask('one'), 304],
        [ask('two'), 304],
        [ask('three'), 200],
      ]),
    );
  await expect
    .poll(async () => (await readSaved(page)).map(({ generation }) => generation))
    .toEqual([2]);
  await untilAvailable(page, NAME);
  expect(countDownloads(changing)).toEqual(
    onceEach([...['one', 'two', 'three'].map(ask), picture]),
  );
  await context.setOffline(true);
  await page.goto(examPage);
  await jumpTo(page, 3);
  await expect(page.getByText('What is three now?')).toBeVisible();
  await expect(savedLine(page)).toHaveText(/^Available offline/);
});
