import type { Page } from '@playwright/test';
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
import { saveFromList } from '#support/exam-page.ts';
import {
  clearHttpCache,
  openSaved,
  savedAddresses,
  savedLine,
  seeQuestion,
  untilAvailable,
} from '#support/offline-page.ts';
import { answer, goOn, jumpTo } from '#support/runner-page.ts';
import { otherExam, smallExam, smallExamPage } from '#support/small-exam.ts';

const expectScore = (page: Page, score: string) =>
  expect(page.getByText(`Score: ${score}`, { exact: true })).toBeVisible();

test('a new version waits for the tap during an exam', async ({
  page,
  context,
  server,
  deploy,
}) => {
  await openSaved(page);
  await answer(page, 0);
  await markDocument(page);

  await deploy('two');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await goOn(page, 2, 12);
  await answer(page, 1);
  await expectScore(page, '1/2');
  await jumpTo(page, 1);
  await expect(page.getByRole('button', { name: 'Question 1, correct' })).toBeVisible();
  await expectNotReloaded(page);
  await expectBuild(page, undefined);
  const saved = await savedAddresses(page);

  await updateNow(page);
  await expectBuild(page, 'two');
  await untilAvailable(page);
  await expect(updateNotice(page)).toBeHidden();
  expect(await savedAddresses(page)).toEqual(saved);
  await page.getByRole('button', { name: /^Continue at question/ }).click();
  await expectScore(page, '1/2');

  await untilUpToDate(page);
  await server.refuse();
  await clearHttpCache(page);
  await page.reload();
  await expectBuild(page, 'two');
  await untilAvailable(page);
  await seeQuestion(page, 12);
});

test('an open tab looks for a new version every hour', async ({ page, deploy }) => {
  await page.clock.install();
  await openSaved(page);
  await deploy('two');
  await page.clock.fastForward('01:00:01');
  await expect(updateNotice(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(savedLine(page, smallExam.name)).toBeVisible();
  await expectBuild(page, undefined);
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await expectBuild(page, 'two');
  await untilAvailable(page, smallExam.name);
});

test('a new version applies itself on home and at launch', async ({ page, context, deploy }) => {
  await openSaved(page);
  await page.goto('/');
  await untilAvailable(page, smallExam.name);
  await deploy('two');
  await loseNetworkForAMoment(context);
  await expectBuild(page, 'two');
  await untilUpToDate(page);

  await page.goto(smallExamPage);
  await untilAvailable(page);
  await deploy('three');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await page.close();
  const launched = await context.newPage();
  await launched.goto('/');
  await expectBuild(launched, 'three');
  await untilAvailable(launched, smallExam.name);
});

test('an update leaves the exam in another tab alone', async ({ page, context, deploy }) => {
  await openSaved(page);
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
  // The version it offered is already active, so there is nothing left to tap.
  await expect(updateNotice(page)).toBeHidden();
  await deploy('three');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await goOn(page, 2, 12);
  await answer(page, 0);
  await expectScore(page, '2/2');
  await expectNotReloaded(page);
  await expectBuild(page, undefined);
});

/** In the page: whether a worker of this build waits and none is being installed. */
const isBuildWaiting = async (build: string) => {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.waiting || registration.installing) return false;
  const [shell = ''] = (await caches.keys()).filter((name) => name.includes('-precache-'));
  const files = await (await caches.open(shell)).keys();
  return files.some(({ url }) => url.endsWith(`index-${build}.js`));
};

test('the newest of two deploys in a row is used', async ({ page, context, deploy }) => {
  await openSaved(page);
  await deploy('two');
  await loseNetworkForAMoment(context);
  await expect(updateNotice(page)).toBeVisible();
  await deploy('three');
  await loseNetworkForAMoment(context);
  await expect.poll(() => page.evaluate(isBuildWaiting, 'three')).toBe(true);
  await updateNow(page);
  await expectBuild(page, 'three');
  await untilAvailable(page);
  await untilUpToDate(page);
  await context.setOffline(true);
  await page.reload();
  await expectBuild(page, 'three');
  await untilAvailable(page);
});

test('an old tab reaches every screen', async ({ page, context, server, deploy }) => {
  await openSaved(page);
  await markDocument(page);
  const other = await context.newPage();
  for (const build of ['two', 'three']) {
    await deploy(build);
    await other.goto('/');
    await expectBuild(other, build);
    await untilUpToDate(other);
  }
  await other.close();
  await clearHttpCache(page);

  await answer(page, 0);
  await jumpTo(page, 12);
  await answer(page, 0);
  await expect(page.getByText('Exam Complete!')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Exams' }).click();
  await expect(savedLine(page, otherExam.name)).toHaveText('Saved once you start');
  await saveFromList(page, otherExam.name);
  await untilAvailable(page, otherExam.name);
  await page.getByRole('link', { name: 'Back to Providers' }).click();
  await page.getByRole('button', { name: /^On this device: 2 exams/ }).click();
  await untilAvailable(page, otherExam.name);
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    history.pushState(null, '', '/nowhere/at/all');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await page.getByRole('link', { name: /^Amazon/ }).click();
  await page.getByRole('link', { name: 'Start', exact: true }).first().click();
  await expect(page.getByText('What is question 01?')).toBeVisible();
  await expectNotReloaded(page);
  await expectBuild(page, undefined);
  const missed = server.requests('/assets/*').filter(({ status }) => status !== 200);
  expect(missed.map(({ url }) => url)).toEqual([]);

  const asset = await page.evaluate(async () => {
    const { status, headers } = await fetch('/assets/index-gone.js');
    return { status, type: headers.get('content-type') };
  });
  expect(asset, 'an asset that is gone').toEqual({
    status: 404,
    type: expect.stringMatching(/^text\/plain/),
  });
});
