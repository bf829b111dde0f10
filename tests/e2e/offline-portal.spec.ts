import { expect, test } from '#support/deploys.ts';
import { fault } from '#support/faults.ts';
import {
  openSaved,
  readAllCaches,
  savedLine,
  saveFromCard,
  seeQuestion,
  skipTwoDays,
  startFromHome,
  untilAvailable,
  untilStored,
} from '#support/offline-page.ts';
import { listCall, smallExam, smallExamPage } from '#support/small-exam.ts';

/** A portal's login page, as it answers every request with status 200. */
const portal = fault.html();

test('a captive portal replaces nothing and stops no launch', async ({ page, server }) => {
  await saveFromCard(page);
  await untilAvailable(page, smallExam.name);
  await openSaved(page);
  await page.goto('/');
  await untilStored(page, '/config.json', '/api/exams?provider=aws', '/api/providers');
  const before = await readAllCaches(page);

  server.faults.set('*', portal);
  await skipTwoDays(page);
  await startFromHome(page);
  await seeQuestion(page, 4);
  await untilAvailable(page);
  const update = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.update().then(String, () => 'refused');
  });
  expect(update).toBe('refused');
  await page.goto(smallExamPage);
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

test('a portal’s answers never become part of a new version', async ({ page, server, deploy }) => {
  await openSaved(page);
  await untilStored(page, '/config.json', listCall);
  const before = await readAllCaches(page);
  await deploy('two');

  server.faults.set(({ url }) => url !== '/sw.js', portal);
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing } = (await registration?.update()) ?? {};
    return new Promise((resolve) => {
      installing?.addEventListener('statechange', () => resolve(installing.state));
    });
  });
  expect(state).toBe('redundant');
  await page.reload();
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

for (const [what, address, bad] of [
  ['a portal answers for the app', '/index.html', portal],
  ['a portal answers for the worker', '/sw.js', portal],
  ['the server fails to send the worker', '/sw.js', fault.status(503)],
] as const) {
  test(`when ${what} on a first visit, nothing is promised`, async ({ page, context, server }) => {
    server.faults.set(address, bad);
    await page.goto(smallExamPage);
    await expect(savedLine(page)).toHaveText(
      /^(Partly saved: still saving the app|Can’t be saved)/,
    );
    server.faults.clear();
    await context.setOffline(true);
    await context.setOffline(false);
    await untilAvailable(page);
    await server.refuse();
    await page.reload();
    await seeQuestion(page, 12);
  });
}
