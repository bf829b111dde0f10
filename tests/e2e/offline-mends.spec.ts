import type { Page } from '@playwright/test';
import { withoutValidators } from '#support/bundles.ts';
import { startChangingServer } from '#support/changing-server.ts';
import { fault } from '#support/faults.ts';
import {
  clearHttpCache,
  expect,
  test as offlineTest,
  readSaved,
  readStored,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo } from '#support/runner-page.ts';
import { bankOf, type TestExam } from '#support/test-bank.ts';
import { svgBytes } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

const examPage = '/exams/aws/A%20Mended%20Exam';
const LIST = '/api/questions';
const ask = (id: string) =>
  `/api/question?provider=aws&examName=A%20Mended%20Exam&questionId=${id}`;

const questions: TestExam['questions'] = {
  one: plainQuestion('What is one?'),
  two: { ...plainQuestion('What is two? [img-1]'), pictures: { 'img-1.svg': svgBytes('two') } },
  three: plainQuestion('What is three?'),
};
const examOf = (mended: TestExam['questions'] = {}) =>
  bankOf({ id: 'mended', name: 'A Mended Exam', questions: { ...questions, ...mended } });

/** The right option is another one now. */
const mendedOne = plainQuestion('What is one, then?', { answers: ['wrong'] });
const mendedThree = plainQuestion('What is three, then?');

type Mended = { server: Awaited<ReturnType<typeof startChangingServer>> };

const testOn = (options: Parameters<typeof startChangingServer>[1]) =>
  offlineTest.extend<{ changing: Mended['server'] }>({
    changing: async ({ browserName: _ }, use) => {
      const changing = await startChangingServer(examOf(), options);
      await use(changing);
      await changing.close();
    },
    baseURL: async ({ changing }, use) => use(changing.address),
  });

const enter = async (page: Page) => {
  await page.goto(examPage);
  await untilAvailable(page);
  await untilControlled(page);
  await clearHttpCache(page);
};

for (const [what, options] of Object.entries({
  'by single answers': {},
  'by one answer for the exam': { bundles: true },
})) {
  const test = testOn(options);

  test(`${what}, what an author mends is there at once where it was not answered`, async ({
    page,
    changing,
    context,
  }) => {
    await enter(page);
    const held = fault.hold();
    changing.publish(examOf({ one: mendedOne, three: mendedThree }));
    changing.faults.set(/api\/(exam|questions)\?/, held);
    await page.reload();
    await expect(page.getByText('What is one?')).toBeVisible();
    await answer(page, 0);
    await expect(page.getByText('Score: 1/1', { exact: true })).toBeVisible();
    changing.faults.clear();
    held.release();
    await expect.poll(async () => (await readSaved(page)).map((g) => g.generation)).toContain(2);
    await goOn(page, 2, 3);
    await expect(page.getByText('What is two?')).toBeVisible();
    await expect
      .poll(async () => {
        await jumpTo(page, 2);
        await jumpTo(page, 3);
        return page.getByText('What is three, then?').isVisible();
      })
      .toBe(true);
    // What was answered stays as it was answered, in this run.
    await jumpTo(page, 1);
    await expect(page.getByText('What is one?')).toBeVisible();
    await expect(page.getByText('Score: 1/1', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Back to Exams' }).click();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Start' }).click();
    await expect(page.getByText('What is one, then?')).toBeVisible();
    await untilAvailable(page);
    await expect
      .poll(async () => (await readSaved(page)).map(({ generation }) => generation))
      .toEqual([2]);
  });

  test(`${what}, a question on screen is mended before it is answered`, async ({
    page,
    changing,
  }) => {
    await enter(page);
    changing.publish(examOf({ one: mendedOne }));
    await page.reload();
    await expect(page.getByText('What is one, then?')).toBeVisible();
    await answer(page, 1);
    await expect(page.getByText('Score: 1/1', { exact: true })).toBeVisible();
  });

  test(`${what}, an exam that has not changed is neither sent nor stored again`, async ({
    page,
    changing,
  }) => {
    await enter(page);
    if (what.includes('exam')) {
      await page.reload();
      await untilAvailable(page);
    }
    const saved = await readSaved(page);
    changing.forgetRequests();
    const asked = changing.nextRequest(/api\/exam\?/);
    await page.addInitScript(() => {
      const puts: string[] = [];
      Object.assign(globalThis, { puts });
      const put = Cache.prototype.put;
      Cache.prototype.put = function (request, response) {
        puts.push(`${request}`);
        return put.call(this, request, response);
      };
    });
    await page.reload();
    await untilAvailable(page);
    await (await asked).ended;
    const bodies = () =>
      changing
        .requests(/api\/(exam|questions?)\?|images/)
        .map(({ url, status }) => [url.replace(/\?.*Id=/, ' '), status]);
    const expected = what.includes('exam')
      ? [['/api/exam mended', 304]]
      : [...['one', 'two', 'three'].map((id) => [`/api/question ${id}`, 304])];
    await expect
      .poll(bodies)
      .toEqual(expect.arrayContaining(expected.map(([, status]) => [expect.any(String), status])));
    expect(
      bodies().filter(([url, status]) => status === 200 && /question |images/.test(`${url}`)),
    ).toEqual([]);
    expect(await readSaved(page)).toEqual(saved);
    expect(await page.evaluate(() => (globalThis as unknown as { puts: string[] }).puts)).toEqual(
      [],
    );
  });
}

const test = testOn({ adapt: withoutValidators });

test('without validators, a question is asked about while it is shown, and nothing else', async ({
  page,
  changing,
  context,
}) => {
  await enter(page);
  const newPicture = svgBytes('two anew');
  changing.publish(
    examOf({
      one: mendedOne,
      two: { ...plainQuestion('What is two? [img-1]'), pictures: { 'img-1.svg': newPicture } },
      three: mendedThree,
    }),
  );
  changing.forgetRequests();
  await page.reload();
  await expect(page.getByText('What is one, then?')).toBeVisible();
  await jumpTo(page, 2);
  const picture = '/images/aws/A%20Mended%20Exam/two/img-1.svg';
  await expect.poll(() => readStored(page, picture)).toEqual(newPicture);
  expect(changing.requests(ask('three'))).toEqual([]);
  expect(changing.requests(LIST).length).toBeLessThanOrEqual(1);
  await context.setOffline(true);
  await page.reload();
  await untilAvailable(page);
  await expect(page.getByText('What is one, then?')).toBeVisible();
  await jumpTo(page, 3);
  await expect(page.getByText('What is three?')).toBeVisible();
});

test('a network that never answers is not felt in a saved exam', async ({ page, changing }) => {
  await enter(page);
  changing.faults.set('*', fault.hang());
  await page.reload();
  await expect(page.getByText('What is one?')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 3);
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
  await untilAvailable(page);
});
