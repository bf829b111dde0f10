import { fault } from '#support/faults.ts';
import { type FaultyServer, startFaultyServer } from '#support/faulty-server.ts';
import {
  clearHttpCache,
  expect,
  savedLine,
  seeWholeExam,
  test,
  untilAvailable,
  untilControlled,
  untilReloaded,
} from '#support/offline-page.ts';
import { jumpTo } from '#support/runner-page.ts';
import { smallExam, smallExamPage } from '#support/small-exam.ts';
import { bankOf } from '#support/test-bank.ts';
import { svgBytes } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

const badConfigs = {
  'an error': fault.status(500),
  'a login page': fault.html(),
  'an empty object': fault.json({}),
  'an address of no use': fault.json({ apiUrl: 'ftp://elsewhere' }),
  'a cut connection': fault.drop(),
  'no answer': fault.hang(),
};

for (const [what, bad] of Object.entries(badConfigs)) {
  test(`with ${what} for config.json the last valid one serves`, async ({ page, server }) => {
    await page.goto('/');
    await untilControlled(page);
    // Now the worker has seen it too.
    await page.reload();
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    await clearHttpCache(page);
    server.faults.set('/config.json', bad);
    for (let launch = 0; launch < 2; launch += 1) {
      await page.goto('/exams/aws');
      await expect(page.getByRole('heading', { name: smallExam.name })).toBeVisible();
    }
    await page.goto(smallExamPage);
    await untilAvailable(page);
  });
}

/** The same ids as the small exam's and all its texts and pictures different. */
const foreignExam = {
  ...smallExam,
  questions: Object.fromEntries(
    Object.keys(smallExam.questions).map((id) => [
      id,
      {
        ...plainQuestion(`What is foreign ${id}? [img-1]`, { imageAlts: { 'img-1': 'Foreign' } }),
        pictures: { 'img-1.svg': svgBytes(id) },
      },
    ]),
  ),
};

const startForeign = () => startFaultyServer({ bank: bankOf(foreignExam) });
const apiOf = ({ address }: FaultyServer) => ({ apiUrl: address });

test('exams of the same name at two APIs are never mixed up', async ({ page, server, context }) => {
  const foreign = await startForeign();
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);

  server.site.configure(apiOf(foreign));
  await page.goto('/');
  await untilReloaded(page);
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await expect(page.getByText('On this device')).toBeHidden();
  await page.goto('/exams/aws');
  await expect(savedLine(page, smallExam.name)).toHaveText(/^Online only/);
  server.forgetRequests();
  await page.goto(smallExamPage);
  await expect(page.getByText('What is foreign question-01?')).toBeVisible();
  await untilAvailable(page);
  // But for what the page asks for early, before it knows of another API, and then drops.
  expect(server.requests(/^\/(api\/(?!providers$)|images\/)/)).toEqual([]);
  await page.goto('/');
  await expect(savedLine(page)).toHaveCount(1);

  await context.setOffline(true);
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await jumpTo(page, 12);
  await expect(page.getByText('What is foreign question-12?')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Foreign' })).toBeVisible();

  await context.setOffline(false);
  server.site.configure({ apiUrl: '/' });
  foreign.forgetRequests();
  await page.goto('/');
  await untilReloaded(page);
  await expect.poll(() => page.evaluate(readConfigCopy)).toBe('/');
  await context.setOffline(true);
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await seeWholeExam(page);
  // The last known API was asked early for the home screen's list.
  expect(foreign.requests(/^\/(?!api\/providers$)/)).toEqual([]);
  await foreign.close();
});

/** In the page: which API the copy of config.json names. */
const readConfigCopy = async () => {
  const copy = await caches.match('/config.json');
  return copy && ((await copy.json()) as { apiUrl: string }).apiUrl;
};

test('removing an exam at one API leaves its namesake at another', async ({ page, server }) => {
  const foreign = await startForeign();
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  server.site.configure(apiOf(foreign));
  await page.goto(smallExamPage);
  await untilReloaded(page);
  await expect(page.getByText('What is foreign question-01?')).toBeVisible();
  await untilAvailable(page);
  await page.goto('/');
  await page.getByRole('button', { name: `Remove: ${smallExam.name}` }).click();
  await expect(page.getByText('On this device')).toBeHidden();
  server.site.configure({ apiUrl: '/' });
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
  await foreign.close();
});
