import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { answer, rows } from '#support/runner-page.ts';

const EXAM = '/exams/aws/v1.2';
const apology =
  'Unfortunately, due to an error on our side, no providers are available, please try again later';
const emptyLine = 'No exams available for this provider yet.';

const placeholders = (page: Page) => page.locator('[data-placeholder]');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry', exact: true });

/** What goes wrong, and the error that is logged then; by default that of the call, 'Error fetching …'. */
const faults = [
  ['a status of 500', fault.status(500), 'Unexpected response status'],
  ['noise that claims to be JSON', fault.garbage(), undefined],
  ['another shape', fault.json({ wrong: [] }), undefined],
  ['the page of a captive portal', fault.html(), undefined],
  ['a dropped connection', fault.drop(), undefined],
  ['a body that breaks off', fault.cut(), undefined],
] as const;

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

    const lines = watchErrors(page);
    for (const [what, wrong, line] of faults) {
      await test.step(what, async () => {
        // The page would repeat the call by itself, and meet the next fault too.
        await page.goto('about:blank');
        lines.length = 0;
        server.faults.set(`/api/${call}`, wrong);
        await page.goto(address);
        await expect(outcome(page)).toBeVisible();
        expect(lines).toEqual([line ?? `Error fetching ${call}`]);
        await expect(placeholders(page)).toHaveCount(address === EXAM ? 4 : 0);
        await expect(page.getByText('Exam Complete!')).toHaveCount(0);
      });
    }
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
    ['not there', fault.status(404), 'Failed to fetch config.json'],
    ['html', fault.html(), 'Failed to load config'],
    ['shape', fault.json({ api: '/' }), 'Failed to load config'],
    ['scheme', fault.json({ apiUrl: 'ftp://x' }), 'Failed to load config'],
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

test('a run goes on after a question failed to load', async ({ page, server }) => {
  server.faults.set(/questionId=pictured$/, fault.status(500));
  await page.goto(EXAM);
  await expect(page.getByText('About v1.2?')).toBeVisible();
  await answer(page, 0);
  await page.getByRole('button', { name: 'Next Question' }).click();
  await expect(retry(page)).toBeVisible();
  await expect(page.getByText('Score: 1/1')).toBeVisible();
  server.faults.clear();
  await retry(page).or(page.getByText('Look at this:')).first().click();
  await expect(rows(page)).toHaveCount(4);
  await answer(page, 0);
  await expect(page.getByText('Final Score: 2/2 (100%)')).toBeVisible();
});
