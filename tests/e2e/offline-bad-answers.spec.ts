import type { Page } from '@playwright/test';
import { type Fault, fault } from '#support/faults.ts';
import {
  ageSavedExams,
  expect,
  readAllCaches,
  seeQuestion,
  test,
  untilAvailable,
  untilControlled,
  untilStored,
} from '#support/offline-page.ts';
import { listCall, questionCall, smallExamPage } from '#support/small-exam.ts';

const LIST = '/api/questions';

const bad: Record<string, Fault> = {
  '503': fault.status(503, { retryAfter: 1 }),
  '500': fault.status(500),
  '429 with Retry-After': fault.status(429, { retryAfter: 1 }),
  noise: fault.garbage(),
  'another shape': fault.json({ question: 42, questionIds: 'none' }),
};

/** Saves the small exam, and gives what is stored once all of it is. */
const saveForDays = async (page: Page) => {
  await page.goto(smallExamPage);
  await untilAvailable(page);
  await untilControlled(page);
  await untilStored(page, '/config.json', listCall);
  await ageSavedExams(page);
  return readAllCaches(page);
};

for (const [what, answer] of Object.entries(bad)) {
  test(`a server that answers ${what} leaves a saved exam as it is`, async ({ page, server }) => {
    const before = await saveForDays(page);

    server.faults.set(/^\/(api|images)\//, answer);
    const asked = server.nextRequest(LIST);
    await page.reload();
    await untilAvailable(page);
    await (await asked).ended;
    await seeQuestion(page, 4);
    const throughWorker = await page.evaluate(
      (address) => fetch(address).then((response) => response.text()),
      questionCall('05'),
    );
    expect(throughWorker).toContain('What is question 05?');
    expect(await readAllCaches(page)).toEqual(before);
  });
}

test('a list that answers for another exam does not replace the saved one', async ({
  page,
  server,
}) => {
  const before = await saveForDays(page);

  const other = { id: 'other', name: 'Another Exam', questionIds: ['question-01'] };
  server.faults.set(LIST, fault.json(other));
  const asked = server.nextRequest(LIST);
  await page.reload();
  await (await asked).ended;
  await seeQuestion(page, 12);
  expect(await readAllCaches(page)).toEqual(before);
});

test('a refresh that fails leaves the saved generation whole', async ({ page, server }) => {
  const before = await saveForDays(page);
  server.forgetRequests();

  server.faults.set(questionCall('05'), fault.garbage());
  await page.reload();
  await server.requestCount(questionCall('05'), 5);
  await expect.poll(() => readAllCaches(page)).toEqual(before);
  await untilAvailable(page);
  await server.refuse();
  await page.reload();
  await seeQuestion(page, 12);
});

test('a list that was cut off on its way is had whole the next time', async ({ page, server }) => {
  await page.goto('/');
  await untilControlled(page);
  server.faults.set('/api/exams', fault.half());
  await page.getByRole('link', { name: /Amazon/ }).click();
  await expect(page.getByText('No exams available')).toBeVisible();
  server.faults.clear();
  await page.reload();
  await expect(page.getByText('A Small Exam')).toBeVisible();
});
