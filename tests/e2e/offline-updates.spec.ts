import {
  expect,
  expectBuild,
  expectNotReloaded,
  loseNetworkForAMoment,
  markDocument,
  test,
  untilUpToDate,
  updateNotice,
  updateNow,
} from '#support/deploys.ts';
import {
  clearHttpCache,
  readSaved,
  savedLine,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo } from '#support/runner-page.ts';
import { smallExamPage } from '#support/small-exam.ts';
import { evictCaches } from '#support/storage-limits.ts';

const score = (correct: number, answered: number) => `Score: ${correct}/${answered}`;

test('a new version in the middle of an exam is announced, and comes with the tap', async ({
  page,
  context,
  server,
  deploy,
}) => {
  // The first visit: no worker had a hand in loading this page.
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await answer(page, 0);
  await markDocument(page);

  await deploy('two');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await goOn(page, 2, 12);
  await answer(page, 1);
  await expect(page.getByText(score(1, 2), { exact: true })).toBeVisible();
  await jumpTo(page, 1);
  await expect(page.getByRole('button', { name: 'Question 1, correct' })).toBeVisible();
  await expectNotReloaded(page);
  await expectBuild(page, undefined);
  const saved = await readSaved(page);

  await updateNow(page);
  await expectBuild(page, 'two');
  await untilAvailable(page);
  await expect(updateNotice(page)).toBeHidden();
  expect(await readSaved(page)).toEqual(saved);
  await page.getByRole('button', { name: /^Continue at question/ }).click();
  await expect(page.getByText(score(1, 2), { exact: true })).toBeVisible();

  await untilUpToDate(page);
  await server.refuse();
  await clearHttpCache(page);
  await page.reload();
  await expectBuild(page, 'two');
  await untilAvailable(page);
  await jumpTo(page, 12);
  await expect(page.getByText('What is question 12?')).toBeVisible();
});

test('a tab that stays open looks for a new version every hour', async ({ page, deploy }) => {
  await page.clock.install();
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await deploy('two');
  await page.clock.fastForward('01:00:01');
  await expect(updateNotice(page)).toBeVisible();
  await expectBuild(page, undefined);
});

test('a new version found at home comes by itself and keeps what is saved', async ({
  page,
  context,
  deploy,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await page.goto('/');
  await untilAvailable(page, 'A Small Exam');
  await deploy('two');
  await loseNetworkForAMoment(context);
  await expectBuild(page, 'two');
  await untilAvailable(page, 'A Small Exam');
});

test('a version that waited through an exam comes at home', async ({ page, context, deploy }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await deploy('two');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(savedLine(page, 'A Small Exam')).toBeVisible();
  await expectBuild(page, undefined);
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await expectBuild(page, 'two');
  await untilAvailable(page, 'A Small Exam');
});

test('a version that waits is applied on launch', async ({ page, context, deploy }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await deploy('two');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await page.close();
  const launched = await context.newPage();
  await launched.goto('/');
  await expectBuild(launched, 'two');
  await untilAvailable(launched, 'A Small Exam');
});

test('the update of one tab leaves the exam in another one alone', async ({
  page,
  context,
  deploy,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await answer(page, 0);
  await markDocument(page);
  await deploy('two');

  const other = await context.newPage();
  await other.goto(smallExamPage);
  await expect(updateNotice(other)).toBeVisible();
  await expect(updateNotice(page)).toBeVisible();
  await updateNow(other);
  await expectBuild(other, 'two');
  await untilAvailable(other);
  // What it offered has come, so there is nothing left to tap.
  await expect(updateNotice(page)).toBeHidden();
  await deploy('three');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await goOn(page, 2, 12);
  await answer(page, 0);
  await expect(page.getByText(score(2, 2), { exact: true })).toBeVisible();
  await expectNotReloaded(page);
  await expectBuild(page, undefined);
});

test('of two deploys in a row the newest comes', async ({ page, context, deploy }) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await deploy('two');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  const waiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const [shell] = (await caches.keys()).filter((name) => name.includes('-precache-'));
      const kept = await (await caches.open(shell ?? '')).keys();
      return {
        isSettled: Boolean(registration?.waiting) && !registration?.installing,
        builds: kept.flatMap(({ url }) => /index-(\w+)\.js$/.exec(url)?.[1] ?? []),
      };
    });
  await deploy('three');
  await loseNetworkForAMoment(context);
  await expect
    .poll(waiting)
    .toEqual({ isSettled: true, builds: expect.arrayContaining(['three']) });
  await updateNow(page);
  await expectBuild(page, 'three');
  await untilAvailable(page);
  await untilUpToDate(page);
  await context.setOffline(true);
  await page.reload();
  await expectBuild(page, 'three');
  await untilAvailable(page);
});

test('a tab of an old version reaches every screen when its files are gone', async ({
  page,
  context,
  server,
  deploy,
}) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await markDocument(page);
  await deploy('two');
  const other = await context.newPage();
  await other.goto('/');
  await expectBuild(other, 'two');
  await untilUpToDate(other);
  await deploy('three');
  await other.reload();
  await expectBuild(other, 'three');
  await untilUpToDate(other);
  await other.close();
  await clearHttpCache(page);

  await answer(page, 0);
  await jumpTo(page, 12);
  await answer(page, 0);
  await expect(page.getByText('Exam Complete!')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(savedLine(page, 'Another Exam')).toHaveText(/^Online only/);
  await page.getByRole('button', { name: 'Save offline: Another Exam' }).click();
  await untilAvailable(page, 'Another Exam');
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await untilAvailable(page, 'Another Exam');
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere/at/all');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('link', { name: /Amazon Web Services/ }).click();
  await page.getByRole('link', { name: 'Start' }).first().click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await expectNotReloaded(page);
  await expectBuild(page, undefined);
  const missed = server.requests('/assets/*').filter(({ status }) => status !== 200);
  expect(missed.map(({ url }) => url)).toEqual([]);

  // An update comes even when what it would load for it is nowhere any more.
  await deploy('four');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await evictCaches(page, 'certdeck/previous');
  await updateNow(page);
  await expectBuild(page, 'four');
});

test('an asset that is gone is a 404, never the shell', async ({ page, deploy }) => {
  await page.goto('/');
  await untilControlled(page);
  await deploy('two');
  const asked = await page.evaluate(async () => {
    const { status, headers } = await fetch('/assets/index-gone.js');
    return { status, type: headers.get('content-type') };
  });
  expect(asked).toEqual({ status: 404, type: expect.stringMatching(/^text\/plain/) });
});
