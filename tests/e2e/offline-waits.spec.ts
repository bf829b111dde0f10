import { fault } from '#support/faults.ts';
import {
  expect,
  holdLocks,
  hurry,
  savedLine,
  test,
  untilAvailable,
} from '#support/offline-page.ts';
import { answer, goOn } from '#support/runner-page.ts';
import { questionCall, smallExamPage } from '#support/small-exam.ts';

const FAILED = 'This question could not be loaded';
const WAITING = 'Waiting for the server to send this question…';

test('a question that does not come is said to be waited for, and given up in time', async ({
  page,
  server,
}) => {
  await page.clock.install();
  server.faults.set('/api/question', fault.hang());
  await page.goto(smallExamPage);
  await expect(page.getByRole('status', { name: 'Loading question' })).toBeVisible();
  await expect(page.getByText(WAITING)).toBeHidden();
  await page.clock.runFor(6000);
  await expect(page.getByText(WAITING)).toBeVisible();
  server.faults.clear();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible({ timeout: 12_000 });
});

test('a question’s wait does not begin after another tab’s', async ({ page, context, server }) => {
  server.faults.set('/api/question', fault.hang());
  await page.goto(smallExamPage);
  await server.requestCount('/api/question', 4);
  const other = await context.newPage();
  await hurry(other);
  await other.goto(smallExamPage);
  await expect(other.getByText(FAILED)).toBeVisible({ timeout: 8000 });
});

test('an exam comes by itself when only the server was away', async ({ page, server }) => {
  await page.goto('/exams/aws');
  await page.getByRole('heading', { name: 'A Small Exam' }).waitFor();
  server.faults.set('/api/questions', fault.status(503));
  await page.goto(smallExamPage);
  await expect(page.getByText('This exam could not be loaded')).toBeVisible();
  server.faults.clear();
  await expect(page.getByText('What is question 01?')).toBeVisible({ timeout: 15_000 });
});

test('an exam is practiced online where the device never answers what it has stored', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const hang = () => new Promise<never>(() => undefined);
    Object.assign(CacheStorage.prototype, { keys: hang, open: hang, has: hang, match: hang });
    Object.assign(LockManager.prototype, { request: hang, query: hang });
    Object.assign(IDBFactory.prototype, { open: () => ({}) });
  });
  await page.goto(smallExamPage);
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, 12);
});

test('what a suspended tab holds stops neither the question on screen nor the download', async ({
  page,
  context,
  server,
}) => {
  await page.clock.install();
  const suspended = await context.newPage();
  await suspended.goto('/config.json');
  const exam = [server.address, 'aws', 'A Small Exam'].map(encodeURIComponent).join('/');
  await holdLocks(suspended, [
    `certdeck/open/certdeck/exam/${exam}`,
    `certdeck/run/certdeck/exam/${exam}`,
    `certdeck/download/certdeck/exam/${exam}`,
    `certdeck/address/${server.address}${questionCall('01')}`,
    'certdeck/screen',
  ]);
  await page.goto(smallExamPage);
  await expect
    .poll(
      async () => {
        await page.clock.runFor(1000);
        return page.getByText('What is question 01?').isVisible();
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(20_000);
        return savedLine(page).textContent();
      },
      { timeout: 30_000 },
    )
    .toMatch(/^Available offline/);
  await untilAvailable(page);
});
