import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import type { FaultyServer } from '#support/faulty-server.ts';
import {
  cardOf,
  clearHttpCache,
  countDownloads,
  expect,
  onceEach,
  openSaved,
  savedAddresses,
  savedLine,
  test,
  untilAvailable,
  untilControlled,
  untilStored,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo } from '#support/runner-page.ts';
import { otherExam, smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';

const FIRST = 'What is question 01?';

/** From the next page on, notes when a text first appears, in milliseconds since the navigation. */
const watchText = (page: Page, text: string) =>
  page.addInitScript((wanted) => {
    const look = () => {
      if (!document.body?.textContent?.includes(wanted)) return;
      Object.assign(globalThis, { seenAt: performance.now() });
      observer.disconnect();
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  }, text);

const readSeenAt = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seenAt: number }).seenAt);

/** The best of up to three launches into the saved exam, in milliseconds until its question is there. */
const timeLaunch = async (page: Page, limit: number) => {
  let best = Number.POSITIVE_INFINITY;
  for (let launch = 0; launch < 3 && best >= limit; launch += 1) {
    await page.goto(smallExamPage);
    await expect(page.getByText(FIRST)).toBeVisible();
    best = Math.min(best, await readSeenAt(page));
  }
  return best;
};

test('a silent network delays a saved question by less than a second', async ({ page, server }) => {
  await openSaved(page);
  await watchText(page, FIRST);
  // Compared with a healthy network, so that a busy machine does not fail the test.
  const answering = await timeLaunch(page, 400);
  await clearHttpCache(page);
  server.faults.set('*', fault.hang());
  const limit = Math.max(1000, answering + 600);
  expect(await timeLaunch(page, limit)).toBeLessThan(limit);
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await untilAvailable(page);
  await answer(page, 0);
  await goOn(page, 2, 12);
  await jumpTo(page, 4);
  await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
  await jumpTo(page, 12);
  await expect(page.getByText('What is question 12?')).toBeVisible();
});

test('a silent network delays lists no longer than their limit', async ({
  page,
  context,
  server,
}) => {
  await page.goto('/');
  await untilControlled(page);
  const other = await context.newPage();
  await watchText(page, 'Amazon Web Services');
  await watchText(other, smallExam.name);
  const timeLists = async () => {
    await Promise.all([page.goto('/'), other.goto('/exams/aws')]);
    await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
    await expect(other.getByRole('heading', { name: smallExam.name })).toBeVisible();
    return Math.max(await readSeenAt(page), await readSeenAt(other));
  };
  // Compared with a healthy network, so that a busy machine does not fail the test.
  const answering = await timeLists();
  await untilStored(page, '/config.json', '/api/providers', '/api/exams?provider=aws');
  await clearHttpCache(page);
  server.faults.set('*', fault.hang());
  expect(await timeLists()).toBeLessThan(3000 + 300 + Math.max(1000, 2 * answering));
});

const lastQuestion = smallExamAddresses.findLast((address) => address.startsWith('/api')) ?? '';

/** Starts the exam on a server that never sends the last question. */
const saveAllButLast = async (page: Page, server: FaultyServer) => {
  server.faults.set(lastQuestion, fault.hang());
  await page.goto(smallExamPage);
  await untilControlled(page);
  await expect.poll(async () => (await savedAddresses(page)).length).toBe(13);
};

test('an interrupted download resumes once online', async ({ page, server, context }) => {
  await saveAllButLast(page, server);
  await context.setOffline(true);
  server.dropConnections();
  server.faults.clear();
  await expect(savedLine(page)).toHaveText(/^Partly saved: 11 of 12, resumes when you’re online\./);
  // The question may have arrived after all, but then its image has not.
  const saved = await savedAddresses(page);
  const missing = smallExamAddresses.filter((address) => !saved.includes(address));
  server.forgetRequests();
  await context.setOffline(false);
  await untilAvailable(page);
  expect(missing.length).toBeGreaterThan(0);
  expect(countDownloads(server)).toEqual(onceEach(missing));
});

test('an interrupted download resumes on another screen', async ({ page, server, context }) => {
  await saveAllButLast(page, server);
  await context.setOffline(true);
  await page.goto('/');
  await expect(savedLine(page, smallExam.name)).toHaveText(/^Partly saved: 11 of 12/);
  server.faults.clear();
  await context.setOffline(false);
  await untilAvailable(page, smallExam.name);
  await expect(page.getByText('A Small Exam is available offline')).toBeHidden();
});

test('a toast reports a download that ended elsewhere', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set(lastQuestion, held);
  await page.goto(smallExamPage);
  await untilControlled(page);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await cardOf(page, otherExam.name).getByText('Start', { exact: true }).click();
  await expect(page.getByText(FIRST)).toBeVisible();
  held.release();
  await expect(page.getByText('A Small Exam is available offline')).toBeVisible();
});

test('notices that the server is back', async ({ page, server }) => {
  await page.clock.install();
  await saveAllButLast(page, server);
  await server.refuse();
  await page.reload();
  await expect(savedLine(page)).toHaveText(/^Partly saved: 11 of 12/);
  server.faults.clear();
  await server.accept();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.fastForward(30_000);
      return savedLine(page).textContent();
    })
    .toMatch(/^Available offline/);
});

test('going offline and coming back are each announced once', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Amazon/ })).toBeVisible();
  await context.setOffline(true);
  const notices = page.getByRole('status');
  await expect(notices.getByText('You are offline. Saved exams work as usual.')).toHaveCount(1);
  await context.setOffline(false);
  await expect(notices.getByText('Back online')).toHaveCount(1);
  await expect(notices.getByText('You are offline')).toHaveCount(0);
});
