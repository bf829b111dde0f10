import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import {
  clearHttpCache,
  countDownloads,
  expect,
  onceEach,
  readSaved,
  savedLine,
  test,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { jumpTo } from '#support/runner-page.ts';
import { smallExamAddresses, smallExamPage } from '#support/small-exam.ts';

/** Notes in each document when a text is first there, in milliseconds since its navigation. */
const timeTexts = (page: Page, ...texts: string[]) =>
  page.addInitScript((wanted) => {
    const times: Record<string, number> = {};
    Object.assign(globalThis, { times });
    const look = () => {
      const shown = document.body?.textContent ?? '';
      for (const text of wanted) if (shown.includes(text)) times[text] ??= performance.now();
    };
    new MutationObserver(look).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, texts);

const timeOf = (page: Page, text: string) =>
  page.evaluate(
    (wanted) => (globalThis as unknown as { times: Record<string, number> }).times[wanted],
    text,
  );

/** The best of three launches into the saved exam, in milliseconds until its question is there. */
const timeLaunch = async (page: Page) => {
  const times: number[] = [];
  for (let launch = 0; launch < 3; launch += 1) {
    await page.goto(smallExamPage);
    await expect(page.getByText('What is question 01?')).toBeVisible();
    times.push((await timeOf(page, 'What is question 01?')) ?? Number.POSITIVE_INFINITY);
  }
  return Math.min(...times);
};

test.describe('a network that accepts and never answers, which the browser takes for online', () => {
  test('keeps a saved question waiting for less than a second', async ({ page, server }) => {
    await page.goto(smallExamPage);
    await untilAvailable(page);
    await untilControlled(page);
    await timeTexts(page, 'What is question 01?');
    // What a busy machine takes for a launch with an answering network is not the dead one's doing.
    const answering = await timeLaunch(page);
    await clearHttpCache(page);
    server.faults.set('*', fault.hang());
    expect(await timeLaunch(page)).toBeLessThan(Math.max(1000, answering + 600));
    expect(await page.evaluate(() => navigator.onLine)).toBe(true);
    await untilAvailable(page);
    await jumpTo(page, 4);
    await expect(page.getByRole('img', { name: 'A gradient' })).toBeVisible();
    await jumpTo(page, 12);
    await expect(page.getByText('What is question 12?')).toBeVisible();
  });

  test('keeps lists waiting for no longer than their limit', async ({ page, server }) => {
    await page.goto('/');
    await untilControlled(page);
    await page.reload();
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    await page.goto('/exams/aws');
    await expect(page.getByRole('heading', { name: 'A Small Exam' })).toBeVisible();
    await timeTexts(page, 'Amazon Web Services', 'A Small Exam');
    await clearHttpCache(page);
    server.faults.set('*', fault.hang());
    const limit = 3000 + 300 + 1000;
    await page.goto('/');
    await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
    expect(await timeOf(page, 'Amazon Web Services')).toBeLessThan(limit);
    await page.goto('/exams/aws');
    await expect(page.getByRole('heading', { name: 'A Small Exam' })).toBeVisible();
    expect(await timeOf(page, 'A Small Exam')).toBeLessThan(limit);
  });
});

const lastAddress = smallExamAddresses.findLast((address) => address.startsWith('/api')) ?? '';

test('back online, an interrupted download goes on without a tap', async ({
  page,
  server,
  context,
}) => {
  server.faults.set(lastAddress, fault.hang());
  await page.goto(smallExamPage);
  await untilControlled(page);
  await expect.poll(async () => (await readSaved(page))[0]?.addresses.length).toBe(13);
  await context.setOffline(true);
  server.dropConnections();
  server.faults.clear();
  await expect(savedLine(page)).toHaveText(/^Partly saved: 11 of 12, resumes when you're online\./);
  // The browser may have had the question's answer after all, but then never its picture.
  const stored = (await readSaved(page))[0]?.addresses ?? [];
  const missing = smallExamAddresses.filter((address) => !stored.includes(address));
  server.forgetRequests();
  await context.setOffline(false);
  await untilAvailable(page);
  expect(missing.length).toBeGreaterThan(0);
  expect(countDownloads(server)).toEqual(onceEach(missing));
});

test('an interrupted download goes on from another screen, and is seen to end there', async ({
  page,
  server,
  context,
}) => {
  server.faults.set(lastAddress, fault.hang());
  await page.goto(smallExamPage);
  await untilControlled(page);
  await expect.poll(async () => (await readSaved(page))[0]?.addresses.length).toBe(13);
  await context.setOffline(true);
  await page.goto('/');
  await expect(savedLine(page, 'A Small Exam')).toHaveText(/^Partly saved: 11 of 12/);
  server.faults.clear();
  await context.setOffline(false);
  await untilAvailable(page, 'A Small Exam');
  await expect(page.getByText('A Small Exam is available offline')).toBeHidden();
});

test('a download tells of its end where the screen says nothing of it', async ({
  page,
  server,
}) => {
  const held = fault.hold();
  server.faults.set(lastAddress, held);
  await page.goto(smallExamPage);
  await untilControlled(page);
  await expect.poll(async () => (await readSaved(page))[0]?.addresses.length).toBe(13);
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Another Exam' })
    .getByText('Start', { exact: true })
    .click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  held.release();
  await expect(page.getByText('A Small Exam is available offline')).toBeVisible();
});

test('a server that returns without a word of the browser is noticed too', async ({
  page,
  server,
}) => {
  await page.clock.install();
  server.faults.set(lastAddress, fault.hang());
  await page.goto(smallExamPage);
  await untilControlled(page);
  await expect.poll(async () => (await readSaved(page))[0]?.addresses.length).toBe(13);
  await server.refuse();
  await page.reload();
  await expect(savedLine(page)).toHaveText(/^Partly saved: 11 of 12/);
  server.faults.clear();
  await server.accept();
  server.forgetRequests();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await expect
    .poll(async () => {
      await page.clock.fastForward(30_000);
      return savedLine(page).textContent();
    })
    .toMatch(/^Available offline/);
});

for (const [what, bad] of Object.entries({
  'an error': fault.status(503),
  'a login page': fault.html(),
})) {
  test(`with ${what} for the worker the app itself comes when the network is well`, async ({
    page,
    server,
    context,
  }) => {
    server.faults.set('/sw.js', bad);
    await page.goto(smallExamPage);
    await expect(savedLine(page)).toHaveText(
      /^(Partly saved: still saving the app|Can't be saved)/,
    );
    server.faults.clear();
    await context.setOffline(true);
    await context.setOffline(false);
    await untilAvailable(page);
    await server.refuse();
    await page.reload();
    await untilAvailable(page);
  });
}

test('going offline and coming back is told once, quietly', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: /Amazon/ })).toBeVisible();
  await context.setOffline(true);
  const notices = page.getByRole('status');
  await expect(notices.getByText('You are offline. Saved exams work as usual.')).toHaveCount(1);
  await context.setOffline(false);
  await expect(notices.getByText('Back online')).toHaveCount(1);
  await expect(notices.getByText('You are offline')).toHaveCount(0);
});
