import { expect, expectBuild, test } from '#support/deploys.ts';
import { fault } from '#support/faults.ts';
import {
  builtSite,
  cardOf,
  clearHttpCache,
  countDownloads,
  onceEach,
  openSaved,
  savedAddresses,
  savedLine,
  saveFromCard,
  seeQuestion,
  seeWholeExam,
  untilAvailable,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo } from '#support/runner-page.ts';
import {
  otherExam,
  pictureFile,
  smallExam,
  smallExamAddresses,
  smallExamPage,
} from '#support/small-exam.ts';
import { evictCaches, evictDatabases, evictEntry, limitStorage } from '#support/storage-limits.ts';
import { bankOf } from '#support/test-bank.ts';
import { plainQuestion } from '#support/test-questions.ts';

const TOTAL = 12;

/** Twelve questions of some 30 kB each. */
const largeExam = {
  id: 'large',
  name: 'A Large Exam',
  questions: Object.fromEntries(
    Array.from({ length: TOTAL }, (_, index) => [
      `large-${index + 1}`,
      plainQuestion(`What is large question ${index + 1}?`, { explanation: 'So. '.repeat(7500) }),
    ]),
  ),
};

const largeAddresses = Object.keys(largeExam.questions).map(
  (id) => `/api/question?provider=aws&examName=A%20Large%20Exam&questionId=${id}`,
);

const serving = { site: builtSite, bank: bankOf(smallExam, otherExam, largeExam) };

test.use({ serving });

test('a full disk is reported and keeps what is saved', async ({ page, server }) => {
  await saveFromCard(page, otherExam.name);
  await untilAvailable(page, otherExam.name);
  const { lift } = await limitStorage(page, 150_000);

  await cardOf(page, largeExam.name).getByText('Start', { exact: true }).click();
  await expect(savedLine(page)).toHaveText(
    /^Partly saved: \d+ of 12, this device has no room left\. Remove another exam, then retry\./,
  );
  await answer(page, 0);
  await goOn(page, 2, TOTAL);
  await answer(page, 0);
  await jumpTo(page, TOTAL);
  await expect(page.getByText('What is large question 12?')).toBeVisible();
  const saved = await savedAddresses(page, largeExam.name);
  expect(saved.length).toBeGreaterThan(0);
  expect(saved.length).toBeLessThan(TOTAL);
  await expect(savedLine(page)).toContainText(`${saved.length} of 12`);

  await lift();
  server.forgetRequests();
  await page.getByRole('button', { name: `Retry: ${largeExam.name}` }).click();
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual(
    onceEach(largeAddresses.filter((address) => !saved.includes(address))),
  );
  await page.goto('/');
  await untilAvailable(page, largeExam.name);
  await page.getByRole('button', { name: /^On this device: 2 exams/ }).click();
  await untilAvailable(page, otherExam.name);
});

test('a full disk keeps the old worker and loads lists', async ({ page, server, deploy }) => {
  await openSaved(page);
  const { lift } = await limitStorage(page, 0);
  await deploy('two');
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const { installing } = registration;
    if (!installing) return registration.waiting ? 'waiting' : 'none';
    return new Promise((resolve) => {
      installing.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(state).toBe('redundant');

  // The first time this list is requested, so the worker has no room for a copy.
  await page.goto('/exams/aws');
  await expect(page.getByRole('heading', { name: largeExam.name })).toBeVisible();
  await server.refuse();
  await clearHttpCache(page);
  await page.goto(smallExamPage);
  await expectBuild(page, undefined);
  await untilAvailable(page);
  await seeQuestion(page, 4);

  await lift();
  await server.accept();
  await page.goto('/');
  await expectBuild(page, 'two');
  await untilAvailable(page, smallExam.name);
});

test('a first visit with a full disk works online', async ({ page }) => {
  await page.goto('/config.json');
  await limitStorage(page, 10_000);
  await page.goto('/exams/aws/Another%20Exam');
  await expect(savedLine(page)).toHaveText(/^Partly saved: /);
  await answer(page, 0);
  await goOn(page, 2, 3);
  await expect(page.getByRole('img', { name: 'Picture 1' })).toBeVisible();
});

test('evicted caches are noticed, and Start saves again', async ({ page, server }) => {
  await openSaved(page);
  await answer(page, 0);
  await evictCaches(page);
  await page.goto('/exams/aws');
  await expect(savedLine(page, smallExam.name)).toHaveText(
    /^(Saved once you start|Needs a connection)/,
  );
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  await expect(page.getByText('On this device')).toBeHidden();

  await page.goto(smallExamPage);
  await untilAvailable(page);
  await server.refuse();
  await clearHttpCache(page);
  await page.reload();
  await untilAvailable(page);
  await seeQuestion(page, 12);
});

test('evicted app files are noticed and saved again', async ({ page, server }) => {
  const ICON = '/icons/icon-192.png';
  const line = savedLine(page, smallExam.name);
  await openSaved(page);
  await evictCaches(page, '-precache-');
  const held = fault.hold(fault.status(503));
  server.faults.set(ICON, held);
  const requested = server.nextRequest(ICON);
  await page.goto('/');
  await requested;
  await expect(line).toContainText('Partly saved: still saving the app.');
  held.release();
  await (await requested).ended;
  await expect(line).toContainText('Partly saved: still saving the app.');

  server.faults.clear();
  // The app also tries again by itself, which may come before a tap on Retry.
  await page.reload();
  await untilAvailable(page, smallExam.name);
  await server.refuse();
  await clearHttpCache(page);
  await page.goto(smallExamPage);
  await untilAvailable(page);
});

test('evicted databases don’t cost a saved exam', async ({ page, server }) => {
  await openSaved(page);
  await answer(page, 0);
  // A screen that keeps no database open.
  await page.goto('/nowhere');
  await evictDatabases(page);
  server.forgetRequests();
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
  await server.refuse();
  await page.reload();
  await untilAvailable(page, smallExam.name);
  await page.getByRole('link', { name: new RegExp(`^${smallExam.name} aws`) }).click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  expect(countDownloads(server)).toEqual({});
});

test('missing images are noticed and fetched online', async ({ page, server, context }) => {
  const lost = ['question-04/img-1.png', 'question-12/img-1.png'].map(pictureFile);
  await openSaved(page);
  for (const address of lost) await evictEntry(page, address);
  await clearHttpCache(page);
  await context.setOffline(true);
  await page.reload();
  await expect(savedLine(page)).toHaveText(/^Partly saved: 10 of 12, resumes when you’re online\./);
  server.forgetRequests();
  await context.setOffline(false);
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual(onceEach(lost));
  expect(await savedAddresses(page)).toEqual([...smallExamAddresses].sort());

  await context.setOffline(true);
  await seeWholeExam(page);
});

test('saves an exam again at launch if its questions are gone', async ({ page, context }) => {
  await openSaved(page);
  await evictEntry(page, '/certdeck-document');
  await clearHttpCache(page);
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
  await context.setOffline(true);
  await page.goto(smallExamPage);
  await seeWholeExam(page);
});
