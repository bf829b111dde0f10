import type { Page } from '@playwright/test';
import { crashTab } from '#support/device.ts';
import { fault } from '#support/faults.ts';
import {
  countDownloads,
  expect,
  holdLocks,
  onceEach,
  readSaved,
  saveData,
  savedLine,
  seeQuestion,
  seeWholeExam,
  test,
  untilAvailable,
} from '#support/offline-page.ts';
import { smallExam, smallExamAddresses, smallExamPage } from '#support/small-exam.ts';

/** Questions 7 to 12; until they come, the pictures of the last one are not known of. */
const laterHalf = /question-(0[7-9]|1[0-2])/;
const sooner = smallExamAddresses.filter((address) => !laterHalf.test(address)).sort();
const later = smallExamAddresses.filter((address) => laterHalf.test(address));

const untilHalfSaved = (page: Page) =>
  expect.poll(async () => (await readSaved(page))[0]?.addresses).toEqual(sooner);

const removeButton = (page: Page) =>
  page.getByRole('button', { name: `Remove: ${smallExam.name}` });

test('after the browser was killed in mid-download, its next start fetches only the rest', async ({
  device,
  server,
}) => {
  server.faults.set(laterHalf, fault.hang());
  const before = await device.open();
  await before.page.goto(smallExamPage);
  await untilHalfSaved(before.page);
  await device.kill();
  server.dropConnections();
  server.faults.clear();
  server.forgetRequests();

  const { page } = await device.open();
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
  expect(countDownloads(server)).toEqual(onceEach(later));
  await server.refuse();
  await page.goto(smallExamPage);
  await seeWholeExam(page);
});

test('two tabs that start one exam ask for each address once', async ({
  page,
  context,
  server,
}) => {
  const held = fault.hold();
  server.faults.set(laterHalf, held);
  const other = await context.newPage();
  await Promise.all([page.goto(smallExamPage), other.goto(smallExamPage)]);
  for (const tab of [page, other]) await seeQuestion(tab, 1);
  await untilHalfSaved(page);

  held.release();
  for (const tab of [page, other]) await untilAvailable(tab);
  expect(countDownloads(server)).toEqual(onceEach(smallExamAddresses));
  const saved = await readSaved(page);
  expect(saved.map(({ addresses }) => addresses)).toEqual([[...smallExamAddresses].sort()]);
});

test('when the tab that downloads crashes, the other one goes on', async ({
  page,
  context,
  server,
}) => {
  server.faults.set(laterHalf, fault.hang());
  await page.goto(smallExamPage);
  await untilHalfSaved(page);
  const other = await context.newPage();
  await other.goto(smallExamPage);
  const queuing = () =>
    other.evaluate(async () => {
      const { pending = [] } = await navigator.locks.query();
      return pending.filter(({ name }) => name?.startsWith('certdeck/download/')).length;
    });
  await expect.poll(queuing).toBe(1);
  server.faults.clear();
  server.forgetRequests();

  await crashTab(page);
  await untilAvailable(other);
  expect(countDownloads(server)).toEqual(onceEach(later));
});

test('when the tab that installs the app crashes, the other one has it installed', async ({
  page,
  context,
  server,
}) => {
  const held = fault.hold();
  server.faults.set('/icons/icon-192.png', held);
  await page.goto(smallExamPage);
  await server.requestCount('/icons/icon-192.png', 1);
  const other = await context.newPage();
  await other.goto(smallExamPage);
  await seeQuestion(other, 1);
  await crashTab(page);
  held.release();
  await untilAvailable(other);
});

test('an exam removed in mid-download, from another tab too, leaves nothing and stays away', async ({
  page,
  context,
  server,
}) => {
  await saveData(context);
  const held = fault.hold();
  server.faults.set(laterHalf, held);
  await page.goto(smallExamPage);
  await untilHalfSaved(page);
  const other = await context.newPage();
  await other.goto('/exams/aws');
  await removeButton(other).click();
  await expect(savedLine(other, smallExam.name)).toContainText('Online only');
  await expect(savedLine(page)).toContainText('Online only');

  held.release();
  await seeQuestion(page, 12);
  await seeQuestion(page, 3);
  expect(await readSaved(page)).toEqual([]);
  server.forgetRequests();
  for (const tab of [page, other]) {
    await tab.goto('/exams/aws');
    await expect(savedLine(tab, smallExam.name)).toContainText('Online only');
  }
  expect(countDownloads(server)).toEqual({});
  expect(await readSaved(page)).toEqual([]);
});

test('a download is removed from its card with one tap', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set(laterHalf, held);
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await expect(savedLine(page, smallExam.name)).toContainText('Saving 6 of 12');
  await removeButton(page).click();
  await expect(savedLine(page, smallExam.name)).toContainText('Online only');

  held.release();
  await page.reload();
  await expect(savedLine(page, smallExam.name)).toContainText('Online only');
  expect(await readSaved(page)).toEqual([]);
});

test('an exam that is said to be removed is, however soon the page is left', async ({
  page,
  server,
}) => {
  server.faults.set(laterHalf, fault.hang());
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await expect(savedLine(page, smallExam.name)).toContainText('Saving 6 of 12');
  const exam = [server.address, 'aws', smallExam.name].map(encodeURIComponent).join('/');
  await holdLocks(page, [`certdeck/open/certdeck/exam/${exam}`]);
  await removeButton(page).click();
  await expect(savedLine(page, smallExam.name)).toContainText('Online only');
  expect(await readSaved(page)).toEqual([]);
});

test('Save answers at once, and can be taken back, before the server has said a word', async ({
  page,
  server,
}) => {
  server.faults.set('/api/questions', fault.hang());
  await page.goto('/exams/aws');
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await expect(savedLine(page, smallExam.name)).toContainText('Saving…');
  await page.getByRole('button', { name: `Cancel: ${smallExam.name}` }).click();
  await expect(savedLine(page, smallExam.name)).toContainText('Online only');
  expect(await readSaved(page)).toEqual([]);
});

test('an exam removed while a run of it asks for its list does not come back', async ({
  page,
  context,
  server,
}) => {
  server.faults.set(laterHalf, fault.status(404));
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText('Partly saved');
  const held = fault.hold();
  server.faults.set('/api/questions', held);
  const asked = server.nextRequest('/api/questions');
  await page.reload();
  await seeQuestion(page, 1);
  const other = await context.newPage();
  await other.goto('/exams/aws');
  await removeButton(other).click();
  await expect(savedLine(page)).toContainText('Online only');

  server.faults.clear();
  held.release();
  await (await asked).ended;
  await seeQuestion(page, 8);
  expect(await readSaved(page)).toEqual([]);
});
