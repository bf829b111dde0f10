import { test as deploysTest, expect, expectBuild } from '#support/deploys.ts';
import { startFaultyServer } from '#support/faulty-server.ts';
import {
  builtSite,
  clearHttpCache,
  countDownloads,
  onceEach,
  readSaved,
  savedLine,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo, picturesSettled } from '#support/runner-page.ts';
import { otherExam, smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';
import { evictCaches, evictDatabases, evictEntry, limitStorage } from '#support/storage-limits.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const TOTAL = 12;

/** Twelve questions of some 30 kB each. */
const largeExam = {
  id: 'large',
  name: 'A Large Exam',
  questions: Object.fromEntries(
    Array.from({ length: TOTAL }, (_, place) => [
      `large-${place + 1}`,
      plainQuestion(`What is large question ${place + 1}?`, { explanation: 'So. '.repeat(7500) }),
    ]),
  ),
};

const largeAddresses = Object.keys(largeExam.questions).map(
  (id) => `/api/question?provider=aws&examName=A%20Large%20Exam&questionId=${id}`,
);

const test = deploysTest.extend({
  server: async ({ browserName: _ }, use) => {
    const bank = bankOf(smallExam, otherExam, largeExam);
    const server = await startFaultyServer({ site: builtSite, bank });
    await use(server);
    await server.close();
  },
});

test('a full disk is said, keeps what is there, and lets the exam go on', async ({
  page,
  server,
}) => {
  await page.goto('/exams/aws');
  await untilControlled(page);
  await page.getByRole('button', { name: 'Save offline: Another Exam' }).click();
  await untilAvailable(page, 'Another Exam');
  const { lift } = await limitStorage(page, 150_000);

  await page
    .getByRole('listitem')
    .filter({ hasText: 'A Large Exam' })
    .getByText('Start', { exact: true })
    .click();
  await expect(savedLine(page)).toHaveText(
    /^Partly saved: \d+ of 12, this device has no room left\. Remove another exam, then retry\./,
  );
  await expect(page.getByText('This device has no room left for the rest')).toBeHidden();
  for (let number = 1; number <= TOTAL; number += 1) {
    await expect(page.getByText(`What is large question ${number}?`)).toBeVisible();
    await answer(page, 0);
    if (number < TOTAL) await goOn(page, number + 1, TOTAL);
  }
  await expect(page.getByText(`Final Score: ${TOTAL}/${TOTAL} (100%)`)).toBeVisible();

  const kept = (await readSaved(page)).find(({ examId }) => examId === 'A Large Exam');
  expect(kept?.addresses.length).toBeGreaterThan(0);
  expect(kept?.addresses.length).toBeLessThan(TOTAL);
  await expect(savedLine(page)).toContainText(`${kept?.addresses.length} of 12`);

  await lift();
  server.forgetRequests();
  await page.getByRole('button', { name: 'Retry: A Large Exam' }).click();
  await untilAvailable(page);
  const missing = largeAddresses.filter((address) => !kept?.addresses.includes(address));
  expect(countDownloads(server)).toEqual(onceEach(missing));
  await page.goto('/');
  await untilAvailable(page, 'Another Exam');
  await untilAvailable(page, 'A Large Exam');
});

test('no room for even the first of an exam leaves nothing of it behind', async ({ page }) => {
  await page.goto('/exams/aws');
  await untilControlled(page);
  await limitStorage(page, 0);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'A Large Exam' })
    .getByText('Start', { exact: true })
    .click();
  await expect(savedLine(page)).toHaveText(/this device has no room left/);
  await expect(page.getByText('What is large question 1?')).toBeVisible();
  await answer(page, 0);
  await goOn(page, 2, TOTAL);
  await expect(page.getByText('What is large question 2?')).toBeVisible();
  expect(await readSaved(page)).toEqual([]);
});

test('a full disk in the worker keeps the old version whole, and lists still come', async ({
  page,
  server,
  deploy,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  const { lift } = await limitStorage(page, 0);
  await deploy('two');
  const failed = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (!installing) return registration.waiting ? 'waiting' : 'none';
    return new Promise((resolve) => {
      installing.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(await failed).toBe('redundant');

  // Never seen before, so the worker has no room to remember it.
  await page.goto('/exams/aws');
  await expect(page.getByRole('heading', { name: 'A Large Exam' })).toBeVisible();
  await server.refuse();
  await clearHttpCache(page);
  await page.goto(smallExamPage);
  await expectBuild(page, undefined);
  await untilAvailable(page);
  await jumpTo(page, 4);
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();

  await lift();
  await server.accept();
  await page.goto('/');
  await expectBuild(page, 'two');
  await untilAvailable(page, 'A Small Exam');
});

test('a first visit with a full disk works online and does not claim to be kept', async ({
  page,
}) => {
  await page.goto('/config.json');
  await limitStorage(page, 10_000);
  await page.goto('/exams/aws/Another%20Exam');
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await expect(savedLine(page)).toHaveText(/^Partly saved: /);
  await answer(page, 0);
  await goOn(page, 2, 3);
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
});

test('evicted caches are no longer said to be available, and come back by a start', async ({
  page,
  server,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await answer(page, 0);
  await evictCaches(page);
  await page.goto('/exams/aws');
  await expect(savedLine(page, 'A Small Exam')).toHaveText(/^Online only/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await expect(page.getByText('On this device')).toBeHidden();

  await page.goto(smallExamPage);
  await untilAvailable(page);
  await server.refuse();
  await clearHttpCache(page);
  await page.reload();
  await untilAvailable(page);
  await jumpTo(page, 12);
  await expect(page.getByText('What is question 12?')).toBeVisible();
});

test('an evicted shell makes nothing available until it is there again', async ({
  page,
  server,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await evictCaches(page, '-precache-');
  const { faults } = server;
  faults.set('/icons/icon-192.png', { kind: 'hang' });
  await page.goto('/');
  await expect(savedLine(page, 'A Small Exam')).toHaveText(
    'Partly saved: still saving the app.RetryRemove',
  );
  faults.clear();
  await page.goto('/');
  await untilAvailable(page, 'A Small Exam');
  await server.refuse();
  await clearHttpCache(page);
  await page.goto(smallExamPage);
  await untilAvailable(page);
});

test('a file of the app that never comes is given up, and asked for again with a tap', async ({
  page,
  server,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await evictCaches(page, '-precache-');
  server.forgetRequests();
  server.faults.set('/icons/icon-192.png', { kind: 'hang' });
  await page.goto('/');
  await expect(savedLine(page, 'A Small Exam')).toContainText('still saving the app');
  const isGivenUp = () => server.requests('/icons/icon-192.png')[0]?.aborted;
  await expect.poll(isGivenUp, { timeout: 40_000 }).toBe(true);
  server.faults.clear();
  await savedLine(page, 'A Small Exam').getByRole('button', { name: 'Retry' }).click();
  await untilAvailable(page, 'A Small Exam');
});

test('evicted databases cost no saved exam', async ({ page, server }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await answer(page, 0);
  // A screen that has no database open.
  await page.goto('/nowhere');
  await evictDatabases(page);
  server.forgetRequests();
  await page.goto('/');
  await untilAvailable(page, 'A Small Exam');
  await server.refuse();
  await page.reload();
  await untilAvailable(page, 'A Small Exam');
  await page.getByRole('link', { name: /^A Small Exam/ }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  expect(countDownloads(server)).toEqual({});
});

const picture = '/images/aws/A%20Small%20Exam/question-04/img-1.png';

test('a picture that went missing is noticed, and comes back when the network does', async ({
  page,
  server,
  context,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await evictEntry(page, picture);
  await clearHttpCache(page);
  await context.setOffline(true);
  await page.reload();
  await expect(savedLine(page)).toHaveText(/^Partly saved: 11 of 12, resumes when you're online\./);
  server.forgetRequests();
  await context.setOffline(false);
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual(onceEach([picture]));
  expect((await readSaved(page))[0]?.addresses).toEqual([...smallExamAddresses].sort());

  await context.setOffline(true);
  await jumpTo(page, 4);
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
  await picturesSettled(page);
  expect(await page.evaluate(() => document.images[0]?.naturalWidth)).toBe(16);
});

test('caches that can be listed and not read keep nobody from their own data', async ({ page }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await page.addInitScript(() => {
    caches.has = () => Promise.reject(new DOMException('No.', 'UnknownError'));
  });
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Amazon Web Services' })).toBeVisible();
  await page.getByRole('button', { name: 'Your progress data' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
});
