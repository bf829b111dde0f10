import type { Page } from '@playwright/test';
import {
  clearHttpCache,
  countDownloads,
  expect,
  onceEach,
  outages,
  readSaved,
  savedLine,
  seeQuestion,
  seeWholeExam,
  test,
  untilAvailable,
  untilStored,
} from '#support/offline-page.ts';
import { smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';

const startFromHome = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Amazon Web Services' }).click();
  const card = page.getByRole('listitem').filter({ hasText: smallExam.name });
  await card.getByRole('link', { name: 'Start' }).click();
};

test('a started exam is asked for once, address by address, and then said to be there', async ({
  page,
  server,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  expect(countDownloads(server)).toEqual(onceEach(smallExamAddresses));
  const [saved, ...others] = await readSaved(page);
  expect(saved?.addresses).toEqual([...smallExamAddresses].sort());
  expect(others).toEqual([]);
});

for (const [outage, lose] of Object.entries(outages)) {
  test(`${outage}, an exam started on the first visit is whole after a reload`, async ({
    page,
    context,
    server,
  }) => {
    await page.goto(smallExamPage);
    await untilAvailable(page);
    await clearHttpCache(page);
    await lose(context, server);

    await page.reload();
    await seeWholeExam(page);
    await untilAvailable(page);
  });

  test(`${outage}, the last question works when only the first was looked at`, async ({
    page,
    context,
    server,
  }) => {
    await page.goto(smallExamPage);
    await expect(page.getByText('What is question 01?')).toBeVisible();
    await untilAvailable(page);
    await clearHttpCache(page);
    await lose(context, server);

    await seeQuestion(page, 12);
  });
}

test('a question of the page in the grid is at hand when it is wanted', async ({ page }) => {
  await page.addInitScript(() => {
    const read = new Set<string>();
    const match = Cache.prototype.match;
    Object.assign(globalThis, { read, isSilent: false });
    Cache.prototype.match = async function (request, options) {
      const found = await match.call(this, request, options);
      if ((globalThis as unknown as { isSilent: boolean }).isSilent) return new Promise(() => {});
      if (found) read.add(String(request));
      return found;
    };
  });
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await page.reload();
  await page.waitForFunction(
    (addresses) => {
      const { read } = globalThis as unknown as { read: Set<string> };
      return addresses.every((address) => read.has(new URL(address, location.origin).href));
    },
    smallExamAddresses.filter((address) => address.startsWith('/api/question?')),
  );
  await page.evaluate(() => Object.assign(globalThis, { isSilent: true }));
  await seeQuestion(page, 5);
  await page.keyboard.press('n');
  await expect(page.getByText('What is question 06?')).toBeVisible();
});

test('an exam saved from its card works offline without ever having been started', async ({
  page,
  server,
}) => {
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await untilAvailable(page, smallExam.name);
  await expect(savedLine(page, 'Another Exam')).toContainText('Online only');
  await clearHttpCache(page);
  await server.refuse();

  await page.goto(smallExamPage);
  await seeQuestion(page, 12);
});

test('offline, the list shows which exams can be practised now', async ({ page, context }) => {
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await untilAvailable(page, smallExam.name);
  const colourOf = (name: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('link', { name: 'Start' })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  const online = await colourOf('Another Exam');
  expect(online).toBe(await colourOf(smallExam.name));
  await context.setOffline(true);
  await expect.poll(() => colourOf('Another Exam')).not.toBe(online);
  expect(await colourOf(smallExam.name)).toBe(online);
});

test('after the browser was closed, every way in leads to the saved exam', async ({
  device,
  server,
}) => {
  const before = await device.open();
  await startFromHome(before.page);
  await untilAvailable(before.page);
  await untilStored(before.page, '/api/providers', '/api/exams?provider=aws');
  await clearHttpCache(before.page);
  await device.close();
  await server.refuse();

  const { context, page } = await device.open();
  await test.step('its own address', async () => {
    await page.goto(smallExamPage);
    await seeWholeExam(page);
  });
  await test.step('the lists, by taps from home in a new tab', async () => {
    const tab = await context.newPage();
    await startFromHome(tab);
    await seeQuestion(tab, 12);
    await untilAvailable(tab);
  });
});

test('home leads to saved exams when no list was ever seen', async ({ device, server }) => {
  const before = await device.open();
  await before.page.goto(smallExamPage);
  await untilAvailable(before.page);
  await clearHttpCache(before.page);
  await device.close();
  await server.refuse();

  const { page } = await device.open();
  await page.goto('/');
  const onThisDevice = page.getByRole('region', { name: 'On this device' });
  await onThisDevice.getByRole('link', { name: smallExam.name }).click();
  await seeWholeExam(page);
});
