import { test } from '#support/deploys.ts';
import { fault } from '#support/faults.ts';
import {
  ageSavedExams,
  expect,
  readAllCaches,
  savedLine,
  seeQuestion,
  untilAvailable,
  untilControlled,
  untilStored,
} from '#support/offline-page.ts';
import { listCall, smallExam, smallExamPage } from '#support/small-exam.ts';

test('a captive portal replaces nothing, and the app starts in spite of it', async ({
  page,
  server,
}) => {
  await page.goto('/');
  await untilControlled(page);
  await page.getByRole('link', { name: 'Amazon Web Services' }).click();
  await page.getByRole('button', { name: `Save offline: ${smallExam.name}` }).click();
  await untilAvailable(page, smallExam.name);
  await page.goto(smallExamPage);
  await seeQuestion(page, 1);
  await ageSavedExams(page);
  const before = await readAllCaches(page);

  server.faults.set('*', fault.html());
  await page.goto('/');
  await page.getByRole('link', { name: 'Amazon Web Services' }).click();
  await untilAvailable(page, smallExam.name);
  await page.getByRole('link', { name: 'Start' }).nth(0).click();
  await seeQuestion(page, 4);
  const update = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.update().then(String, () => 'refused');
  });
  expect(update).toBe('refused');

  await page.goto(smallExamPage);
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

test('a portal that answers for the files of a new version does not get into the app', async ({
  page,
  server,
  deploy,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await untilStored(page, '/config.json', listCall);
  const before = await readAllCaches(page);
  await deploy('two');

  server.faults.set(({ url }) => url !== '/sw.js', fault.html());
  const fate = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing } = (await registration?.update()) ?? {};
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(fate).toBe('redundant');
  await page.reload();
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

test('a portal in the first visit is no promise kept, until the app itself is there', async ({
  page,
  context,
  server,
}) => {
  server.faults.set('/index.html', fault.html());
  await page.goto(smallExamPage);
  await expect(savedLine(page)).toContainText('Partly saved: still saving the app.');

  server.faults.clear();
  await context.setOffline(true);
  await context.setOffline(false);
  await untilAvailable(page);
  await server.refuse();
  await page.reload();
  await seeQuestion(page, 12);
});
