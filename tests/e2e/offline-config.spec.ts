import { fault } from '#support/faults.ts';
import { startFaultyServer } from '#support/faulty-server.ts';
import {
  clearHttpCache,
  expect,
  openSaved,
  savedLine,
  seeWholeExam,
  test,
  untilAvailable,
  untilReloaded,
  untilStored,
} from '#support/offline-page.ts';
import { jumpTo } from '#support/runner-page.ts';
import { smallExam, smallExamPage } from '#support/small-exam.ts';
import { bankOf } from '#support/test-bank.ts';
import { svgBytes } from '#support/test-images.ts';
import { plainQuestion } from '#support/test-questions.ts';

test('the last valid config.json serves whatever goes wrong', async ({ page, server }) => {
  await openSaved(page);
  await page.reload();
  await untilStored(page, '/config.json');
  for (const [what, bad] of Object.entries({
    'an error': fault.status(500),
    'a login page': fault.html(),
    'an empty object': fault.json({}),
    'an unusable address': fault.json({ apiUrl: 'ftp://elsewhere' }),
    'a dropped connection': fault.drop(),
    'no answer': fault.hang(),
  })) {
    await test.step(what, async () => {
      await clearHttpCache(page);
      server.faults.set('/config.json', bad);
      await page.goto('/exams/aws');
      await expect(page.getByRole('heading', { name: smallExam.name })).toBeVisible();
      await untilAvailable(page, smallExam.name);
    });
  }
});

/** Has the ids of the small exam, with other texts and images. */
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

/** In the page: the API that the stored copy of config.json names. */
const readStoredApi = async () => {
  const copy = await caches.match('/config.json');
  return copy && ((await copy.json()) as { apiUrl: string }).apiUrl;
};

test('exams of one name at two APIs never mix', async ({ page, server, context }) => {
  const foreign = await startFaultyServer({ bank: bankOf(foreignExam) });
  const switchTo = async (apiUrl: string) => {
    server.site.configure({ apiUrl });
    await page.goto('/');
    await untilReloaded(page);
    await expect.poll(() => page.evaluate(readStoredApi)).toBe(apiUrl);
  };
  await openSaved(page);

  await switchTo(foreign.address);
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  await expect(page.getByText('On this device')).toBeHidden();
  await page.goto('/exams/aws');
  await expect(savedLine(page, smallExam.name)).toHaveText(
    /^(Saved once you start|Needs a connection)/,
  );
  server.forgetRequests();
  await page.goto(smallExamPage);
  await expect(page.getByText('What is foreign question-01?')).toBeVisible();
  await untilAvailable(page);
  // Only the providers, which the page requests before it knows its API.
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
  await page.goto('/');
  await page.getByRole('button', { name: `Remove: ${smallExam.name}` }).click();
  await expect(page.getByText('On this device')).toBeHidden();
  foreign.forgetRequests();
  await switchTo('/');
  await context.setOffline(true);
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await seeWholeExam(page);
  // The providers again, of the API known last.
  expect(foreign.requests(/^\/(?!api\/providers$)/)).toEqual([]);
  await foreign.close();
});
