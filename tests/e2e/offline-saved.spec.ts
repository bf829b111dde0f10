import { type Fault, fault } from '#support/faults.ts';
import {
  cardOf,
  clearHttpCache,
  countDownloads,
  expect,
  onceEach,
  outages,
  saveData,
  savedAddresses,
  savedLine,
  saveFromCard,
  seeQuestion,
  seeWholeExam,
  startFromHome,
  test,
  untilAvailable,
  untilStored,
  WITH_BUNDLES,
} from '#support/offline-page.ts';
import {
  otherExam,
  questionCall,
  smallExam,
  smallExamAddresses,
  smallExamPage,
} from '#support/small-exam.ts';

const BUNDLE = '/api/exam';

test.use(WITH_BUNDLES);

/** For each kind of bundle, what is requested one by one. */
const bundles: Record<string, { broken?: Fault; requested: string[] }> = {
  'a bundle': { requested: [] },
  'no bundle': { broken: fault.status(404), requested: smallExamAddresses },
  'a login page for a bundle': { broken: fault.html(), requested: smallExamAddresses },
  'a bundle that is cut off': { broken: fault.half(0.6), requested: smallExamAddresses },
};

for (const [what, { broken, requested }] of Object.entries(bundles)) {
  test(`with ${what}, an exam saved from its card is whole`, async ({ page, context, server }) => {
    await saveData(context);
    if (broken) server.faults.set(BUNDLE, broken);
    await saveFromCard(page);
    await untilAvailable(page, smallExam.name);
    expect(await savedAddresses(page)).toEqual([...smallExamAddresses].sort());
    expect(countDownloads(server)).toEqual(onceEach(requested));

    await clearHttpCache(page);
    await server.refuse();
    const tab = await context.newPage();
    await tab.goto(smallExamPage);
    await seeWholeExam(tab);
    await untilAvailable(tab);
  });
}

for (const [outage, lose] of Object.entries(outages)) {
  test(`${outage}, a started exam is whole, also after a reload`, async ({
    page,
    context,
    server,
  }) => {
    await page.goto(smallExamPage);
    await seeQuestion(page, 1);
    await untilAvailable(page);
    const requested = Object.keys(countDownloads(server));
    expect(requested.filter((address) => address !== questionCall('01'))).toEqual([]);
    await clearHttpCache(page);
    await lose(context, server);

    await seeQuestion(page, 12);
    await page.reload();
    await seeWholeExam(page);
    await untilAvailable(page);
  });
}

test('a list that is opened offline begins with what is saved', async ({ page, context }) => {
  await saveFromCard(page, otherExam.name);
  const names = page.getByRole('listitem').getByRole('heading');
  await expect(names).toHaveText([smallExam.name, otherExam.name]);
  await context.setOffline(true);
  // A browser hears of its network a moment later, and a page goes by what it hears as it opens.
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.reload();
  await expect(names).toHaveText([otherExam.name, smallExam.name]);
  await expect(cardOf(page, smallExam.name)).toContainText('Needs a connection');
});

test('the question on screen doesn’t wait for the bundle', async ({ page, server }) => {
  const held = fault.hold();
  server.faults.set(BUNDLE, held);
  await page.goto(smallExamPage);
  await seeQuestion(page, 1);
  await seeQuestion(page, 12);
  held.release();
  await untilAvailable(page);
});

test('every way into a saved exam works after a restart', async ({ device, server }) => {
  const before = await device.open();
  await startFromHome(before.page);
  await untilAvailable(before.page);
  await untilStored(before.page, '/api/providers', '/api/exams?provider=aws');
  await clearHttpCache(before.page);
  await device.close();
  await server.refuse();

  const { context, page } = await device.open();
  await page.goto(smallExamPage);
  await seeWholeExam(page);
  const tab = await context.newPage();
  await startFromHome(tab);
  await seeQuestion(tab, 12);
  await untilAvailable(tab);
});

test('home leads to saved exams even if no list was ever seen', async ({ page, server }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await clearHttpCache(page);
  await server.refuse();
  await page.goto('/');
  const onThisDevice = page.getByRole('region', { name: 'On this device' });
  await onThisDevice.getByRole('link', { name: smallExam.name }).click();
  await seeWholeExam(page);
});

test('offline, the list tells saved exams from the others', async ({ page, context }) => {
  await saveFromCard(page);
  await untilAvailable(page, smallExam.name);
  await expect(savedLine(page, otherExam.name)).toHaveText('Saved once you start');
  const practice = (examName: string) =>
    cardOf(page, examName).getByRole('link', { name: /^Practice/ });
  await expect(practice(otherExam.name)).toBeVisible();
  await context.setOffline(true);
  await expect(savedLine(page, otherExam.name)).toHaveText('Needs a connection');
  await expect(practice(otherExam.name)).toHaveCount(0);
  await expect(practice(smallExam.name)).toBeVisible();
});
