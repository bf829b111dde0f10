import type { Page } from '@playwright/test';
import { startChangingServer } from '#support/changing-server.ts';
import {
  clearHttpCache,
  expect,
  test as offlineTest,
  readSaved,
  seeQuestion,
  seeWholeExam,
  untilAvailable,
  untilControlled,
} from '#support/offline-page.ts';
import { answer, goOn } from '#support/runner-page.ts';
import { otherExam, smallExam, smallExamPage } from '#support/small-exam.ts';
import { bankOf, renamedBankOf } from '#support/test-bank.ts';

type Changing = { changing: Awaited<ReturnType<typeof startChangingServer>> };

const test = offlineTest.extend<Changing>({
  changing: async ({ browserName: _ }, use) => {
    const server = await startChangingServer(bankOf(smallExam, otherExam), { bundles: true });
    await use(server);
    await server.close();
  },
  baseURL: async ({ changing }, use) => use(changing.address),
});

const renamed = renamedBankOf(smallExam, otherExam);
const pageOfToday = '/exams/AWS/A%20Small%20Exam';
const result = 'Last 100%, best 100%';

/** Keeps the small exam with a run at its second question, and ends a run of the other one. */
const practiceBefore = async (page: Page) => {
  await page.goto('/exams/aws/Another%20Exam');
  for (let number = 1; number <= 3; number += 1) {
    if (number > 1) await goOn(page, number, 3);
    await answer(page, 0);
  }
  await expect(page.getByText('Final Score: 3/3 (100%)')).toBeVisible();
  await page.goto(smallExamPage);
  await answer(page, 0);
  await goOn(page, 2, 12);
  await untilAvailable(page);
  await untilControlled(page);
  await page.goto('/exams/aws');
  await expect(page.getByText(result)).toBeVisible();
};

/** Every key of the learner's data that names a provider by its former id. */
const readFormer = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('certdeck');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const store = opening.result.transaction('learner').objectStore('learner');
          const reading = store.getAllKeys();
          reading.onerror = reject;
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.map(String).filter((key) => key.includes('/aws/')));
          };
        };
      }),
  );

const savedAddresses = async (page: Page) =>
  (await readSaved(page)).flatMap(({ addresses }) => addresses);

const untilMoved = async (page: Page) => {
  await expect.poll(() => readFormer(page)).toEqual([]);
  await expect
    .poll(async () => (await savedAddresses(page)).filter((path) => /aws/.test(path)))
    .toEqual([]);
};

test('a device has everything under the id of today, and its exam without the network', async ({
  page,
  context,
  changing,
}) => {
  await practiceBefore(page);
  const saved = await savedAddresses(page);
  changing.publish(renamed);

  await page.goto('/');
  await untilMoved(page);
  expect(await savedAddresses(page)).toHaveLength(saved.length);
  const goOnHere = page.getByRole('link', { name: 'Continue · question 2 of 12' });
  await expect(goOnHere).toHaveAttribute('href', `${pageOfToday}?continue=all`);

  await page.goto('/exams/aws');
  await expect(page).toHaveURL('/exams/AWS');
  await expect(page.getByRole('heading', { level: 1, name: 'AWS' })).toBeVisible();
  await expect(page.getByText(result)).toBeVisible();
  await page.goto(`${smallExamPage}?continue=all`);
  await expect(page).toHaveURL(`${pageOfToday}?continue=all`);
  await expect(page.getByText('Question 2 of 12', { exact: true })).toBeVisible();
  await expect(page.getByText('Score: 1/1')).toBeVisible();
  await untilAvailable(page);

  await clearHttpCache(page);
  await context.setOffline(true);
  await page.goto(pageOfToday);
  await untilAvailable(page);
  await page.getByRole('button', { name: 'Continue at question 2 of 12' }).click();
  await seeWholeExam(page);
  // The former address leads there without the network as well.
  await page.goto(smallExamPage);
  await expect(page).toHaveURL(pageOfToday);
  await page.getByRole('button', { name: 'Continue at question 12 of 12' }).click();
  await seeQuestion(page, 4);
});

test('the former address of a saved exam leads on, as long as its run has not been begun', async ({
  page,
  changing,
}) => {
  await practiceBefore(page);
  changing.publish(renamed);
  await page.goto(smallExamPage);
  await expect(page).toHaveURL(pageOfToday);
  await untilAvailable(page);
  await page.getByRole('button', { name: 'Continue at question 2 of 12' }).click();
  await expect(page.getByText('Score: 1/1')).toBeVisible();
  expect(await readFormer(page)).toEqual([]);
  await page.goto('/');
  await untilMoved(page);
});

test('a device that is offline when the id changes still has its exam, and moves when it returns', async ({
  page,
  context,
  changing,
}) => {
  await practiceBefore(page);
  await clearHttpCache(page);
  await context.setOffline(true);
  changing.publish(renamed);

  await page.goto(smallExamPage);
  await page.getByRole('button', { name: 'Continue at question 2 of 12' }).click();
  await answer(page, 0);
  await goOn(page, 3, 12);
  await seeQuestion(page, 12);
  await untilAvailable(page);
  await page.goto('/');
  await page
    .getByRole('link', { name: /A Small Exam/ })
    .first()
    .click();
  await expect(page.getByText('Question 1 of 12', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(smallExamPage);

  await context.setOffline(false);
  await page.goto('/');
  await untilMoved(page);
  await context.setOffline(true);
  await page.goto(pageOfToday);
  await untilAvailable(page);
  await page.getByRole('button', { name: 'Continue at question 12 of 12' }).click();
  await expect(page.getByText('Score: 2/2')).toBeVisible();
  await seeWholeExam(page);
});
