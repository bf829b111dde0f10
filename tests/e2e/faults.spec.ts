import type { Page } from '@playwright/test';
import { fault } from '#support/faults.ts';
import { expect, test } from '#support/fixtures.ts';
import { answer, rows } from '#support/runner-page.ts';

const EXAM = '/exams/aws/v1.2';
const apology =
  'Unfortunately, due to an error on our side, no providers are available, please try again later';
const emptyLine = 'No exams available for this provider yet.';

const placeholders = (page: Page) => page.locator('[data-placeholder]');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });

/** What goes wrong, and the catalogue's line for it unless the call's own 'Error fetching …'. */
const faults = [
  ['a status of 500', fault.status(500), 'Unexpected response status'],
  ['noise that says JSON', fault.garbage(), undefined],
  ['another shape', fault.json({ wrong: [] }), undefined],
  ['the page of a captive portal', fault.html(), undefined],
  ['a dropped connection', fault.drop(), undefined],
  ['a body that breaks off', fault.cut(), undefined],
] as const;

const calls = [
  ['providers', '/', (page: Page) => page.getByText(apology)],
  ['exams', '/exams/aws', (page: Page) => page.getByText(emptyLine)],
  ['questions', EXAM, retry],
  ['question', EXAM, retry],
] as const;

/** The lines of the catalogue that the page logs. */
const watchCatalogue = (page: Page) => {
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

for (const [call, address, outcome] of calls) {
  for (const [name, wrong, line] of faults) {
    test(`the call for ${call} after ${name}`, async ({ page, server }) => {
      server.faults.set(`/api/${call}`, wrong);
      const lines = watchCatalogue(page);
      await page.goto(address);
      await expect(outcome(page)).toBeVisible();
      expect(lines).toEqual([line ?? `Error fetching ${call}`]);
      if (address !== EXAM) {
        await expect(placeholders(page)).toHaveCount(0);
        return;
      }
      await expect(placeholders(page)).toHaveCount(4);
      await expect(page.getByText('Exam Complete!')).toHaveCount(0);
      server.faults.clear();
      // It may have come back by itself before the click, which then lands on the question.
      await retry(page).or(page.getByText('About v1.2?')).first().click();
      await expect(page.getByText('About v1.2?')).toBeVisible();
      await expect(retry(page)).toHaveCount(0);
      await answer(page, 0);
      await expect(page.getByText('Score: 1/1')).toBeVisible();
    });
  }

  test(`the call for ${call} while it hangs, and once the connection is given up`, async ({
    page,
    server,
  }) => {
    server.faults.set(`/api/${call}`, fault.hang());
    const asked = server.nextRequest(`/api/${call}`);
    await page.goto(address);
    await asked;
    await expect(placeholders(page)).toHaveCount(address === '/' ? 3 : call === 'exams' ? 6 : 4);
    await expect(outcome(page)).toHaveCount(0);
    server.faults.set(`/api/${call}`, fault.status(503));
    server.dropConnections();
    await expect(outcome(page)).toBeVisible();
  });
}

test('a configuration that fails is said to have failed', async ({ browser, server }) => {
  for (const [name, wrong, line] of [
    ['status', fault.status(500), 'Failed to fetch config.json'],
    ['not there', fault.status(404), 'Failed to fetch config.json'],
    ['html', fault.html(), 'Failed to load config'],
    ['shape', fault.json({ api: '/' }), 'Failed to load config'],
    ['scheme', fault.json({ apiUrl: 'ftp://x' }), 'Failed to load config'],
  ] as const) {
    server.faults.set('/config.json', wrong);
    const page = await browser.newPage({ baseURL: server.address });
    const lines = watchCatalogue(page);
    await page.goto('/');
    await expect(page.getByText('App failed to load configuration.'), name).toBeVisible();
    expect(new Set(lines), name).toEqual(new Set([line]));
    // The page asks the API beside it for the first screen before it knows better, and no more.
    expect(server.requests(/^\/api\/(?!providers$)/), name).toEqual([]);
    await page.close();
  }
});

test('a slow answer to a question that was left is never shown', async ({ page, server }) => {
  const slow = fault.hold();
  server.faults.set(/questionId=question-01$/, slow);
  await page.goto('/exams/aws/A%20Long%20Exam');
  await expect(page.getByText('Question 1 of 45')).toBeVisible();
  await expect(placeholders(page)).toHaveCount(4);
  await page.getByRole('button', { name: /^Question 2, / }).click();
  await expect(page.getByText('What is question 02?')).toBeVisible();
  slow.release();
  // Whatever comes after this is asked for and answered later than what was released.
  await page.evaluate(() => fetch('/api/providers').then((response) => response.text()));
  await expect(page.getByText('What is question 02?')).toBeVisible();
  await expect(page.getByText('What is question 01?')).toHaveCount(0);
});

test('a question fails in the middle of a run, and the run goes on', async ({ page, server }) => {
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

test('a picture that never comes leaves its words in a box', async ({ page, server }) => {
  server.faults.set('/images/*', fault.status(500));
  await page.goto('/exams/a%2Fb/a%2Fb');
  const box = page.getByRole('img', { name: 'A gradient' });
  await expect(box).toHaveText('A gradient');
  await expect(box).toHaveCSS('border-top-style', 'dashed');
  await answer(page, 0);
  await expect(page.getByText('Final Score: 1/1 (100%)')).toBeVisible();
});
