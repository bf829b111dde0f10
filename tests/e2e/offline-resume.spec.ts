import type { Page } from '@playwright/test';
import { crashTab, freezeTab } from '#support/device.ts';
import { fault } from '#support/faults.ts';
import {
  countDownloads,
  expect,
  hurry,
  onceEach,
  saveData,
  savedAddresses,
  savedLine,
  saveFromCard,
  seeQuestion,
  seeWholeExam,
  test,
  untilAvailable,
  WITH_BUNDLES,
} from '#support/offline-page.ts';
import { smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';

/** Questions 7 to 12. The image of the last one isn't known of before it. */
const laterHalf = /question-(0[7-9]|1[0-2])/;
const sooner = smallExamAddresses.filter((address) => !laterHalf.test(address)).sort();
const later = smallExamAddresses.filter((address) => laterHalf.test(address));

const untilHalfSaved = (page: Page) => expect.poll(() => savedAddresses(page)).toEqual(sooner);

const isImage = (address: string) => address.startsWith('/images/');

/** How many images the saved document names. */
const countNamedImages = (page: Page) =>
  page.evaluate(async () => {
    const entry = await caches.match('/certdeck-document');
    return ((await entry?.json()) as { images: unknown[] } | undefined)?.images.length ?? -1;
  });

/** Cancels a download, then removes what it has saved: while it runs there is only Cancel. */
const cancelAndRemove = async (page: Page) => {
  await page.getByRole('link', { name: smallExam.name, exact: true }).click();
  const shown = page.getByRole('dialog');
  const press = (name: string) =>
    shown.getByRole('button', { name: `${name}: ${smallExam.name}` }).click();
  await expect(shown.getByRole('button', { name: /^Remove/ })).toBeHidden();
  await press('Cancel');
  await expect(shown.getByText('the download was stopped').last()).toBeVisible();
  await press('Remove');
  await shown.getByRole('link', { name: 'Back to Exams' }).click();
};

const expectRemoved = async (page: Page) => {
  await expect(savedLine(page, smallExam.name)).toContainText('Saved once you start');
  expect(await savedAddresses(page)).toEqual([]);
};

for (const [what, hasBundles, address, stuck] of [
  ['single answers', false, laterHalf, fault.hang()],
  ['a bundle', true, '/api/exam', fault.stall(0.6)],
] as const) {
  test.describe(`from ${what}`, () => {
    if (hasBundles) test.use(WITH_BUNDLES);

    test('a launch after a kill requests only the rest', async ({ device, server }) => {
      server.faults.set(address, stuck);
      const before = await device.open();
      await saveData(before.context);
      await saveFromCard(before.page);
      await expect
        .poll(async () => (await savedAddresses(before.page)).length)
        .toBeGreaterThanOrEqual(hasBundles ? 6 : sooner.length);
      // An image counts once the document names it, which is put a moment later.
      await expect
        .poll(() => countNamedImages(before.page))
        .toBeGreaterThanOrEqual(hasBundles ? 0 : sooner.filter(isImage).length);
      const saved = await savedAddresses(before.page);
      await device.kill();
      server.dropConnections();
      server.faults.clear();
      server.forgetRequests();

      const { page } = await device.open();
      await page.goto('/');
      await untilAvailable(page, smallExam.name);
      const counts = countDownloads(server);
      expect(Object.keys(counts).filter((asked) => saved.includes(asked))).toEqual([]);
      expect(counts).toEqual(onceEach(hasBundles ? Object.keys(counts) : later));
      await server.refuse();
      await page.goto(smallExamPage);
      await seeWholeExam(page);
    });
  });
}

test('two tabs that start an exam share each request', async ({ page, context, server }) => {
  const held = fault.hold();
  server.faults.set(laterHalf, held);
  const other = await context.newPage();
  await Promise.all([page.goto(smallExamPage), other.goto(smallExamPage)]);
  for (const tab of [page, other]) await seeQuestion(tab, 1);
  await untilHalfSaved(page);

  held.release();
  for (const tab of [page, other]) await untilAvailable(tab);
  expect(countDownloads(server)).toEqual(onceEach(smallExamAddresses));
  expect(await savedAddresses(page)).toEqual([...smallExamAddresses].sort());
});

test('another tab takes over when the downloading one crashes', async ({
  page,
  context,
  server,
}) => {
  server.faults.set(laterHalf, fault.hang());
  await page.goto(smallExamPage);
  await untilHalfSaved(page);
  const other = await context.newPage();
  await other.goto(smallExamPage);
  await seeQuestion(other, 1);
  server.faults.clear();
  server.forgetRequests();

  await crashTab(page);
  await untilAvailable(other);
  expect(countDownloads(server)).toEqual(onceEach(later));
});

test('another tab installs when the installing one crashes', async ({ page, context, server }) => {
  const held = fault.hold();
  server.faults.set('/icons/icon-192.png', held);
  await page.goto(smallExamPage);
  await server.requestCount('/icons/icon-192.png', 1);
  const other = await context.newPage();
  await hurry(other);
  await other.goto(smallExamPage);
  await seeQuestion(other, 1);
  await crashTab(page);
  held.release();
  await untilAvailable(other);
});

test('a tab frozen in a download doesn’t block another one', async ({ page, context, server }) => {
  server.faults.set('/api/question', fault.hang());
  const frozen = await context.newPage();
  await frozen.goto(smallExamPage);
  await server.requestCount('/api/question', 1);
  await freezeTab(frozen);
  server.faults.clear();

  await hurry(page);
  await page.goto(smallExamPage);
  await seeQuestion(page, 1);
  // The other tab counts as frozen after a minute of silence, six seconds here.
  await expect(savedLine(page)).toContainText('Available offline', { timeout: 60_000 });
});

test('an exam removed in another tab midway stays away', async ({ page, context, server }) => {
  await saveData(context);
  const held = fault.hold();
  server.faults.set(laterHalf, held);
  await page.goto(smallExamPage);
  await untilHalfSaved(page);
  const other = await context.newPage();
  await other.goto('/exams/aws');
  await cancelAndRemove(other);
  await expectRemoved(other);
  await expect(savedLine(page)).toContainText('Not saved yet');

  held.release();
  await seeQuestion(page, 12);
  await seeQuestion(page, 3);
  expect(await savedAddresses(page)).toEqual([]);
  server.forgetRequests();
  for (const tab of [page, other]) {
    await tab.goto('/exams/aws');
    await expectRemoved(tab);
  }
  expect(countDownloads(server)).toEqual({});
});

test('a download is canceled early, and removed halfway', async ({ page, server }) => {
  // The list may ask for the exam ahead of a tap; the download shares that request.
  const held = fault.hold();
  server.faults.set('/api/questions', held);
  await page.goto('/exams/aws');
  await page.getByRole('link', { name: smallExam.name, exact: true }).click();
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await expect(page.getByRole('dialog').getByText('Saving…').last()).toBeVisible();
  await page.getByRole('button', { name: `Cancel: ${smallExam.name}` }).click();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expectRemoved(page);

  server.faults.clear();
  held.release();
  server.faults.set(laterHalf, fault.hang());
  await saveFromCard(page);
  await expect(savedLine(page, smallExam.name)).toContainText('Saving 6 of 12');
  await cancelAndRemove(page);
  await expectRemoved(page);
  await page.reload();
  await expectRemoved(page);
});
