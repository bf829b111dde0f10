import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { answer } from '#support/runner-page.ts';

const EXAM = '/exams/aws/v1.2';
const apology =
  'Unfortunately, due to an error on our side, no providers are available, please try again later';
const emptyLine = 'No exams available for this provider yet.';

const placeholders = (page: Page) => page.locator('[data-placeholder]');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry', exact: true });

const calls = [
  ['providers', '/', 3, (page: Page) => page.getByText(apology)],
  ['exams', '/exams/aws', 6, (page: Page) => page.getByText(emptyLine)],
  ['questions', EXAM, 4, retry],
  ['question', EXAM, 4, retry],
] as const;

/** Collects the errors of our catalogue that the page logs. */
const watchErrors = (page: Page) => {
  const lines: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (
      /^(Error fetching|Unexpected response|No |Question not|Failed to (load c|fetch c))/.test(text)
    ) {
      lines.push(text);
    }
  });
  return lines;
};

for (const [call, address, count, outcome] of calls) {
  test(`the call for ${call} hangs, then fails`, async ({ page, server }) => {
    server.faults.set(`/api/${call}`, fault.hang());
    const asked = server.nextRequest(`/api/${call}`);
    await page.goto(address);
    await asked;
    await expect(placeholders(page)).toHaveCount(count);
    await expect(outcome(page)).toHaveCount(0);
    server.faults.set(`/api/${call}`, fault.status(503));
    server.dropConnections();
    await expect(outcome(page)).toBeVisible();

    // The page would repeat the call by itself, and log it again.
    await page.goto('about:blank');
    const lines = watchErrors(page);
    server.faults.set(`/api/${call}`, fault.html());
    await page.goto(address);
    await expect(outcome(page)).toBeVisible();
    expect(lines).toEqual([`Error fetching ${call}`]);
    await expect(placeholders(page)).toHaveCount(address === EXAM ? 4 : 0);
    await expect(page.getByText('Exam Complete!')).toHaveCount(0);
    if (address !== EXAM) return;
    server.faults.clear();
    // The call may have been repeated before the click, which then lands on the question.
    await retry(page).or(page.getByText('About v1.2?')).first().click();
    await expect(page.getByText('About v1.2?')).toBeVisible();
    await expect(retry(page)).toHaveCount(0);
    await answer(page, 0);
    await expect(page.getByText('Score: 1/1')).toBeVisible();
  });
}

test('a failing configuration is reported', async ({ browser, server }) => {
  for (const [name, wrong, line] of [
    ['status', fault.status(500), 'Failed to fetch config.json'],
    ['html', fault.html(), 'Failed to load config'],
  ] as const) {
    server.faults.set('/config.json', wrong);
    const page = await browser.newPage({ baseURL: server.address });
    const lines = watchErrors(page);
    await page.goto('/');
    await expect(page.getByText('App failed to load configuration.'), name).toBeVisible();
    expect(new Set(lines), name).toEqual(new Set([line]));
    // Before it has a configuration, the page requests only the first screen's providers.
    expect(server.requests(/^\/api\/(?!providers$)/), name).toEqual([]);
    await page.close();
  }
});

test('never shows a late answer to a question that was left', async ({ page, server }) => {
  const slow = fault.hold();
  server.faults.set(/questionId=question-01$/, slow);
  await page.goto('/exams/aws/A%20Long%20Exam');
  await expect(page.getByText('Question 1 of 45')).toBeVisible();
  await expect(placeholders(page)).toHaveCount(4);
  await page.getByRole('button', { name: /^Question 2, / }).click();
  await expect(page.getByText('What is question 02?')).toBeVisible();
  slow.release();
  // Once this has been answered, so has the request that was released before it.
  await page.evaluate(() => fetch('/api/providers').then((response) => response.text()));
  await expect(page.getByText('What is question 02?')).toBeVisible();
  await expect(page.getByText('What is question 01?')).toHaveCount(0);
});
